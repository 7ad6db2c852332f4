/** The window that log channels are shown in. Load src/logs modules with `await import(…)`. */
import { Emitter } from "../../../../../src/core/base/events.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

/** An output channel, and the document VS Code makes of it once shown. */
export class FakeChannel {
  readonly name: string;
  text = "";
  shown = 0;
  disposed = false;
  readonly show = (): void => void this.shown++;
  readonly dispose = (): void => void (this.disposed = true);

  constructor(name: string) {
    this.name = name;
  }

  append(text: string): void {
    if (this.disposed) throw new Error("Channel has been closed");
    this.text += text;
  }
}

interface FakeEditor {
  readonly document: unknown;
  visibleRanges: { start: { line: number }; end: { line: number } }[];
  /** Ranges by decoration type. */
  readonly decorations: Map<unknown, unknown[]>;
  setDecorations(type: unknown, ranges: unknown[]): void;
}

/** The parts of a window that log channels touch. */
export class FakeWindow {
  readonly channels: FakeChannel[] = [];
  readonly context = new Map<string, unknown>();
  readonly opened: unknown[] = [];
  readonly types: { options: unknown; disposed: boolean }[] = [];
  readonly focus = new Emitter<{ focused: boolean }>();
  readonly editors = new Emitter<unknown>();
  readonly scrolled = new Emitter<unknown>();
  readonly changedText = new Emitter<unknown>();
  readonly closedText = new Emitter<unknown>();
  readonly visible: FakeEditor[] = [];

  constructor() {
    Object.assign(vscodeFakes.window, {
      state: { focused: true },
      visibleTextEditors: this.visible,
      onDidChangeWindowState: this.focus.event,
      onDidChangeVisibleTextEditors: this.editors.event,
      onDidChangeTextEditorVisibleRanges: this.scrolled.event,
      createOutputChannel: (name: string) => {
        const channel = new FakeChannel(name);
        this.channels.push(channel);
        return channel;
      },
      createTextEditorDecorationType: (options: unknown) => {
        const type = { options, disposed: false, dispose: () => void (type.disposed = true) };
        this.types.push(type);
        return type;
      },
    });
    const nothing = (): { dispose(): void } => ({ dispose: () => undefined });
    Object.assign(vscodeFakes.languages, {
      registerFoldingRangeProvider: nothing,
      registerDocumentSymbolProvider: nothing,
      registerCodeLensProvider: nothing,
    });
    Object.assign(vscodeFakes.workspace, {
      onDidChangeTextDocument: this.changedText.event,
      onDidCloseTextDocument: this.closedText.event,
    });
    Object.assign(vscodeFakes.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "setContext") this.context.set(String(args[0]), args[1]);
        else this.opened.push(args[0]);
        return Promise.resolve();
      },
    });
  }

  /** Shows a channel's text in an editor, as the output panel does. */
  editorOf(channel: FakeChannel, from = 0, to = 50): FakeEditor {
    const lines = (): string[] => channel.text.split("\n");
    const editor: FakeEditor = {
      document: {
        uri: { scheme: "output", path: `extension-output-forgeline.forgeline-#1-${channel.name}` },
        get lineCount() {
          return lines().length;
        },
        lineAt: (line: number) => ({ text: lines()[line] }),
      },
      visibleRanges: [{ start: { line: from }, end: { line: to } }],
      decorations: new Map(),
      setDecorations: (type, ranges) => void editor.decorations.set(type, ranges),
    };
    this.visible.push(editor);
    return editor;
  }
}
