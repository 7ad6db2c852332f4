import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { calls } from "./calls.ts";
import { endpointOf, resourceOf } from "./contract.ts";
import { readWireTypes, typeProblems, type WireTypes } from "./wireTypes.ts";

/** Operations whose answer is a record of the contract, as JSON. */
const answering = Object.keys(calls).flatMap((id) => {
  const { shape } = endpointOf(id).success;
  const resource = shape === null ? undefined : resourceOf(shape);
  return resource?.format === "json" && resource.fields.length > 0 ? [{ id, resource: resource.name }] : [];
});

describe("fields of the contract in the wire types", () => {
  let wire: WireTypes;
  before(function () {
    this.timeout(60_000);
    wire = readWireTypes();
  });

  for (const { id, resource } of answering) {
    it(`${resource}, as ${id} answers it`, () => assert.deepEqual(typeProblems(wire.checker, wire.answerOf(id), resource), []));
  }
});
