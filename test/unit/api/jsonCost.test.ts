import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseBody } from "../../../src/api/json.ts";
import { jsonProblem } from "../../../src/api/jsonCost.ts";

const long = "x".repeat(100_000);

const testCase = {
  status: "success",
  name: "adds two numbers",
  classname: "spec.models.sum",
  file: "spec/models/sum_spec.rb",
  execution_time: 0.012,
  system_output: null,
  stack_trace: null,
  recent_failures: { count: 0, base_branch: "main" },
};
const diff = { old_path: "a", new_path: "a", new_file: false, diff: '+  "a\\": 1,\n'.repeat(6_000) };

describe("what a JSON text costs", () => {
  for (const [what, text, problem] of [
    ["levels", `["${long}",${"[".repeat(1_000)}`, "is nested too deeply"],
    ["levels of records", `["${long}",${'{"a":'.repeat(1_000)}`, "is nested too deeply"],
    ["records", `[${"{},".repeat(100_000)}{}]`, "has too many values"],
    ["values", `[${"1,".repeat(600_001)}1]`, "has too many values"],
    [
      "names that are all different",
      `{${Array.from({ length: 12_000 }, (_, at) => `"name${at}":1`).join(",")}}`,
      "has too many values",
    ],
    [
      "records whose names are all different",
      `[${Array.from({ length: 60_000 }, (_, at) => `{"name${at % 1_000}":1}`).join(",")}]`,
      "has too many values",
    ],
    ["digits", "9".repeat(3_000_001), "has too many values"],
  ] as const)
    it(`is refused for its ${what}`, () => {
      assert.equal(jsonProblem(text), problem);
      assert.throws(() => parseBody(text, "application/json"), new RegExp(problem));
    });

  it("does not count what is written in texts, also behind escapes", () => {
    for (const text of [`["${'[{,\\"'.repeat(100_000)}"]`, `["${"\\\\".repeat(100_000)}",["a"]]`])
      assert.equal(jsonProblem(text), undefined);
  });

  for (const [what, text] of [
    ["a test report of 20,000 cases", JSON.stringify({ test_suites: [{ test_cases: Array(20_000).fill(testCase) }] })],
    ["a page of a hundred large diffs", JSON.stringify(Array(100).fill(diff))],
  ] as const)
    it(`is no reason to refuse ${what}`, () => assert.doesNotThrow(() => parseBody(text, "application/json")));
});
