import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { plainText } from "../../../../src/core/ui/plainText.ts";

describe("plainText", () => {
  const cases: readonly [name: string, given: string | null | undefined, expected: string][] = [
    ["leaves words alone", "Reference not found", "Reference not found"],
    ["joins lines", "one\r\ntwo\tthree", "one two three"],
    ["defuses command links", "[x](command:workbench.action.quit)", "[x]\u200b(command:workbench.action.quit)"],
    ["defuses icons", "$(trash) name", "$\u200b(trash) name"],
    ["keeps tags, which are shown as they are", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["drops what turns the text around", "a\u202eb", "a b"],
    ["takes null", null, ""],
    ["takes nothing", undefined, ""],
  ];
  for (const [name, given, expected] of cases) it(name, () => assert.equal(plainText(given), expected));

  it("is one line within the limit whatever comes, and does not change twice", () =>
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("$", "(", ")", "[", "]", "a", " ", "\n", "\r", "\t", "\u202e", "\u2028", "é"),
        }),
        fc.integer({ min: 1, max: 50 }),
        (text, limit) => {
          const plain = plainText(text, limit);
          assert.doesNotMatch(plain, /[\n\r]|\]\(|\$\(/);
          assert.ok(plain.replaceAll("\u200b", "").length <= limit);
          assert.equal(plainText(plain), plain);
        },
      ),
    ));
});
