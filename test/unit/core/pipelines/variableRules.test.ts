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
  for (const [key, problem] of cases) {
    it(`calls ${JSON.stringify(key.slice(0, 20))} ${problem ?? "a name"}`, () =>
      assert.equal(keyProblem(key, ["TAKEN"]), problem));
  }

  it("appends, replaces and removes without touching the list given", () => {
    const list = [variable("A"), variable("B")];
    assert.deepEqual(
      withVariable(list, 2, variable("C")).map(({ key }) => key),
      ["A", "B", "C"],
    );
    assert.deepEqual(
      withVariable(list, 0, variable("C")).map(({ key }) => key),
      ["C", "B"],
    );
    assert.deepEqual(
      withoutVariable(list, 0).map(({ key }) => key),
      ["B"],
    );
    assert.deepEqual(
      list.map(({ key }) => key),
      ["A", "B"],
    );
  });

  it("writes lines, and files below their names", () => {
    const text = variablesText([
      { key: "A", value: "1" },
      { key: "EMPTY", value: "", variable_type: "env_var" },
      { key: "CONFIG", value: "x: 1\ny: 2", variable_type: "file" },
      { key: "LONG", value: "a\nb\n" },
    ]);
    assert.equal(text, "A=1\nEMPTY=\n# CONFIG (file)\nx: 1\ny: 2\n# LONG\na\nb\n");
  });
});
