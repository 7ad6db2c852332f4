import { registerHooks } from "node:module";

/**
 * Lets plain Node load modules that import "vscode" for their words and boxes. `l10n.t` fills its holes, icons are plain
 * values, and `window`, `commands` and `workspace` hold exactly what a test has put into `vscodeFakes`; anything else
 * fails by name. Load the module under test with `await import(…)`: static imports are resolved before this file runs.
 */
export interface VscodeFakes {
  window: Record<string, unknown>;
  commands: Record<string, unknown>;
  workspace: Record<string, unknown>;
  /** Runs after each test that changed them. */
  reset(): void;
}

const key = Symbol.for("forgeline.test.vscode");
export const vscodeFakes: VscodeFakes = {
  window: {},
  commands: {},
  workspace: {},
  reset() {
    this.window = {};
    this.commands = {};
    this.workspace = {};
  },
};
(globalThis as unknown as Record<symbol, VscodeFakes>)[key] = vscodeFakes;

const source = `
const fakes = globalThis[Symbol.for("forgeline.test.vscode")];
const faked = (name) => new Proxy({}, {
  get: (_, member) => {
    if (!(member in fakes[name])) throw new Error("This test has no vscode." + name + "." + String(member));
    return fakes[name][member];
  },
});
export const window = faked("window");
export const commands = faked("commands");
export const workspace = faked("workspace");
export const extensions = { getExtension: () => undefined };
export const l10n = { t: (text, ...args) => text.replace(/\\{(\\d+)\\}/g, (hole, at) => (at in args ? String(args[at]) : hole)) };
export class ThemeIcon { constructor(id, color) { this.id = id; this.color = color; } }
export class ThemeColor { constructor(id) { this.id = id; } }
export class EventEmitter {}
export class TreeItem { constructor(label, collapsibleState) { Object.assign(this, { label, collapsibleState }); } }
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class Uri {}
export class Range {}
export class TabInputCustom {}
export class TabInputText {}
export class TabInputTextDiff {}
export class FileSystemError extends Error {}
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: { iconPath: "back" } };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export const env = { language: "en" };
`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: "forgeline-test:vscode", shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === "forgeline-test:vscode" ? { format: "module", source, shortCircuit: true } : next(url, context),
});
