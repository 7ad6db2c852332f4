import assert from "node:assert/strict";
import fc from "fast-check";
import {
  attributesText,
  hasSameAttributes,
  isProblem,
  planAttributes,
  readAttributes,
} from "../../../../../src/features/administration/customAttributes/text.ts";
import { anyText } from "../../../../support/anyText.ts";

const pairs = (text: string): unknown => {
  const read = readAttributes(text);
  return isProblem(read) ? read : [...read];
};

describe("custom attributes as a text", () => {
  it("are read as they were written, whatever keys and values are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ key: anyText({ minLength: 1 }), value: anyText() }), { selector: ({ key }) => key }),
        (attributes) => {
          const read = readAttributes(attributesText(attributes));
          assert.ok(!isProblem(read));
          assert.deepEqual(new Map(read), new Map(attributes.map(({ key, value }) => [key, value])));
        },
      ),
    );
    const found = attributesText([
      { key: "team", value: "Größe" },
      { key: "cost", value: 'a "b"\n' },
    ]);
    assert.equal(found, '{\n  "cost": "a \\"b\\"\\n",\n  "team": "Größe"\n}\n');
    assert.deepEqual(pairs('{"__proto__": "a", "toString": ""}'), [
      ["__proto__", "a"],
      ["toString", ""],
    ]);
  });

  it("are the same in another order and layout", () => {
    const text = '{\n  "cost": "1",\n  "team": "storm"\n}\n';
    assert.ok(hasSameAttributes(text, '{"team":"storm","cost":"1"}'));
    for (const other of ['{"team":"storm"}', '{"team":"storm","cost":"2"}', '{"team":"storm","area":"1"}', "{", ""])
      assert.equal(hasSameAttributes(text, other) || hasSameAttributes(other, text), false, other);
    assert.equal(hasSameAttributes("{", "{"), false, "what is no table has none");
  });

  it("are empty in an empty text", () => {
    assert.deepEqual([pairs(""), pairs(" \n"), pairs("{ }")], [[], [], []]);
  });

  for (const [text, problem] of [
    ['{"a": }', { problem: "syntax" }],
    ["[]", { problem: "object" }],
    ["null", { problem: "object" }],
    ['"a"', { problem: "object" }],
    ['{"a": "1", "b": 2}', { problem: "value", key: "b" }],
    ['{"b": {"a": "x"}}', { problem: "value", key: "b" }],
    ['{"b": null}', { problem: "value", key: "b" }],
    ['{"a": "1", "\\u0061": "2"}', { problem: "twice", key: "a" }],
    // JSON.parse drops the first of the two.
    ['{"a": 1, "a": "b"}', { problem: "twice", key: "a" }],
    ['{"a": {"b": "c"}, "a": "d"}', { problem: "twice", key: "a" }],
    ['{"": "1"}', { problem: "emptyKey" }],
  ] as const)
    it(`are refused: ${text}`, () => {
      const read = pairs(text);
      assert.deepEqual(problem.problem === "syntax" ? { problem: (read as typeof problem).problem } : read, problem);
    });

  it("are sent only where they differ", () => {
    const there = ["same", "other", "gone"].map((key) => ({ key, value: "1" }));
    const wanted = new Map(Object.entries({ new: "", other: "2", same: "1" }));
    assert.deepEqual(planAttributes(there, wanted), {
      added: [{ key: "new", value: "" }],
      changed: [{ key: "other", value: "2", before: "1" }],
      deleted: [{ key: "gone", value: "1" }],
    });
  });
});
