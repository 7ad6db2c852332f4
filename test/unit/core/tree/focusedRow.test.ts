import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { focusedRow } = await import("../../../../src/core/tree/focusedRow.ts");

describe("the focused row", () => {
  const view: { selection: readonly string[] } = { selection: [] };
  let focus: string | undefined;

  beforeEach(() => {
    // As VS Code does in the list with the focus.
    vscodeFakes.commands["executeCommand"] = (id: string) => {
      if (id !== "list.toggleSelection") throw new Error(id);
      const { selection } = view;
      if (focus !== undefined)
        view.selection = selection.includes(focus) ? selection.filter((row) => row !== focus) : [...selection, focus];
      return Promise.resolve();
    };
  });
  afterEach(() => vscodeFakes.reset());

  for (const [title, selection, at, found] of [
    ["is not the selected one after arrow keys", ["a"], "b", ["b", ["b"]]],
    ["is there without a selection", [], "b", ["b", ["b"]]],
    ["is the selected one", ["a"], "a", ["a", ["a"]]],
    ["comes with the selection that it is part of", ["a", "b"], "b", ["b", ["a", "b"]]],
    ["is none without a focus", ["a"], undefined, []],
  ] as const)
    it(title, async () => {
      [view.selection, focus] = [selection, at];
      assert.deepEqual(await focusedRow(view), found);
      assert.deepEqual([...view.selection].toSorted(), [...selection], "the selection is as before");
    });
});
