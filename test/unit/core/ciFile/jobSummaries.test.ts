import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { assemblePipeline } from "../../../../src/core/ciFile/assemble.ts";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import { type JobSummary, jobSummaries } from "../../../../src/core/ciFile/jobSummaries.ts";

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
