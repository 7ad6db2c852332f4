import {
  type DecorationOptions,
  Range,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  type Uri,
  window,
  workspace,
  type DecorationRenderOptions,
} from "vscode";
import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Config } from "../../../core/config.ts";
import { type Style, type Color, NO_COLOR, textColor, TRUE_COLOR, FLAGS } from "../../../core/logText/style.ts";
import { type Colored, LINE_LIMIT, paint } from "../../../core/logText/visible.ts";
import { scheduleTimer } from "./batch.ts";
import { channelName } from "./channelName.ts";

/** Limit of decoration types, each of which adds CSS rules to the window. */
const TYPE_LIMIT = 256;
const DELAY = 40;
/**
 * Lines decorated beyond the visible ones: VS Code omits partly visible lines, and short scrolling should not flicker.
 */
const MARGIN = 20;

/** A log document with its colors and times. */
export interface LogLines extends Colored {
  /** Number of log lines missing at the document's start; negative if it begins with other lines. */
  readonly base: number;
  /** Returns when a line was written, in milliseconds since the epoch. */
  timeAt(line: number): number | undefined;
  /** Whether any line has a time. */
  readonly timed: boolean;
}

interface PaintedLog {
  readonly log: Colored & Partial<LogLines>;
  base: number;
}

/**
 * Colors the visible part of job logs in output channels and documents. Channels cannot contain colors, but their
 * editors are among the visible ones and accept decorations. Only visible lines are processed, whatever the length of
 * the log.
 */
export class LogPainter implements Disposable {
  private readonly config: Pick<Config, "get">;
  private readonly owned = new DisposableStore();
  /** By channel name or document URI. */
  private readonly logs = new Map<string, PaintedLog>();
  private timeType: TextEditorDecorationType | undefined;
  private readonly types = new Map<string, TextEditorDecorationType>();
  private readonly painted = new WeakMap<TextEditor, Set<string>>();
  private timer: Disposable | undefined;

  constructor(config: Pick<Config, "get" | "onDidChange">) {
    this.config = config;
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.schedulePaint()));
    this.owned.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.logOf(textEditor.document)) this.schedulePaint();
      }),
    );
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.logOf(document)) this.schedulePaint();
      }),
    );
    this.owned.add(config.onDidChange(() => this.schedulePaint()));
  }

  /** Colors the channel of this name until disposed. */
  addChannel(name: string, channel: Colored): Disposable {
    return this.add(channelKey(name), channel);
  }

  /** Colors a document and shows its times until disposed. */
  addDocument(uri: Uri, lines: LogLines): Disposable {
    return this.add(uri.toString(), lines);
  }

  /** Paints again after a change of a log. */
  repaint(): void {
    this.schedulePaint();
  }

  dispose(): void {
    this.timer?.dispose();
    this.owned.dispose();
    for (const type of this.types.values()) type.dispose();
    this.types.clear();
    this.timeType?.dispose();
    this.logs.clear();
  }

  private add(key: string, log: PaintedLog["log"]): Disposable {
    const entry = { log, base: 0 };
    this.logs.set(key, entry);
    this.schedulePaint();
    return {
      dispose: () => {
        if (this.logs.get(key) === entry) this.logs.delete(key);
      },
    };
  }

  private schedulePaint(): void {
    this.timer ??= scheduleTimer(() => {
      this.timer = undefined;
      for (const editor of window.visibleTextEditors) this.paintEditor(editor);
    }, DELAY);
  }

  private logOf({ uri }: TextDocument): PaintedLog | undefined {
    if (uri.scheme === LOG_SCHEME) return this.logs.get(uri.toString());
    const name = this.logs.size === 0 ? undefined : channelName(uri);
    return name === undefined ? undefined : this.logs.get(channelKey(name));
  }

  private paintEditor(editor: TextEditor): void {
    const entry = this.logOf(editor.document);
    if (!entry) return;
    entry.base = entry.log.base ?? entry.base;
    const before = this.painted.get(editor) ?? new Set<string>();
    const now = new Set<string>();
    if (this.config.get("forgeline.log.colors")) {
      const { document } = editor;
      const lines = { lineCount: document.lineCount, textAt: (line: number) => document.lineAt(line).text };
      const ranges = new Map<string, { style: Style; ranges: Range[] }>();
      for (const visible of editor.visibleRanges) {
        const painting = paint(
          lines,
          entry.log,
          Math.max(0, visible.start.line - MARGIN),
          visible.end.line + MARGIN,
          entry.base,
        );
        entry.base = painting.base;
        for (const [key, { style, ranges: parts }] of painting.byStyle) {
          const known = ranges.get(key) ?? { style, ranges: [] };
          known.ranges.push(...parts.map(({ line, start, end }) => new Range(line, start, line, end)));
          ranges.set(key, known);
        }
      }
      for (const [key, { style, ranges: parts }] of [...ranges].slice(0, TYPE_LIMIT)) {
        this.draw(editor, this.typeOf(key, style), parts);
        now.add(key);
      }
    }
    for (const key of before) {
      const type = now.has(key) ? undefined : this.types.get(key);
      if (type) this.draw(editor, type, []);
    }
    this.painted.set(editor, now);
    if (entry.log.timed) this.showTimes(editor, entry);
  }

  /** Times are decorations before the lines, so that search, links and columns are those of the log. */
  private showTimes(editor: TextEditor, { log, base }: PaintedLog): void {
    const on = this.config.get("forgeline.log.timestamps");
    if (!on && !this.timeType) return;
    this.timeType ??= window.createTextEditorDecorationType({
      before: { color: new ThemeColor("editorLineNumber.foreground"), margin: "0 1.5ch 0 0" },
    });
    const times = on
      ? editor.visibleRanges.flatMap(({ start, end }) =>
          visibleTimes(
            log,
            base,
            Math.max(0, start.line - MARGIN),
            Math.min(end.line + MARGIN, editor.document.lineCount - 1),
          ),
        )
      : [];
    this.draw(editor, this.timeType, times);
  }

  /** Sets decorations; the only place that does. */
  private draw(
    editor: TextEditor,
    type: TextEditorDecorationType,
    ranges: readonly (Range | DecorationOptions)[],
  ): void {
    editor.setDecorations(type, ranges as Range[]);
  }

  /** Returns the decoration type of a style, and disposes the least recently used one beyond the limit. */
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

const channelKey = (name: string): string => `output:${name}`;

/** Returns the times of lines; lines without time are indented by the same width. */
function visibleTimes(log: PaintedLog["log"], base: number, from: number, to: number): DecorationOptions[] {
  return Array.from({ length: Math.max(0, Math.min(to - from + 1, LINE_LIMIT)) }, (_, index) => {
    const time = log.timeAt?.(from + index + base);
    return {
      range: new Range(from + index, 0, from + index, 0),
      renderOptions: { before: { contentText: time === undefined ? "\u00a0".repeat(8) : timeOfDay(time) } },
    };
  });
}

/** Formats a time as `07:33:05` in local time. */
function timeOfDay(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}
const names = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"];

/** Returns a terminal color: a theme color for the first 16, which fits dark, light and high contrast themes. */
function themeColor(color: Color): ThemeColor | string | undefined {
  if (color === NO_COLOR) return undefined;
  if (color < 16) return new ThemeColor(`terminal.ansi${color >= 8 ? "Bright" : ""}${names[color % 8] ?? ""}`);
  return `#${rgbOf(color).toString(16).padStart(6, "0")}`;
}

/** Returns the RGB value of a palette color (16–255) or a 24-bit one. */
function rgbOf(color: Color): number {
  if (color >= TRUE_COLOR) return color - TRUE_COLOR;
  if (color >= 232) return (8 + (color - 232) * 10) * 0x010101;
  const level = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const cube = color - 16;
  return (level(Math.floor(cube / 36)) << 16) | (level(Math.floor(cube / 6) % 6) << 8) | level(cube % 6);
}

/** Returns the decoration of a style. */
function decorationOf(style: Style): DecorationRenderOptions {
  const { bg, flags } = style;
  const fg = textColor(style);
  const inverse = (flags & FLAGS.inverse) !== 0;
  const color = inverse ? (themeColor(bg) ?? new ThemeColor("editor.background")) : themeColor(fg);
  const backgroundColor = inverse ? (themeColor(fg) ?? new ThemeColor("editor.foreground")) : themeColor(bg);
  const lines = [flags & FLAGS.underline ? "underline" : "", flags & FLAGS.strike ? "line-through" : ""].filter(
    Boolean,
  );
  return {
    ...(color && { color }),
    ...(backgroundColor && { backgroundColor }),
    ...(flags & FLAGS.bold && { fontWeight: "bold" }),
    ...(flags & FLAGS.italic && { fontStyle: "italic" }),
    ...(flags & FLAGS.faint && { opacity: "0.7" }),
    ...(lines.length > 0 && { textDecoration: lines.join(" ") }),
  };
}
