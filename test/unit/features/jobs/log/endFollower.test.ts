import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Range, Uri } from "vscode";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { FakeWindow } from "./logsStub.ts";

const { EndFollower } = await import("../../../../../src/features/jobs/log/endFollower.ts");

/** An editor of so many lines that shows twenty of them. */
class ShownLog {
  readonly revealed: number[] = [];
  readonly document = { uri: { scheme: "forgeline-log" } as Uri, lineCount: 100 };
  private top = 0;

  get visibleRanges(): unknown[] {
    const { top } = this;
    const start = { line: top, isBefore: (other: { line: number }) => top < other.line };
    return [{ start, end: { line: Math.min(top + 19, this.document.lineCount - 1) } }];
  }

  revealRange({ start: { line } }: Range): void {
    this.revealed.push(line);
    this.top = line - 19;
  }

  scroll(top: number): void {
    this.top = top;
  }
}

describe("the end of a growing log", () => {
  let window: FakeWindow;
  let editor: ShownLog;
  let follower: InstanceType<typeof EndFollower>;

  beforeEach(() => {
    window = new FakeWindow();
    editor = new ShownLog();
    Object.assign(vscodeFakes.window, { visibleTextEditors: [editor] });
    follower = new EndFollower((uri) => uri.scheme === "forgeline-log");
    window.editors.fire([editor]);
  });
  afterEach(() => {
    follower.dispose();
    vscodeFakes.reset();
  });

  const scroll = (top: number): void => {
    editor.scroll(top);
    window.scrolled.fire({ textEditor: editor });
  };
  const grow = (lines = 10): void => {
    editor.document.lineCount += lines;
    window.changedText.fire({ document: editor.document });
  };

  it("does not move an editor that shows another part", () => {
    grow();
    scroll(50);
    grow();
    assert.deepEqual(editor.revealed, []);
  });

  it("stays in sight from scrolling to it until scrolling up, however fast the log grows", () => {
    scroll(80);
    grow();
    // VS Code tells of the scrolling only after the text grew again.
    grow();
    window.scrolled.fire({ textEditor: editor });
    grow();
    assert.deepEqual(editor.revealed, [109, 119, 129]);
    scroll(60);
    grow();
    assert.deepEqual(editor.revealed, [109, 119, 129]);
    scroll(editor.document.lineCount - 20);
    grow();
    assert.equal(editor.revealed.at(-1), editor.document.lineCount - 1);
  });
});
