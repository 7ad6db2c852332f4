import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  keyProblem,
  longestKey,
  variablesText,
  withoutVariable,
  withVariable,
  type Variable,
} from "../../../../src/core/pipelines/variableRules.ts";

const variable = (key: string, value = "v"): Variable => ({ key, value, variable_type: "env_var" });

describe("variables of a new pipeline", () => {
  const cases: readonly [key: string, problem: ReturnType<typeof keyProblem>][] = [
    ["DEPLOY_TO", undefined],
    ["a1", undefined],
    ["1A", undefined],
    ["", "empty"],
    ["A B", "characters"],
    ["A-B", "characters"],
    ["ÄÖ", "characters"],
    ["A\n", "characters"],
    ["$(x)", "characters"],
    ["x".repeat(longestKey), undefined],
    ["x".repeat(longestKey + 1), "tooLong"],
    ["TAKEN", "taken"],
  ];
  for (const [key, problem] of cases)
    it(`${problem ?? "accepts"}: ${JSON.stringify(key.slice(0, 20))}`, () =>
      assert.equal(keyProblem(key, ["TAKEN"]), problem));

  it("appends, replaces and removes in a copy of the list", () => {
    const list = [variable("A"), variable("B")];
    const keys = (of: readonly Variable[]): string => of.map(({ key }) => key).join("");
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
