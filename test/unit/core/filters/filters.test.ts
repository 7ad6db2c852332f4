import assert from "node:assert/strict";
import { FilterTable } from "../../../../src/core/filters/filterTable.ts";
import { momentOf } from "../../../../src/core/filters/moment.ts";

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

const now = Date.UTC(2026, 0, 31, 12);

describe("momentOf", () => {
  const local = (...parts: [number, number, number, number?, number?, number?]): string =>
    new Date(...(parts as [number, number, number])).toISOString();
  for (const [text, expected] of [
    ["90min", "2026-01-31T10:30:00.000Z"],
    ["12h", "2026-01-31T00:00:00.000Z"],
    ["3d", "2026-01-28T12:00:00.000Z"],
    ["2 W", "2026-01-17T12:00:00.000Z"],
    ["2026-01-31", local(2026, 0, 31)],
    ["2026-01-31 18:30", local(2026, 0, 31, 18, 30)],
    ["2026-01-31T18:30:05", local(2026, 0, 31, 18, 30, 5)],
    ["2026-01-31T18:30Z", "2026-01-31T18:30:00.000Z"],
    ["2026-01-31T18:30:00.123+02:00", "2026-01-31T16:30:00.123Z"],
  ] as const)
    it(`reads ${text}`, () => assert.equal(momentOf(text, now), expected));

  it("reads nothing else", () => {
    for (const text of ["2026-02-31", "2026-13-01", "2026-01-31 25:00", "yesterday", "3", "3 months", ""])
      assert.equal(momentOf(text, now), undefined, text);
  });

  it("reads what it wrote", () => {
    const iso = momentOf("90min", now) ?? "";
    assert.equal(momentOf(iso, 0), iso);
  });
});
