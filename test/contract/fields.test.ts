import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { endpointIds } from "../../contract/endpointIds.ts";
import { createClient } from "../../src/api/client.ts";
import { endpointOf, resourceNames, resourceOf } from "./contract.ts";
import { carriedAs, carriedOtherwise, notTaken } from "./differences.ts";
import { operationIds } from "./ids.ts";
import { typeProblems, vagueIn } from "./typeProblems.ts";
import { constituents, readWireTypes, type WireTypes } from "./wireTypes.ts";

const ids = operationIds(
  createClient({
    baseUrl: "https://git.example.com",
    dispatcher: () => Promise.reject(new Error("nothing is sent here")),
  }),
);

/** Operations whose answer is a record of the contract, as JSON. */
const answering = ids.flatMap((id) => {
  const { shape } = endpointOf(id).success;
  const resource = shape === null ? undefined : resourceOf(shape);
  return resource?.format === "json" && resource.fields.length > 0 ? [{ id, resource: resource.name }] : [];
});

/** Parameters that are lists of records. */
const asking = ids.flatMap((id) => {
  const { query, body } = endpointOf(id);
  return [...query, ...body.fields].flatMap(({ name, items }) =>
    items === undefined ? [] : [{ id, name, resource: items }],
  );
});

/** Fields that are records when the request says so. */
const varying = ids.flatMap((id) =>
  (endpointOf(id).success.variants ?? []).flatMap(({ shape }) => {
    const [, field, resource] = /^(\w+) is an array of (\w+)$/.exec(shape) ?? [];
    return field === undefined ? [] : [{ id, field, resource: resource! }];
  }),
);

describe("fields of the contract in the wire types", () => {
  const seen = new Set<string>(Object.keys(carriedOtherwise));
  let wire: WireTypes;
  before(function () {
    wire = readWireTypes();
  });

  for (const { id, resource } of answering)
    it(`${resource}, as ${id} answers it`, () =>
      assert.deepEqual(typeProblems(wire.checker, wire.answerOf(id), resource, seen), []));

  for (const { id, name, resource } of asking) {
    it(`${resource}, as ${id} takes it`, () => {
      const types = wire.inputsOf(id, name);
      assert.ok(types.length > 0, `${id} takes no ${name}`);
      const problems = types.map((type) => typeProblems(wire.checker, type, resource, seen, "request"));
      // Each alternative may lack what the others have.
      const lacking = problems[0]!.filter((problem) => problems.every((one) => one.includes(problem)));
      assert.deepEqual(
        lacking,
        (notTaken[id] ?? []).map((field) => `${field} is missing`),
      );
    });
  }

  for (const { id, field, resource } of varying)
    it(`${resource}, as ${id} answers it where it is asked for`, () => {
      const property = wire.answerOf(id).getProperty(field)!;
      const items = constituents(wire.checker.getNonNullableType(wire.checker.getTypeOfSymbol(property)))
        .filter((type) => wire.checker.isArrayType(type))
        .flatMap((type) =>
          constituents(wire.checker.getTypeArguments(type as Parameters<typeof wire.checker.getTypeArguments>[0])[0]!),
        );
      const problems = items.map((type) => typeProblems(wire.checker, type, resource, seen));
      assert.ok(
        problems.some((one) => one.length === 0),
        problems.flat().join("\n"),
      );
    });

  for (const [resource, { by, at }] of Object.entries(carriedAs).filter(([, one]) => ids.includes(one.by)))
    it(`${resource}, as ${by} hands it on`, () => {
      seen.add(resource);
      assert.deepEqual(
        resourceOf(resource)!
          .fields.map(({ name }) => at(name))
          .filter((path) => path !== "" && !wire.has(wire.answerOf(by), path)),
        [],
      );
    });

  it("hold neither any nor unknown", () => {
    assert.deepEqual(
      ids.flatMap((id) => vagueIn(wire.checker, wire.answerOf(id), id)),
      [],
    );
  });

  it("every resource is compared", function () {
    if (ids.length < endpointIds.length) this.skip();
    assert.deepEqual(
      resourceNames().filter((name) => !seen.has(name)),
      [],
    );
  });
});
