import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import type { Context } from "../../../../src/core/context.ts";
import { FakeInput, FakePick, setStubBoxes, nextBox } from "../ui/stubBoxes.ts";

const { FilterTable } = await import("../../../../src/core/filters/filterTable.ts");
const { filterMenu } = await import("../../../../src/core/filters/filterMenu.ts");

interface Fruit {
  readonly color?: "red" | "green";
  readonly name?: string;
  readonly ripe?: true;
  readonly any?: true;
}
interface FruitQuery {
  readonly colour?: "red" | "green";
  readonly ripe_only?: true;
}

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
  setStubBoxes();

  it("sends and describes what is set, late fields last", () => {
    const filter = fruits.parse({ color: "red", name: " fig ", ripe: true, size: 3 });
    assert.deepEqual(filter, { color: "red", name: "fig", ripe: true });
    assert.deepEqual(fruits.query(filter), { colour: "red", ripe_only: true });
    assert.equal(fruits.summary(filter), "named fig, ripe, red");
    assert.equal(fruits.message(filter), "Filter: named fig, ripe, red");
    assert.deepEqual([fruits.query({}), fruits.message({}), fruits.isSet({})], [{}, undefined, false]);
  });

  it("clears the fields that exclude one another, when one is set", () => {
    const [, name, , any] = fruits.fields;
    assert.ok(name && any);
    assert.deepEqual(fruits.with({ name: "fig", ripe: true }, any, true), { ripe: true, any: true });
    assert.deepEqual(fruits.with({ any: true }, name, "fig"), { name: "fig" });
    assert.deepEqual(fruits.with({ name: "fig" }, any, undefined), { name: "fig" });
  });
});

describe("filterMenu", () => {
  setStubBoxes();

  it("shows each field with its value, asks for one, and stays until it is closed", async () => {
    let filter: Fruit = { ripe: true };
    const list = {
      get value() {
        return filter;
      },
      set: (next: Fruit) => Promise.resolve(void (filter = next)),
    };
    const described = (box: FakePick): (string | undefined)[] =>
      ["Color", "Name", "Ripe", "Any Name"].map((label) => box.row(label).description);
    let shown = nextBox(FakePick);
    const answer = filterMenu({} as Context, "Filter Fruits", fruits, list);
    let menu = await shown;
    assert.deepEqual(menu.labels, ["Clear All", "Show only", "Color", "Name", "Ripe", "Any Name"]);
    assert.deepEqual(described(menu), ["any", "any", "yes", "no"]);

    const asked = nextBox(FakeInput);
    menu.choose("Name");
    const question = await asked;
    assert.equal(question.title, "Name");
    shown = nextBox(FakePick);
    question.value = "fig";
    question.accept();
    menu = await shown;
    assert.deepEqual(filter, { ripe: true, name: "fig" });
    assert.deepEqual(described(menu), ["any", "fig", "yes", "no"]);

    shown = nextBox(FakePick);
    menu.choose("Ripe");
    menu = await shown;
    assert.deepEqual(filter, { name: "fig" });

    shown = nextBox(FakePick);
    menu.choose("Clear All");
    menu = await shown;
    assert.deepEqual(filter, {});
    menu.hide();
    await assert.rejects(answer, CancelledError);
  });
});
