import assert from "node:assert/strict";
import { ToolInput } from "../../../../src/features/agents/input.ts";

const of = (given: unknown): ToolInput => new ToolInput(given);
const refused = (read: () => unknown, message: RegExp): void => {
  assert.throws(read, { name: "UserError", message });
};

describe("the input of a tool", () => {
  it("takes numbers as numbers, texts and references", () => {
    const found = [5, "5", "!5", "#5", null, undefined].map((id) => of({ id }).id("id"));
    assert.deepEqual(found, [5, 5, 5, 5, undefined, undefined]);
    for (const id of [0, -1, 1.5, "x", "5 ", "9".repeat(20), [], {}, true, Number.NaN])
      refused(() => of({ id }).id("id"), /"id" must be a positive number/);
    refused(() => of({}).requiredId("id"), /positive number/);
  });

  it("does not take inherited properties, or input that is no object", () => {
    assert.equal(of({}).string("constructor"), undefined);
    assert.equal(of(null).id("id"), undefined);
    assert.equal(of("id").id("length"), undefined);
  });

  it("takes texts as they are, blank ones as none", () => {
    assert.equal(of({ a: " x " }).string("a"), " x ");
    assert.equal(of({ a: "  \n" }).string("a"), undefined);
    refused(() => of({ a: 1 }).string("a"), /"a" must be a text/);
    refused(() => of({ a: "x".repeat(100_001) }).string("a"), /must be a text/);
    refused(() => of({ a: "" }).requiredString("a"), /must be a text/);
  });

  it("takes values of a list, the first by default", () => {
    assert.equal(of({}).choice("mode", ["a", "b"]), "a");
    assert.equal(of({ mode: "b" }).choice("mode", ["a", "b"]), "b");
    refused(() => of({ mode: "c" }).choice("mode", ["a", "b"]), /one of a, b/);
  });

  it("bounds counts, and takes 0 as an offset", () => {
    assert.equal(of({}).count("n", { usual: 20, most: 50 }), 20);
    assert.equal(of({ n: 900 }).count("n", { usual: 20, most: 50 }), 50);
    assert.equal(of({ n: 0 }).offset("n"), 0);
    assert.equal(of({ n: 30 }).offset("n"), 30);
    refused(() => of({ n: 0 }).count("n", { usual: 20, most: 50 }), /positive number/);
    refused(() => of({ n: -1 }).offset("n"), /positive number/);
  });

  it("takes flags, and objects of texts", () => {
    assert.deepEqual([of({}).flag("f"), of({ f: true }).flag("f")], [false, true]);
    refused(() => of({ f: "true" }).flag("f"), /true or false/);
    assert.deepEqual(of({ v: { A: "1" } }).texts("v"), { A: "1" });
    for (const v of [["1"], { A: 1 }, "A=1", Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, ""]))])
      refused(() => of({ v }).texts("v"), /an object of texts/);
  });

  it("takes replaced lines that are empty, with the line breaks of hosts", () => {
    assert.equal(of({ a: "" }).lines("a"), "");
    assert.equal(of({ a: "x\r\ny\r" }).lines("a"), "x\ny\n");
    refused(() => of({}).lines("a"), /must be a text/);
    refused(() => of({ a: "if (x) \u202e{" }).lines("a"), /cannot be seen/);
  });

  it("refuses comments that hosts would act on", () => {
    for (const body of ["/merge", "Done.\n/close", "  /assign @bob", "a\r\n\t/Label ~x"])
      refused(() => of({ body }).comment("body"), /quick action/);
    for (const body of [
      "See /usr/bin",
      "/usr/bin/x fails",
      "and/or",
      "// a comment",
      "`/merge`",
      "👍 done",
      "déjà\tvu",
    ])
      assert.equal(of({ body }).comment("body"), body);
  });

  it("refuses what a question would show out of sight: long runs of blanks, and the end of very long lines", () => {
    for (const blank of [" ", "\t", "\u00a0", "\u3000"])
      refused(() => of({ a: `x${blank.repeat(100)}y` }).comment("a"), /"a" has 100 blanks in a row/);
    refused(() => of({ a: "x".repeat(10_001) }).lines("a"), /"a" has a line of more than 10000 characters/);
    const long = `${" ".repeat(99)}x\n${"x".repeat(10_000)}`;
    assert.equal(of({ a: long }).comment("a"), long);
  });

  it("refuses characters that cannot be seen, and says which", () => {
    for (const [character, name] of [
      ["\u200b", "U+200B"],
      ["\u202e", "U+202E"],
      ["\u{e0041}", "U+E0041"],
      ["\u00ad", "U+00AD"],
      ["\u034f", "U+034F"],
      ["\u061c", "U+061C"],
      ["\u200c", "U+200C"],
      ["\u200d", "U+200D"],
      ["\u3164", "U+3164"],
      ["\ufe0f", "U+FE0F"],
      ["\u{e0100}", "U+E0100"],
      ["\u0000", "U+0000"],
    ] as const) {
      const message = new RegExp(`"a" has characters that cannot be seen, such as ${name.replace("+", "\\+")}\\.`);
      refused(() => of({ a: `x${character}y` }).comment("a"), message);
      refused(() => of({ a: `x${character}y` }).lines("a"), message);
      refused(() => of({ a: { A: `x${character}y` } }).texts("a"), message);
      refused(() => of({ a: `x${character}y` }).name("a"), message);
    }
  });
});
