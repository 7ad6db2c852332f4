import assert from "node:assert/strict";
import { assemblePipeline } from "../../../../src/core/ciFile/assemble.ts";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import { type JobSummary, jobSummaries } from "../../../../src/core/ciFile/jobSummaries.ts";
import { longestYaml, parseYaml } from "../../../../src/core/ciFile/parseYaml.ts";
import { problems } from "./read.ts";

const none = { local: () => Promise.resolve(undefined), template: () => Promise.resolve(undefined) };
const summaries = async (text: string): Promise<JobSummary[]> =>
  jobSummaries(await assemblePipeline({ id: "a", document: parseCi(text), editable: true }, none));

describe("jobs of a CI file in brief", () => {
  it("are sorted by stage, with what they need and when they run, also inherited", async () => {
    const text = `
stages: [build, test]
.base: { stage: build, rules: [{ if: $A, changes: [a.c, b.c], when: manual }, { when: never }] }
late: { stage: test, script: x, needs: [early, { job: other, optional: true }] }
early: { extends: .base, script: x }
other: { stage: build, script: x, needs: [], only: [main, tags], when: manual }
plain: { script: x }
`;
    const rules = ["if: $A; changes: a.c, b.c; when: manual", "when: never"];
    assert.deepEqual(await summaries(text), [
      { name: "early", stage: "build", needs: undefined, rules },
      { name: "other", stage: "build", needs: [], rules: ["only: main, tags", "when: manual"] },
      { name: "late", stage: "test", needs: ["early", "other"], rules: [] },
      { name: "plain", stage: "test", needs: undefined, rules: [] },
    ]);
  });

  it("bound the number and the length of rules", async () => {
    const rules = Array.from({ length: 14 }, (_, at) => `    - if: $V${at} == "${"x".repeat(300)}"`).join("\n");
    const [job] = await summaries(`a:\n  script: x\n  rules:\n${rules}\n`);
    const { rules: listed } = job ?? { rules: [] };
    assert.deepEqual([listed.length, listed.at(-1)], [11, "and 4 more"]);
    assert.ok(listed.every((one) => one.length <= 151));
  });
});

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
