import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import { longestYaml, parseYaml } from "../../../../src/core/ciFile/parseYaml.ts";
import { problems } from "./read.ts";

const errorsOf = (text: string) => parseYaml(text, {}).flatMap(({ errors }) => errors);

describe("YAML", () => {
  it("is parsed without working out the line of each error", () => {
    const [error] = errorsOf("a: 1\nb: &a &a 2\n");
    assert.deepEqual([error?.pos[0], error?.linePos], [11, undefined]);
    assert.doesNotMatch(error?.message ?? "", /line/);
  });

  it("has a limited number of errors", () => {
    assert.equal(errorsOf("]".repeat(5_000)).length, 100);
    const documents = parseYaml(`a: 1\n${"]\n".repeat(500)}---\nb: 2\n`, {});
    assert.equal(documents.length, 2);
  });

  it("is not parsed when it is too long, which is no error of the file", async () => {
    const line = "a: 1 # ";
    const [allowed, long] = [longestYaml, longestYaml + 1].map((length) => line + "x".repeat(length - line.length));
    assert.equal(parseCi(allowed ?? "").entries.length, 1);
    assert.throws(() => parseYaml(long ?? "", {}), RangeError);
    const { entries, faults, text } = parseCi(long ?? "");
    assert.deepEqual([entries, faults, text], [[], [{ start: 0, end: 0, unread: true }], long]);
    assert.deepEqual(await problems(long ?? ""), []);
  });

  for (const [what, allowed, refused] of [
    ["lines", "a\n".repeat(5_000), "a\n".repeat(5_001)],
    ["lines that end as on old Macs", "a\r".repeat(5_000), "a\r".repeat(5_001)],
    ["documents", `a: 1\n${"---\n".repeat(100)}`, `a: 1\n${"---\n".repeat(101)}`],
    ["brackets", `a: ${"[],".repeat(1_666)}`, `a: ${"[],".repeat(1_667)}`],
    ["anchors and aliases", "- &a b\n- *a\n".repeat(1_000), `${"- &a b\n- *a\n".repeat(1_000)}- *a`],
    ["tags", "- !a b\n".repeat(2_000), "- !a b\n".repeat(2_001)],
    ["quotes", `a: ${"'".repeat(4_999)}`, `a: ${"'".repeat(5_000)}`],
    ["commas", `a: [${"b,".repeat(4_997)}]`, `a: [${"b,".repeat(4_998)}]`],
    ["keys", "a: 1\n".repeat(4_999), "a: 1\n".repeat(5_001)],
    ["items", "- a\n".repeat(4_999), "- a\n".repeat(5_001)],
  ] as const)
    it(`is not parsed when it has too many ${what}, each of which costs as much as many characters`, () => {
      assert.ok(!parseCi(allowed).faults.some(({ unread }) => unread));
      assert.deepEqual(parseCi(refused).faults, [{ start: 0, end: 0, unread: true }]);
    });

  for (const [what, mark] of [
    ["brackets", "["],
    ["keys in one line", "a: "],
    ["items in one line", "- "],
  ] as const)
    it(`is refused with a fault when ${what} are nested more than a hundred levels deep`, () => {
      assert.throws(() => parseYaml(mark.repeat(200), {}), RangeError);
      assert.match(parseCi(mark.repeat(200)).faults[0]?.message ?? "", /100 levels/);
      assert.doesNotThrow(() => parseYaml(mark.repeat(50), {}));
    });

  it("has a limited number of duplicate keys", () => {
    assert.equal(parseCi(`a: {${"b, ".repeat(500)}}`).duplicateKeys.length, 100);
  });

  it("is parsed when it is more than twice as large as the largest CI files of public projects", () => {
    const job = (at: number): string =>
      `build ${at}:\n  extends: .build\n  needs: ["prepare"]\n  script:\n    - make module-${at} # ${"x".repeat(60)}\n`;
    const jobs = Array.from({ length: 500 }, (_, at) => job(at)).join("");
    assert.ok(jobs.length > 2 * 33_000);
    assert.equal(parseCi(jobs).entries.length, 500);
  });
});
