import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TextEditor } from "vscode";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { commentBoxes, commentBoxWith } = await import("../../../../src/core/ui/commentBoxes.ts");

const editor = (scheme: string, text: string): TextEditor =>
  ({ document: { uri: { scheme }, getText: () => text } }) as unknown as TextEditor;

describe("the boxes of comments", () => {
  let listeners: Set<() => void>;
  const open = (visibleTextEditors: readonly TextEditor[], activeTextEditor?: TextEditor): void => {
    vscodeFakes.window = {
      visibleTextEditors,
      activeTextEditor,
      onDidChangeVisibleTextEditors: (listener: () => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    };
    for (const listener of [...listeners]) listener();
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    listeners = new Set();
  });
  afterEach(() => {
    mock.timers.reset();
    vscodeFakes.reset();
  });

  it("are the editors of their scheme, the one with the focus first", () => {
    const [file, one, other] = [editor("file", ""), editor("comment", "one"), editor("comment", "other")];
    open([file, one, other], other);
    assert.deepEqual(commentBoxes(), [other, one]);
    open([file, one, other], file);
    assert.deepEqual(commentBoxes(), [one, other]);
  });

  it("are found by their text, also when VS Code reports one late", async () => {
    const box = editor("comment", "Why?");
    open([editor("comment", "Else")]);
    const late = commentBoxWith("Why?");
    mock.timers.tick(900);
    open([editor("comment", "Else"), box]);
    assert.equal(await late, box);
    assert.equal(await commentBoxWith("Why?"), box);
    assert.equal(listeners.size, 0);
  });

  it("are waited for a second at most", async () => {
    open([editor("file", "Why?")]);
    const none = commentBoxWith("Why?");
    mock.timers.tick(1_000);
    assert.deepEqual([await none, listeners.size], [undefined, 0]);
  });
});
