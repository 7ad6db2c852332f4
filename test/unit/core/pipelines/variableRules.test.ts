import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as rules from "../../../../src/core/pipelines/variableRules.ts";

const { keyProblem, longestKey, variablesText, withoutVariable, withVariable } = rules;

const variable = (key: string, value = "v"): rules.Variable => ({ key, value, variable_type: "env_var" });

describe("variables of a new pipeline", () => {
  for (const [problem, ...keys] of [
    [undefined, "DEPLOY_TO", "a1", "1A", "x".repeat(longestKey)],
    ["empty", ""],
    ["characters", "A B", "A-B", "ÄÖ", "A\n", "$(x)"],
    ["tooLong", "x".repeat(longestKey + 1)],
    ["taken", "TAKEN"],
  ] as const)
    it(`${problem ?? "accepts"}: ${JSON.stringify(keys).slice(0, 60)}`, () => {
      for (const key of keys) assert.equal(keyProblem(key, ["TAKEN"]), problem, key);
    });

  it("appends, replaces and removes in a copy of the list", () => {
    const list = [variable("A"), variable("B")];
    const keys = (of: readonly rules.Variable[]): string => of.map(({ key }) => key).join("");
    const changed = [
      withVariable(list, 2, variable("C")),
      withVariable(list, 0, variable("C")),
      withoutVariable(list, 0),
    ];
    assert.deepEqual([...changed, list].map(keys), ["ABC", "CB", "B", "AB"]);
  });

  it("writes lines and, below their names, files", () => {
    const text = variablesText([
      { key: "A", value: "1" },
      { key: "EMPTY", value: "", variable_type: "env_var" },
      { key: "CONFIG", value: "x: 1\ny: 2", variable_type: "file" },
      { key: "LONG", value: "a\nb\n" },
    ]);
    assert.equal(text, "A=1\nEMPTY=\n# CONFIG (file)\nx: 1\ny: 2\n# LONG\na\nb\n");
  });
});
