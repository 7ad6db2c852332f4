import { Range, type TextEditor, type TextEditorDecorationType, window, workspace } from "vscode";
import type { Config } from "../config.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import { EXTENSION_ID } from "../ids.ts";
import { later } from "./batch.ts";
import { decorationOf } from "./look.ts";
import type { Style } from "./style.ts";
import { type Colored, paint } from "./visible.ts";

/** Decoration types are rules of the window's style sheet: kept for reuse, but not without bound. */
const TYPE_LIMIT = 256;
const DELAY = 40;
/** Lines beyond the visible ones: VS Code leaves half visible lines out, and short scrolling should not flicker. */
const MARGIN = 20;

/** VS Code names the document of an extension's channel `output:extension-output-<extension>-#<n>-<channel name>`. */
const CHANNEL_PATH = /^\/?extension-output-(.+?)-#\d+-(.*)$/s;

/**
 * Colours the visible part of job log channels. A channel's text cannot carry colours, but once shown its editor is
 * among the visible ones and takes decorations. Works on the visible lines only, whatever the log's length.
 */
export class ChannelColors implements Disposable {
  private readonly config: Pick<Config, "log">;
  private readonly owned = new DisposableStore();
  private readonly channels = new Map<string, { channel: Colored; base: number }>();
  private readonly types = new Map<string, TextEditorDecorationType>();
  private readonly painted = new WeakMap<TextEditor, Set<string>>();
  private timer: Disposable | undefined;

  constructor(config: Pick<Config, "log" | "onDidChange">) {
    this.config = config;
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.soon()));
    this.owned.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.channelOf(textEditor)) this.soon();
      }),
    );
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === "output" && this.channels.size > 0) this.soon();
      }),
    );
    this.owned.add(config.onDidChange(() => this.soon()));
  }

  /** Colours the channel of this name from now on; the returned disposable ends that. */
  add(name: string, channel: Colored): Disposable {
    const entry = { channel, base: 0 };
    this.channels.set(name, entry);
    this.soon();
    return {
      dispose: () => {
        if (this.channels.get(name) === entry) this.channels.delete(name);
      },
    };
  }

  dispose(): void {
    this.timer?.dispose();
    this.owned.dispose();
    for (const type of this.types.values()) type.dispose();
    this.types.clear();
    this.channels.clear();
  }

  private soon(): void {
    this.timer ??= later(() => {
      this.timer = undefined;
      for (const editor of window.visibleTextEditors) this.paintEditor(editor);
    }, DELAY);
  }

  private channelOf(editor: TextEditor): { channel: Colored; base: number } | undefined {
    const { uri } = editor.document;
    if (uri.scheme !== "output") return undefined;
    const [, extension = "", name = ""] = CHANNEL_PATH.exec(uri.path) ?? [];
    return extension.toLowerCase() === EXTENSION_ID ? this.channels.get(name) : undefined;
  }

  private paintEditor(editor: TextEditor): void {
    const entry = this.channelOf(editor);
    if (!entry) return;
    const before = this.painted.get(editor) ?? new Set<string>();
    const now = new Set<string>();
    if (this.config.log.colors) {
      const { document } = editor;
      const lines = { lineCount: document.lineCount, textAt: (line: number) => document.lineAt(line).text };
      const ranges = new Map<string, { style: Style; ranges: Range[] }>();
      for (const visible of editor.visibleRanges) {
        const painting = paint(lines, entry.channel, Math.max(0, visible.start.line - MARGIN), visible.end.line + MARGIN, entry.base);
        entry.base = painting.base;
        for (const [key, { style, ranges: parts }] of painting.byStyle) {
          const known = ranges.get(key) ?? { style, ranges: [] };
          known.ranges.push(...parts.map(({ line, start, end }) => new Range(line, start, line, end)));
          ranges.set(key, known);
        }
      }
      for (const [key, { style, ranges: parts }] of [...ranges].slice(0, TYPE_LIMIT)) {
        editor.setDecorations(this.typeOf(key, style), parts);
        now.add(key);
      }
    }
    for (const key of before) {
      const type = now.has(key) ? undefined : this.types.get(key);
      if (type) editor.setDecorations(type, []);
    }
    this.painted.set(editor, now);
  }

  /** The type of a style; the one used longest ago goes when there are too many. */
  private typeOf(key: string, style: Style): TextEditorDecorationType {
    const type = this.types.get(key) ?? window.createTextEditorDecorationType(decorationOf(style));
    this.types.delete(key);
    this.types.set(key, type);
    const [oldest] = this.types;
    if (oldest && this.types.size > TYPE_LIMIT) {
      oldest[1].dispose();
      this.types.delete(oldest[0]);
    }
    return type;
  }
}
