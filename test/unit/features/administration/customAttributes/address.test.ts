import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  attributesParts,
  readAttributesAddress,
} from "../../../../../src/features/administration/customAttributes/address.ts";
import { keptOwners } from "../../../../../src/features/administration/customAttributes/owners.ts";

describe("documents of custom attributes", () => {
  it("are found again by their address, and show what they are of", () => {
    const address = {
      instance: "https://host:8443/git",
      owner: { kind: "projects", name: "demo/weather-station", id: 7 },
    } as const;
    const { authority, path, query } = attributesParts(address);
    assert.deepEqual([authority, path], ["host:8443", "/projects/demo/weather-station.attributes.json"]);
    assert.deepEqual(readAttributesAddress(query), address);
  });

  it("are none at any other address", () => {
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

describe("whose custom attributes were asked for", () => {
  it("is kept per instance, newest first, once each, and read from whatever is kept", async () => {
    const store = new Map<string, unknown>();
    const memory = {
      get: (key: string) => store.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void store.set(key, value)),
    };
    const owners = keptOwners(memory, "https://host");
    await owners.add({ kind: "users", name: "Ana", id: 1 });
    await owners.add({ kind: "groups", name: "demo" });
    await owners.add({ kind: "users", name: "ana", id: 2 });
    assert.deepEqual(owners.read(), [
      { kind: "users", name: "ana", id: 2 },
      { kind: "groups", name: "demo" },
    ]);
    assert.deepEqual(keptOwners(memory, "https://other").read(), []);
    await owners.remove({ kind: "groups", name: "Demo" });
    await owners.remove({ kind: "users", name: "ana" });
    assert.deepEqual([...store.values()], [undefined]);
    store.set("forgeline.attributeOwners:https://host", [
      null,
      { kind: "issues", name: "x" },
      { kind: "users", name: "" },
      { kind: "users", name: "bo", id: "3" },
    ]);
    assert.deepEqual(owners.read(), [{ kind: "users", name: "bo" }]);
  });
});
