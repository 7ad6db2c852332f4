import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { parseCi } from "../../../src/core/ciFile/document.ts";
import { planMerge } from "../../../src/features/ci/merge/merge.ts";
import { MergeProblem } from "../../../src/features/ci/merge/problem.ts";
import { mutated } from "../../support/mutated.ts";
import { holds } from "../../support/property.ts";

const file = `spec:\n  inputs:\n    a: {}\n---\n# ours\nstages: [build, test]\nvariables:\n  A: "1" # one\n  B: {value: x, description: y}\n.base: &base\n  tags: [x]\nbuild:\n  <<: *base\n  script:\n    - echo "a: b"\n    - |\n      many\n      lines\ninclude:\n  - local: /a.yml\n`;
const template = `stages:\n- build\n- deploy\nvariables: {A: 2, C: 3}\n.base: &base\n  retry: 2\nbuild:\n  extends: .base\n  script: make\ndeploy:\n  <<: *base\n  script: >-\n    folded\n    text\n`;
const pieces =
  "\t¦\n¦\r\n¦: ¦- ¦? ¦[¦]¦{¦}¦&base ¦*base¦*none¦!!binary ¦!reference [a, b]¦|¦>¦'¦\"¦#¦---\n¦...\n¦<<: ¦%YAML 1.1\n¦\ufeff¦\0¦\u2028¦__proto__: ¦stages: ¦@¦`".split(
    "¦",
  );

describe("CI files, however they are damaged", function () {
  it("are read with faults within the text", () =>
    holds(
      "ciFiles",
      mutated(file, pieces),
      (text) => {
        const { entries, faults } = parseCi(text);
        for (const { start, end } of faults) assert.ok(0 <= start && start <= end && end <= text.length);
        assert.ok(entries.length <= text.length);
      },
      { runs: 60, whole: 10_000 },
    ));

  it("are merged by insertions only, or rejected", () =>
    holds(
      "merges",
      fc.record({ mine: mutated(file, pieces), theirs: mutated(template, pieces) }),
      ({ mine, theirs }) => {
        try {
          const { edits, text } = planMerge(mine, theirs).outcome(new Map());
          let [kept, at] = ["", 0];
          let left = text;
          for (const edit of edits) {
            assert.equal(edit.start, edit.end);
            kept += mine.slice(at, edit.start);
            at = edit.start;
            const before = left.slice(0, kept.length);
            assert.equal(before, kept);
            assert.ok(left.slice(kept.length).startsWith(edit.text));
            left = before + left.slice(kept.length + edit.text.length);
          }
          assert.equal(left, mine);
        } catch (error) {
          if (!(error instanceof MergeProblem)) throw error;
        }
      },
      { runs: 60, whole: 10_000 },
    ));

  it("that double at each level are read and merged without expansion", () => {
    const levels = Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    const bomb = ["a0: &a0 [x, x]", ...levels].join("\n");
    assert.equal(parseCi(bomb).entries.length, 41);
    for (const [mine, theirs] of [
      [bomb, template],
      [template, bomb],
      [bomb, bomb],
    ] as const)
      try {
        const { text } = planMerge(mine, theirs).outcome(new Map());
        assert.ok(text.length < 3 * (mine.length + theirs.length), `${text.length} characters`);
      } catch (error) {
        assert.ok(error instanceof MergeProblem, String(error));
      }
  });
});
