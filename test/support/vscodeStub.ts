import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";

/**
 * Lets plain Node load modules that import "vscode". `l10n.t` fills in its arguments, icons are plain
 * values, enumerations are VS Code's own, and `window`, `commands`, `languages`, `workspace`, `comments`, `authentication`, `tests` and `lm` hold
 * exactly what a test has put into `vscodeFakes`; any other member throws an error with its name. All other exports of VS Code exist and do nothing. Load the module under test with `await import(…)`: static imports are resolved before this file runs.
 */
export interface VscodeFakes {
  window: Record<string, unknown>;
  commands: Record<string, unknown>;
  languages: Record<string, unknown>;
  workspace: Record<string, unknown>;
  comments: Record<string, unknown>;
  authentication: Record<string, unknown>;
  tests: Record<string, unknown>;
  lm: Record<string, unknown>;
  /** Without a fake no other extension is there. */
  extensions: { getExtension(id: string): unknown };
  /** Runs after each test that changed them. */
  reset(): void;
}

const key = Symbol.for("forgeline.test.vscode");
export const vscodeFakes: VscodeFakes = {
  window: {},
  commands: {},
  languages: {},
  workspace: {},
  comments: {},
  authentication: {},
  tests: {},
  lm: {},
  extensions: { getExtension: () => undefined },
  reset() {
    this.window = {};
    this.commands = {};
    this.languages = {};
    this.workspace = {};
    this.comments = {};
    this.authentication = {};
    this.tests = {};
    this.lm = {};
    this.extensions = { getExtension: () => undefined };
  },
};
(globalThis as unknown as Record<symbol, VscodeFakes>)[key] = vscodeFakes;

const made = `
import { posix } from "node:path";
const fakes = globalThis[Symbol.for("forgeline.test.vscode")];
const faked = (name) => new Proxy({}, {
  get: (_, member) => {
    if (!(member in fakes[name])) throw new Error("This test has no vscode." + name + "." + String(member));
    return fakes[name][member];
  },
});
export const window = faked("window");
export const commands = faked("commands");
export const languages = faked("languages");
export const workspace = faked("workspace");
export const comments = faked("comments");
export const authentication = faked("authentication");
export const tests = faked("tests");
export const lm = faked("lm");
export const extensions = { getExtension: (id) => fakes.extensions.getExtension(id) };
export const l10n = { t: (text, ...args) => text.replace(/\\{(\\d+)\\}/g, (hole, at) => (at in args ? String(args[at]) : hole)) };
export class ThemeIcon { constructor(id, color) { this.id = id; this.color = color; } }
export class ThemeColor { constructor(id) { this.id = id; } }
export class TreeItem { constructor(label, collapsibleState) { Object.assign(this, { label, collapsibleState }); } }
export class EventEmitter {
  listeners = new Set();
  event = (listener) => (this.listeners.add(listener), { dispose: () => this.listeners.delete(listener) });
  fire(value) { for (const listener of [...this.listeners]) listener(value); }
  dispose() { this.listeners.clear(); }
}
export class Range {
  constructor(line, start, endLine, end) { Object.assign(this, { line, start, endLine, end }); }
}
export class CompletionList {
  constructor(items = [], isIncomplete = false) { Object.assign(this, { items, isIncomplete }); }
}
export class LanguageModelTextPart { constructor(value) { this.value = value; } }
export class LanguageModelToolResult { constructor(content) { this.content = content; } }
export class Diagnostic { constructor(range, message) { Object.assign(this, { range, message }); } }
export class Uri {
  constructor(parts) { Object.assign(this, parts); }
  static from(parts) { return new Uri(parts); }
  static file(path) { return new Uri({ scheme: "file", path }); }
  static joinPath(uri, ...parts) { return new Uri({ ...uri, path: posix.join(uri.path, ...parts) }); }
  get fsPath() { return this.path; }
  set fsPath(path) { Object.defineProperty(this, "fsPath", { value: path, enumerable: true }); }
  toString() { return this.scheme + ":" + this.path + (this.query === undefined ? "" : "?" + this.query); }
}
export class FileSystemError extends Error {}
export class MarkdownString {
  constructor(value = "") { this.value = value; }
  appendText(value) { this.value += value; return this; }
  appendMarkdown(value) { this.value += value; return this; }
}
export class DocumentDropOrPasteEditKind {
  static Empty = new DocumentDropOrPasteEditKind();
  append() { return this; }
}
export const QuickInputButtons = { Back: { iconPath: "back" } };
export const env = { language: "en" };
`;

const source = [
  made,
  ...others(readFileSync(createRequire(import.meta.url).resolve("@types/vscode/index.d.ts"), "utf8")),
].join("\n");

/** The enumerations of VS Code, and a name for each class and namespace that is not made above. */
function others(types: string): string[] {
  const isMade = (name: string): boolean => new RegExp(`^export (?:const|class) ${name}\\b`, "m").test(made);
  const enums = [...types.matchAll(/^\texport enum (\w+) \{(.*?)^\t\}/gms)].map(([, name = "", body = ""]) => {
    let last = -1;
    const members = [...body.replace(/\/\*.*?\*\//gs, "").matchAll(/(\w+)(?:\s*=\s*(-?\d+))?\s*(?:,|$)/gm)];
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(members.map(([, member, value]) => [member, (last = value === undefined ? last + 1 : Number(value))])))};`;
  });
  const classes = [...types.matchAll(/^\texport class (\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !isMade(name));
  const namespaces = [...types.matchAll(/^\texport namespace (\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !isMade(name));
  return [
    ...enums,
    ...[...new Set(classes)].map((name) => `export class ${name} {}`),
    ...[...new Set(namespaces)].map((name) => `export const ${name} = {};`),
  ];
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: "forgeline-test:vscode", shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === "forgeline-test:vscode" ? { format: "module", source, shortCircuit: true } : next(url, context),
});
