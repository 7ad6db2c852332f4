import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
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
  it("have a line each, in the order of their keys, whatever the host's", () => {
    assert.equal(
      attributesText([
        { key: "team", value: "Größe" },
        { key: "cost", value: 'a "b"\n' },
      ]),
      '{\n  "cost": "a \\"b\\"\\n",\n  "team": "Größe"\n}\n',
    );
    assert.equal(attributesText([]), "{\n}\n");
  });

  it("come back, whatever keys and values are", () => {
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

  it("are none in an empty text", () => {
    assert.deepEqual([pairs(""), pairs(" \n"), pairs("{ }")], [[], [], []]);
  });

  it("are refused where the text is not plain, with the key where there is one", () => {
    assert.equal((pairs('{"a": }') as { problem: string }).problem, "syntax");
    assert.deepEqual(["[]", "null", '"a"'].map(pairs), [
      { problem: "object" },
      { problem: "object" },
      { problem: "object" },
    ]);
    assert.deepEqual(
      ['{"a": "1", "b": 2}', '{"b": true}', '{"b": {"a": "x"}}', '{"b": null}'].map(pairs),
      Array(4).fill({ problem: "value", key: "b" }),
    );
    assert.deepEqual(pairs('{"a": "1", "\\u0061": "2"}'), { problem: "twice", key: "a" });
    // The first of the two is dropped by whoever reads JSON, and is no text at that.
    assert.deepEqual(
      ['{"a": 1, "a": "b"}', '{"a": {"b": "c"}, "a": "d"}', '{"a": "b", "a": "b"}'].map(pairs),
      Array(3).fill({ problem: "twice", key: "a" }),
    );
    assert.deepEqual(pairs('{"": "1"}'), { problem: "emptyKey" });
  });

  it("are sent only where they differ", () => {
    const there = [
      { key: "same", value: "1" },
      { key: "other", value: "1" },
      { key: "gone", value: "1" },
    ];
    assert.deepEqual(
      planAttributes(
        there,
        new Map([
          ["new", ""],
          ["other", "2"],
          ["same", "1"],
        ]),
      ),
      {
        added: [{ key: "new", value: "" }],
        changed: [{ key: "other", value: "2", before: "1" }],
        deleted: [{ key: "gone", value: "1" }],
      },
    );
    assert.deepEqual(planAttributes(there, new Map(there.map(({ key, value }) => [key, value]))), {
      added: [],
      changed: [],
      deleted: [],
    });
  });
});
