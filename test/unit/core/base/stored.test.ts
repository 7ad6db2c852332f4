import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  asFlag,
  asId,
  asNumber,
  asText,
  dictionaryOf,
  either,
  listOf,
  oneOf,
  type Parse,
  recordOf,
} from "../../../../src/core/base/stored.ts";

describe("stored values", () => {
  const person = recordOf({ name: asText }, { age: asNumber, admin: asFlag });
  const cases: readonly [what: string, parse: Parse<unknown>, stored: unknown, parsed: unknown][] = [
    ["a text", asText, "a", "a"],
    ["a number for a text", asText, 1, undefined],
    ["an id", asId, 7, 7],
    ["one of a few", oneOf("a", "b"), "b", "b"],
    ["another", oneOf("a", "b"), "c", undefined],
    ["the second of two", either(asNumber, asFlag), false, false],
    ["a list without what is malformed", listOf(asText), ["a", 1, null, "b"], ["a", "b"]],
    ["an object for a list", listOf(asText), {}, undefined],
    ["fields, and no others", person, { name: "a", admin: true, more: 1 }, { name: "a", admin: true }],
    ["a malformed optional field", person, { name: "a", age: "1" }, { name: "a" }],
    ["a missing field", person, { age: 1 }, undefined],
    ["null for an object", person, null, undefined],
    ["any names", dictionaryOf(asText), { a: "1", b: 2, __proto__: { c: "3" } }, { a: "1" }],
    ["a text for names", dictionaryOf(asText), "a", undefined],
  ];
  for (const [what, parse, stored, parsed] of cases)
    it(`are validated: ${what}`, () => assert.deepEqual(parse(stored), parsed));
});
