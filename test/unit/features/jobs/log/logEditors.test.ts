import assert from "node:assert/strict";
import { mock } from "node:test";
import type { Range, TextEditorDecorationType, Uri } from "vscode";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { LogText } from "../../../../../src/core/logText/logText.ts";
import { LogPainter } from "../../../../../src/features/jobs/log/decorations.ts";
import { EndFollower } from "../../../../../src/features/jobs/log/endFollower.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

/** An editor that shows twenty lines of a log. */
class LogEditor {
  readonly revealed: number[] = [];
  readonly decorations = new Map<unknown, unknown[]>();
  lines: string[];
  private top = 0;

  constructor(lines: string[]) {
    this.lines = lines;
  }

  readonly document = {
    uri: { scheme: "forgeline-log", toString: () => "log" } as Uri,
    lineAt: (line: number) => ({ text: this.lines[line] }),
    lineCount: 0,
  };

  get visibleRanges(): unknown[] {
    const { top } = this;
    const start = { line: top, isBefore: (other: { line: number }) => top < other.line };
    return [{ start, end: { line: Math.min(top + 19, this.document.lineCount - 1) } }];
  }

  setDecorations(type: TextEditorDecorationType, ranges: unknown[]): void {
    this.decorations.set(type, ranges);
  }

  revealRange({ start: { line } }: Range): void {
    this.revealed.push(line);
    this.top = line - 19;
  }

  scroll(top: number): void {
    this.top = top;
  }
}

describe("editors of a job log", () => {
  let editors: Emitter<unknown>;
  let scrolled: Emitter<unknown>;
  let changed: Emitter<unknown>;
  let types: { options: unknown; disposed: boolean }[];
  const open = (editor: LogEditor): void => {
    editor.document.lineCount ||= editor.lines.length;
    Object.assign(vscodeFakes.window, { visibleTextEditors: [editor] });
    editors.fire([editor]);
  };

  beforeEach(() => {
    [editors, scrolled, changed, types] = [new Emitter(), new Emitter(), new Emitter(), []];
    Object.assign(vscodeFakes.window, {
      visibleTextEditors: [],
      onDidChangeVisibleTextEditors: editors.event,
      onDidChangeTextEditorVisibleRanges: scrolled.event,
      createTextEditorDecorationType: (options: unknown) => {
        const type = { options, disposed: false, dispose: () => void (type.disposed = true) };
        types.push(type);
        return type;
      },
    });
    vscodeFakes.workspace = { onDidChangeTextDocument: changed.event, onDidCloseTextDocument: new Emitter().event };
  });

  it("color visible lines unless the setting is off", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const config = new FakeConfig();
    const painter = new LogPainter(config);
    try {
      const text = new LogText();
      text.push(
        Buffer.from("\u001b[32mgreen\u001b[0m plain\n\u001b[1;38;5;196mbold\u001b[0m\n\u001b[1;31mA\u001b[22mB\n"),
      );
      const editor = new LogEditor(["green plain", "bold", "AB", ""]);
      open(editor);
      const log = text.snapshot();
      const colors = { at: (line: number) => log.colorsAt(line) };
      painter.addDocument(editor.document.uri, {
        base: 0,
        lines: log.lines,
        colors,
        timed: false,
        timeAt: () => undefined,
      });
      mock.timers.tick(40);
      const shown: unknown = JSON.parse(
        JSON.stringify([...editor.decorations].map(([type, ranges]) => [(type as (typeof types)[0]).options, ranges])),
      );
      const line = (at: number, end: number, start = 0) => [[start, end].map((character) => ({ line: at, character }))];
      assert.deepEqual(shown, [
        [{ color: { id: "terminal.ansiGreen" } }, line(0, 5)],
        [{ color: "#ff0000", fontWeight: "bold" }, line(1, 4)],
        [{ color: { id: "terminal.ansiBrightRed" }, fontWeight: "bold" }, line(2, 1)],
        [{ color: { id: "terminal.ansiRed" } }, line(2, 2, 1)],
      ]);
      config.values["forgeline.log.colors"] = false;
      config.changed.fire(() => true);
      mock.timers.tick(40);
      assert.deepEqual([...editor.decorations.values()], [[], [], [], []]);
    } finally {
      painter.dispose();
      mock.timers.reset();
    }
    assert.ok(types.every(({ disposed }) => disposed));
  });

  it("follow the end of a growing log from scrolling to it until scrolling up", () => {
    const follower = new EndFollower((uri) => uri.scheme === "forgeline-log");
    const editor = new LogEditor([]);
    editor.document.lineCount = 100;
    open(editor);
    const scroll = (top: number): void => {
      editor.scroll(top);
      scrolled.fire({ textEditor: editor });
    };
    const grow = (): void => {
      editor.document.lineCount += 10;
      changed.fire({ document: editor.document });
    };
    grow();
    scroll(50);
    grow();
    assert.deepEqual(editor.revealed, []);
    scroll(100);
    grow();
    // VS Code reports the scrolling only after the text grew again.
    grow();
    scrolled.fire({ textEditor: editor });
    grow();
    assert.deepEqual(editor.revealed, [129, 139, 149]);
    scroll(60);
    grow();
    assert.equal(editor.revealed.length, 3);
    follower.dispose();
  });
});
