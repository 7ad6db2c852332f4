import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { endpointIds } from "../../contract/endpointIds.ts";
import { createClient } from "../../src/api/client.ts";
import { generated } from "../../tools/contractTable.ts";
import { calls } from "./calls.ts";
import { endpointOf, resourceNames, resourceOf } from "./contract.ts";
import {
  beyond,
  fields,
  furtherShapes,
  furtherStatuses,
  neverSent,
  openFilters,
  otherNames,
  singleOrList,
} from "./differences.ts";
import { operationIds } from "./ids.ts";
import { readWireTypes } from "./wireTypes.ts";

const client = createClient({
  baseUrl: "https://git.example.com",
  dispatcher: () => Promise.reject(new Error("nothing is sent here")),
});

describe("ids of the contract", () => {
  it("are those of the type, and where docs/operations.md says they are: else npm run contract:table", function () {
    for (const { path, text } of generated(readWireTypes())) assert.equal(readFileSync(path, "utf8"), text, path);
  });

  it("are the client's operations", () => {
    const ids = new Set<string>(endpointIds);
    assert.deepEqual(
      operationIds(client).filter((id) => !ids.has(id)),
      [],
    );
  });

  it("have their calls exactly when the client has the operation", () => {
    assert.deepEqual(Object.keys(calls).sort(), operationIds(client).sort());
  });

  it("are those that differences name, with parameters and fields that exist", () => {
    for (const [id, names] of Object.entries(neverSent)) {
      const { query, body, headers } = endpointOf(id);
      const documented = [...query, ...body.fields, ...headers].map(({ name }) => name);
      for (const name of Object.keys(names)) assert.ok(documented.includes(name), `${id} has no ${name}`);
    }
    for (const id of [beyond, openFilters, furtherStatuses, furtherShapes]
      .flatMap((one) => Object.keys(one))
      .concat(singleOrList))
      endpointOf(id);
    for (const [resource, names] of Object.entries(fields)) {
      for (const name of Object.keys(names))
        assert.ok(
          resourceOf(resource)?.fields.some((field) => field.name === name),
          `${resource} has no ${name}`,
        );
    }
    const fieldNames = new Set(
      resourceNames().flatMap((resource) => resourceOf(resource)!.fields.map(({ name }) => name)),
    );
    for (const name of Object.keys(otherNames)) assert.ok(fieldNames.has(name), name);
  });
});
