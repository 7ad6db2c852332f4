import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { FilterTable } = await import("../../../../src/core/filters/filterTable.ts");

type Fruit = { color?: "red" | "green"; name?: string; ripe?: true; any?: true };
type FruitQuery = { colour?: "red" | "green"; ripe_only?: true };

const fruits = new FilterTable<Fruit, FruitQuery>("fruit", ({ choice, text, flag }) => [
  {
    title: "Show only",
    fields: [
      choice("color", {
        name: "Color",
        values: ["any", "red", "green"],
        words: (color) => color,
        summary: (color) => color,
        late: true,
        query: (color) => (color === "any" ? {} : { colour: color }),
      }),
      text("name", { name: "Name", prompt: "Name", clears: ["any"], summary: (name) => `named ${name}` }),
      flag("ripe", { name: "Ripe", summary: () => "ripe", query: (ripe_only) => ({ ripe_only }) }),
      flag("any", { name: "Any Name", clears: ["name"] }),
    ],
  },
]);

describe("a table of filter fields", () => {
  it("makes query and summary of the set fields, late ones last", () => {
    const filter = fruits.parse({ color: "red", name: " fig ", ripe: true, size: 3 });
    assert.deepEqual(filter, { color: "red", name: "fig", ripe: true });
    assert.deepEqual(fruits.query(filter), { colour: "red", ripe_only: true });
    assert.equal(fruits.summary(filter), "named fig, ripe, red");
    assert.equal(fruits.message(filter), "Filter: named fig, ripe, red");
    assert.deepEqual([fruits.query({}), fruits.message({}), fruits.isSet({})], [{}, undefined, false]);
  });

  it("clears the fields that a set one excludes", () => {
    const [, name, , any] = fruits.fields;
    assert.ok(name && any);
    assert.deepEqual(fruits.with({ name: "fig", ripe: true }, any, true), { ripe: true, any: true });
    assert.deepEqual(fruits.with({ any: true }, name, "fig"), { name: "fig" });
    assert.deepEqual(fruits.with({ name: "fig" }, any, undefined), { name: "fig" });
  });
});
