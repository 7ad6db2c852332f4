import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { disrupting } from "../../../../src/core/base/disrupting.ts";
import { pasteable } from "../../../../src/core/ui/pasteable.ts";
import { plainText } from "../../../../src/core/ui/plainText.ts";
import { saveName } from "../../../../src/core/ui/saveName.ts";
import { anyText } from "../../../support/anyText.ts";
import { hostileTexts } from "../../../support/hostileTexts.ts";
import { holds } from "../../../support/property.ts";

describe("plainText", () => {
  const cases: readonly [name: string, given: string | null | undefined, expected: string][] = [
    ["leaves words alone", "Reference not found", "Reference not found"],
    ["joins lines", "one\r\ntwo\tthree", "one two three"],
    ["defuses command links", "[x](command:workbench.action.quit)", "[x]\u200b(command:workbench.action.quit)"],
    ["defuses icons", "$(trash) name", "$\u200b(trash) name"],
    ["keeps tags, which are shown as they are", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["drops what turns the text around", "a\u202eb", "a b"],
    ["drops the marks that reorder digits and signs", "release/\u200f1.2\u061c/3\u200e", "release/ 1.2 /3"],
    ["isolates what is written from right to left", "ענף 12", "\u2068ענף 12\u2069"],
    ["keeps one isolate where it was made before", "!5: \u2068ענף\u2069 – main", "!5: \u2068ענף\u2069 – main"],
    ["drops isolates that are not closed, or hold others", "\u2067a\u2069 \u2068b", "a   b"],
    ["takes null", null, ""],
    ["takes nothing", undefined, ""],
  ];
  for (const [name, given, expected] of cases) it(name, () => assert.equal(plainText(given), expected));

  it("takes no longer for ten megabytes than for what is shown of them", () => {
    for (const unit of ["x", "\u2068", "\u2068ש\u2069", " ", "$(", "](", "\n"])
      assert.ok(plainText(unit.repeat(10_000_000 / unit.length)).length <= 1000);
  });

  it("is one line within the limit whatever comes, and does not change twice", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("$()[]a \n\r\t\u202e\u2028é\u200f\u2066\u2068\u2069ש😀")) }),
        fc.integer({ min: 1, max: 50 }),
        (text, limit) => {
          const plain = plainText(text, limit);
          assert.doesNotMatch(plain, /[\n\r]|\]\(|\$\(/);
          assert.ok(plain.replace(/[\u200b\u2068\u2069]/g, "").length <= limit);
          // What is left of the controls of direction is closed, and holds what is written from right to left.
          const outside = plain.replace(/\u2068[^\u2066-\u2069]*\u2069/g, "").replace(/^\u2068(.*)\u2069$/, "");
          assert.doesNotMatch(outside, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069ש]/);
          assert.equal(plainText(plain), plain);
        },
      ),
      { examples: ["3 \u2068\u2069ש", "50 \u2068ש\u2069, ש"].map((one) => [one.replace(/^\d+ /, ""), parseInt(one)]) },
    ));
});

describe("names for the clipboard", () => {
  it("run nothing where they are pasted", () => {
    assert.equal(pasteable("Name\n rm -rf ~\r\u0085\u001b[201~\n"), "Name  rm -rf ~ [201~");
    for (const text of Object.values(hostileTexts)) assert.doesNotMatch(pasteable(text), new RegExp(disrupting));
    assert.equal(pasteable("Forge.Line-1.0+a_b (x) $y"), "Forge.Line-1.0+a_b (x) $y");
  });
});

describe("the name that a save dialog proposes", () => {
  for (const [name, proposed] of [
    ["App.1.0.0.nupkg", "App.1.0.0.nupkg"],
    [".gitlab-ci.yml", ".gitlab-ci.yml"],
    ["Überblick (1).pdf", "Überblick (1).pdf"],
    ["../../.bashrc", ".bashrc"],
    ["/etc/cron.d/x", "x"],
    ["..\\..\\Startup\\x.bat", "x.bat"],
    ["C:x", "C_x"],
    ["..", "file"],
    ["a/", "file"],
    ["", "file"],
    [" nul", "_nul"],
    ["COM1.txt", "_COM1.txt"],
    ["console.log", "console.log"],
    ["a\u202egnp.exe", "a_gnp.exe"],
    ["x\0.txt", "x_.txt"],
    ["x.txt. . ", "x.txt"],
    [`${"x".repeat(1_000_000)}.txt`, `${"x".repeat(196)}.txt`],
  ] as const)
    it(`is ${JSON.stringify(proposed)} for ${JSON.stringify(name.slice(0, 30))}`, () =>
      assert.equal(saveName(name), proposed));

  it("is a name alone on every system, whatever a host calls the file", () =>
    holds("saveNames", fc.oneof(anyText(), fc.constantFrom(...Object.values(hostileTexts))), (name) => {
      const proposed = saveName(name);
      for (const system of [path.posix, path.win32])
        assert.equal(system.basename(system.join("x", proposed)), proposed);
      assert.doesNotMatch(proposed, /[\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]|^\.*$|[. ]$/u);
      assert.equal(saveName(proposed), proposed);
    }));
});
