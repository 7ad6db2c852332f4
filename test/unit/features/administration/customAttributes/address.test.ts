import assert from "node:assert/strict";
import {
  attributesParts,
  readAttributesAddress,
} from "../../../../../src/features/administration/customAttributes/address.ts";
import { keptOwners } from "../../../../../src/features/administration/customAttributes/owners.ts";
import { InMemoryMemento } from "../../../../support/fakes/inMemoryMemento.ts";

describe("documents of custom attributes", () => {
  it("have addresses that name their owner", () => {
    const address = {
      instance: "https://host:8443/git",
      owner: { kind: "projects", name: "demo/weather-station", id: 7 },
    } as const;
    const { authority, path, query } = attributesParts(address);
    assert.deepEqual([authority, path], ["host:8443", "/projects/demo/weather-station.attributes.json"]);
    assert.deepEqual(readAttributesAddress(query), address);
  });

  it("have no other addresses", () => {
    for (const odd of [
      "",
      "{}",
      "null",
      '{"instance":"https://host","kind":"issues","name":"a","id":1}',
      '{"instance":"https://host","kind":"users","name":"a","id":"1"}',
    ])
      assert.equal(readAttributesAddress(odd), undefined, odd);
  });
});

describe("the owners whose custom attributes are listed", () => {
  it("are kept per instance, newest first, once each", async () => {
    const memory = new InMemoryMemento();
    const owners = keptOwners(memory, "https://host");
    await owners.add({ kind: "users", name: "Ana", id: 1 });
    await owners.add({ kind: "groups", name: "demo" });
    await owners.add({ kind: "users", name: "ana", id: 2 });
    const kept = [
      { kind: "users", name: "ana", id: 2 },
      { kind: "groups", name: "demo" },
    ];
    assert.deepEqual([owners.read(), keptOwners(memory, "https://other").read()], [kept, []]);
    await memory.update("forgeline.attributeOwners:https://host", [
      null,
      { kind: "issues", name: "x" },
      { kind: "users", name: "" },
      { kind: "users", name: "bo", id: "3" },
    ]);
    assert.deepEqual(owners.read(), [{ kind: "users", name: "bo" }]);
    await owners.remove({ kind: "users", name: "Bo" });
    assert.deepEqual(memory.keys(), []);
  });
});
