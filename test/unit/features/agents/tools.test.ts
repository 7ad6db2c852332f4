import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import type { ToolName } from "../../../../src/features/agents/toolNames.ts";

const { tools } = await import("../../../../src/features/agents/tools.ts");
const { toolNames } = await import("../../../../src/features/agents/toolNames.ts");

/** Tools that change something on the host. */
const writing: readonly ToolName[] = [
  "forgeline_retry",
  "forgeline_run_pipeline",
  "forgeline_comment",
  "forgeline_suggest_change",
];

describe("the tools for language models", () => {
  it("ask before they write, and say so to models and people", () => {
    assert.deepEqual(
      toolNames.filter((name) => tools[name].plan !== undefined),
      writing,
    );
    for (const name of writing) {
      assert.match(tools[name].modelDescription, /only when the user asks[\s\S]*The user confirms each/, name);
      assert.match(tools[name].userDescription, /after you confirm$/, name);
    }
  });

  it("are described briefly for people and completely for models", () => {
    for (const name of toolNames) {
      const { userDescription, modelDescription, input } = tools[name];
      assert.ok(userDescription.length <= 120 && !userDescription.endsWith("."), userDescription);
      assert.ok(
        modelDescription.length >= 120 && modelDescription.length <= 700,
        `${name}: ${modelDescription.length}`,
      );
      for (const [key, { description }] of Object.entries(input.properties))
        assert.match(description, /^[A-Z].*\.$/, `${name}: ${key}`);
      for (const key of input.required ?? []) assert.ok(Object.hasOwn(input.properties, key), `${name}: ${key}`);
    }
  });

  it("have a reference each", () => {
    assert.equal(new Set(toolNames.map((name) => tools[name].reference)).size, toolNames.length);
  });

  it("name only tools that exist when they send a model on", () => {
    const named = toolNames.flatMap((name) => tools[name].modelDescription.match(/forgeline_\w+/g) ?? []);
    assert.deepEqual(
      named.filter((name) => !toolNames.some((one) => one === name)),
      [],
    );
  });
});
