import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseBody } from "../../../src/api/json.ts";
import { jsonProblem } from "../../../src/api/jsonCost.ts";

const long = "x".repeat(100_000);

describe("what a JSON text costs", () => {
  for (const [what, text, problem] of [
    ["levels", `["${long}",${"[".repeat(1_000)}`, "is nested too deeply"],
    ["levels of records", `["${long}",${'{"a":'.repeat(1_000)}`, "is nested too deeply"],
    ["records", `[${"{},".repeat(300_000)}{}]`, "has too many values"],
    ["values", `[${"1,".repeat(2_100_000)}1]`, "has too many values"],
    [
      "names that are all different",
      `{${Array.from({ length: 12_000 }, (_, at) => `"name${at}":1`).join(",")}}`,
      "has too many values",
    ],
  ] as const)
    it(`is refused for its ${what}`, () => {
      assert.equal(jsonProblem(text), problem);
      assert.throws(() => parseBody(text, "application/json"), new RegExp(problem));
    });

  it("does not count what is written in texts, also behind escapes", () => {
    for (const text of [`["${'[{,\\"'.repeat(100_000)}"]`, `["${"\\\\".repeat(100_000)}",["a"]]`])
      assert.equal(jsonProblem(text), undefined);
  });

  it("is no reason to refuse a list of ten megabytes", () => {
    const job = {
      id: 1,
      name: "job",
      status: "success",
      user: { id: 3, name: "a" },
      tags: ["x"],
      web_url: "https://a",
    };
    const text = JSON.stringify(Array(50_000).fill({ ...job, description: "x".repeat(100) }));
    assert.equal(jsonProblem(text), undefined);
    assert.equal((parseBody(text, "application/json") as unknown[]).length, 50_000);
  });
});
