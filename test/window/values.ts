/** The plain classes of VS Code: what extensions make and hand over. */
import type * as vscode from "vscode";
import { URI, Utils } from "vscode-uri";
import type { Position, Range } from "./places.ts";

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath }) as unknown as typeof vscode.Uri;

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  static readonly File = new ThemeIcon("file");
  static readonly Folder = new ThemeIcon("folder");
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&");

export class MarkdownString {
  value: string;
  supportThemeIcons: boolean;
  isTrusted: boolean | { readonly enabledCommands: readonly string[] } | undefined;
  supportHtml: boolean | undefined;
  baseUri: vscode.Uri | undefined;
  constructor(value = "", supportThemeIcons = false) {
    this.value = value;
    this.supportThemeIcons = supportThemeIcons;
  }
  appendText(text: string): this {
    this.value += escaped(text)
      .replace(/([ \t]+)/g, (_match, blanks: string) => "&nbsp;".repeat(blanks.length))
      .replace(/>/gm, "\\>")
      .replace(/\n/g, "\n\n");
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendCodeblock(code: string, language = ""): this {
    this.value += `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
    return this;
  }
}

export class TreeItem {
  label: string | vscode.TreeItemLabel | undefined;
  resourceUri: vscode.Uri | undefined;
  collapsibleState: vscode.TreeItemCollapsibleState;
  constructor(label: string | vscode.TreeItemLabel | vscode.Uri, collapsibleState = 0) {
    if (URI.isUri(label)) this.resourceUri = label;
    else this.label = label as string;
    this.collapsibleState = collapsibleState;
  }
}

type Code = "FileNotFound" | "FileExists" | "FileNotADirectory" | "FileIsADirectory" | "NoPermissions" | "Unavailable";

export class FileSystemError extends Error {
  readonly code: string;
  constructor(about?: string | vscode.Uri, code: Code | "Unknown" = "Unknown") {
    super(typeof about === "string" ? about : (about?.toString() ?? ""));
    this.code = code;
    this.name = `${code} (FileSystemError)`;
  }
  static FileNotFound = (about?: string | vscode.Uri): FileSystemError => new FileSystemError(about, "FileNotFound");
  static FileExists = (about?: string | vscode.Uri): FileSystemError => new FileSystemError(about, "FileExists");
  static FileNotADirectory = (about?: string | vscode.Uri): FileSystemError =>
    new FileSystemError(about, "FileNotADirectory");
  static FileIsADirectory = (about?: string | vscode.Uri): FileSystemError =>
    new FileSystemError(about, "FileIsADirectory");
  static NoPermissions = (about?: string | vscode.Uri): FileSystemError => new FileSystemError(about, "NoPermissions");
  static Unavailable = (about?: string | vscode.Uri): FileSystemError => new FileSystemError(about, "Unavailable");
}

export class Diagnostic {
  range: vscode.Range;
  message: string;
  severity: vscode.DiagnosticSeverity;
  constructor(range: vscode.Range, message: string, severity = 0) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class DiagnosticRelatedInformation {
  location: vscode.Location;
  message: string;
  constructor(location: vscode.Location, message: string) {
    this.location = location;
    this.message = message;
  }
}

export class Hover {
  contents: readonly (vscode.MarkdownString | string)[];
  range: vscode.Range | undefined;
  constructor(contents: vscode.MarkdownString | string | (vscode.MarkdownString | string)[], range?: vscode.Range) {
    this.contents = Array.isArray(contents) ? contents : [contents];
    this.range = range;
  }
}

export class CodeLens {
  range: vscode.Range;
  command: vscode.Command | undefined;
  constructor(range: vscode.Range, command?: vscode.Command) {
    this.range = range;
    this.command = command;
  }
  get isResolved(): boolean {
    return this.command !== undefined;
  }
}

export class DocumentLink {
  range: vscode.Range;
  target: vscode.Uri | undefined;
  constructor(range: vscode.Range, target?: vscode.Uri) {
    this.range = range;
    this.target = target;
  }
}

export class CompletionItem {
  label: string | vscode.CompletionItemLabel;
  kind: vscode.CompletionItemKind | undefined;
  constructor(label: string | vscode.CompletionItemLabel, kind?: vscode.CompletionItemKind) {
    this.label = label;
    this.kind = kind;
  }
}

export class CompletionList<T extends vscode.CompletionItem = vscode.CompletionItem> {
  items: T[];
  isIncomplete: boolean;
  constructor(items: T[] = [], isIncomplete = false) {
    this.items = items;
    this.isIncomplete = isIncomplete;
  }
}

export class SnippetString {
  value: string;
  constructor(value = "") {
    this.value = value;
  }
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
  static readonly Refactor = new CodeActionKind("refactor");
  static readonly Source = new CodeActionKind("source");
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
  contains(other: { readonly value: string }): boolean {
    return this.value === "" || other.value === this.value || other.value.startsWith(`${this.value}.`);
  }
  intersects(other: CodeActionKind): boolean {
    return this.contains(other) || other.contains(this);
  }
}

export class CodeAction {
  title: string;
  kind: vscode.CodeActionKind | undefined;
  constructor(title: string, kind?: vscode.CodeActionKind) {
    this.title = title;
    this.kind = kind;
  }
}

export class DocumentDropOrPasteEditKind extends CodeActionKind {
  static override readonly Empty = new DocumentDropOrPasteEditKind("");
  static readonly Text = new DocumentDropOrPasteEditKind("text");
  override append(...parts: readonly string[]): DocumentDropOrPasteEditKind {
    return new DocumentDropOrPasteEditKind([this.value, ...parts].filter(Boolean).join("."));
  }
}

export class DocumentDropEdit {
  insertText: string | vscode.SnippetString;
  title: string | undefined;
  kind: vscode.DocumentDropOrPasteEditKind | undefined;
  additionalEdit: vscode.WorkspaceEdit | undefined;
  constructor(insertText: string | vscode.SnippetString, title?: string, kind?: vscode.DocumentDropOrPasteEditKind) {
    this.insertText = insertText;
    this.title = title;
    this.kind = kind;
  }
}

export class DocumentPasteEdit {
  insertText: string | vscode.SnippetString;
  title: string;
  kind: vscode.DocumentDropOrPasteEditKind;
  additionalEdit: vscode.WorkspaceEdit | undefined;
  constructor(insertText: string | vscode.SnippetString, title: string, kind: vscode.DocumentDropOrPasteEditKind) {
    this.insertText = insertText;
    this.title = title;
    this.kind = kind;
  }
}

export class FoldingRange {
  start: number;
  end: number;
  kind: vscode.FoldingRangeKind | undefined;
  constructor(start: number, end: number, kind?: vscode.FoldingRangeKind) {
    this.start = start;
    this.end = end;
    this.kind = kind;
  }
}

export class DocumentSymbol {
  name: string;
  detail: string;
  kind: vscode.SymbolKind;
  range: vscode.Range;
  selectionRange: vscode.Range;
  children: vscode.DocumentSymbol[] = [];
  constructor(
    name: string,
    detail: string,
    kind: vscode.SymbolKind,
    range: vscode.Range,
    selectionRange: vscode.Range,
  ) {
    if (!range.contains(selectionRange)) throw new Error("selectionRange must be contained in fullRange");
    this.name = name;
    this.detail = detail;
    this.kind = kind;
    this.range = range;
    this.selectionRange = selectionRange;
  }
}

export class FileDecoration {
  badge: string | undefined;
  tooltip: string | undefined;
  color: vscode.ThemeColor | undefined;
  propagate: boolean | undefined;
  constructor(badge?: string, tooltip?: string, color?: vscode.ThemeColor) {
    this.badge = badge;
    this.tooltip = tooltip;
    this.color = color;
  }
}

export class RelativePattern {
  baseUri: vscode.Uri;
  pattern: string;
  constructor(base: vscode.WorkspaceFolder | vscode.Uri | string, pattern: string) {
    this.baseUri =
      typeof base === "string" ? URI.file(base) : URI.isUri(base) ? base : (base as vscode.WorkspaceFolder).uri;
    this.pattern = pattern;
  }
  get base(): string {
    return this.baseUri.fsPath;
  }
}

export class LanguageModelTextPart {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  content: unknown[];
  constructor(content: unknown[]) {
    this.content = content;
  }
}

export class McpStdioServerDefinition {
  label: string;
  command: string;
  args: string[];
  env: Record<string, string | number | null>;
  version: string | undefined;
  constructor(
    label: string,
    command: string,
    args: string[] = [],
    env: Record<string, string | number | null> = {},
    version?: string,
  ) {
    this.label = label;
    this.command = command;
    this.args = args;
    this.env = env;
    this.version = version;
  }
}

export class TestRunRequest {
  readonly include: readonly vscode.TestItem[] | undefined;
  readonly exclude: readonly vscode.TestItem[] | undefined;
  readonly profile: vscode.TestRunProfile | undefined;
  readonly continuous: boolean;
  readonly preserveFocus: boolean;
  constructor(
    include?: readonly vscode.TestItem[],
    exclude?: readonly vscode.TestItem[],
    profile?: vscode.TestRunProfile,
    continuous = false,
    preserveFocus = true,
  ) {
    this.include = include;
    this.exclude = exclude;
    this.profile = profile;
    this.continuous = continuous;
    this.preserveFocus = preserveFocus;
  }
}

export class TestMessage {
  message: string | vscode.MarkdownString;
  expectedOutput: string | undefined;
  actualOutput: string | undefined;
  location: vscode.Location | undefined;
  stackTrace: TestMessageStackFrame[] | undefined;
  constructor(message: string | vscode.MarkdownString) {
    this.message = message;
  }
}

export class TestMessageStackFrame {
  label: string;
  uri: vscode.Uri | undefined;
  position: Position | undefined;
  constructor(label: string, uri?: vscode.Uri, position?: Position) {
    this.label = label;
    this.uri = uri;
    this.position = position;
  }
}

export class TestCoverageCount {
  covered: number;
  total: number;
  constructor(covered: number, total: number) {
    this.covered = covered;
    this.total = total;
  }
}

export class FileCoverage {
  readonly uri: vscode.Uri;
  statementCoverage: vscode.TestCoverageCount;
  branchCoverage: vscode.TestCoverageCount | undefined;
  declarationCoverage: vscode.TestCoverageCount | undefined;
  constructor(
    uri: vscode.Uri,
    statementCoverage: vscode.TestCoverageCount,
    branchCoverage?: vscode.TestCoverageCount,
    declarationCoverage?: vscode.TestCoverageCount,
  ) {
    this.uri = uri;
    this.statementCoverage = statementCoverage;
    this.branchCoverage = branchCoverage;
    this.declarationCoverage = declarationCoverage;
  }
}

export class StatementCoverage {
  executed: number | boolean;
  location: Position | Range;
  branches: readonly BranchCoverage[];
  constructor(executed: number | boolean, location: Position | Range, branches: readonly BranchCoverage[] = []) {
    this.executed = executed;
    this.location = location;
    this.branches = branches;
  }
}

export class BranchCoverage {
  executed: number | boolean;
  location: Position | Range | undefined;
  label: string | undefined;
  constructor(executed: number | boolean, location?: Position | Range, label?: string) {
    this.executed = executed;
    this.location = location;
    this.label = label;
  }
}

export class DeclarationCoverage {
  name: string;
  executed: number | boolean;
  location: Position | Range;
  constructor(name: string, executed: number | boolean, location: Position | Range) {
    this.name = name;
    this.executed = executed;
    this.location = location;
  }
}

export class TabInputText {
  readonly uri: vscode.Uri;
  constructor(uri: vscode.Uri) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {
  readonly original: vscode.Uri;
  readonly modified: vscode.Uri;
  constructor(original: vscode.Uri, modified: vscode.Uri) {
    this.original = original;
    this.modified = modified;
  }
}

export class TabInputCustom {
  readonly uri: vscode.Uri;
  readonly viewType: string;
  constructor(uri: vscode.Uri, viewType: string) {
    this.uri = uri;
    this.viewType = viewType;
  }
}

export class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

export const QuickInputButtons = { Back: { iconPath: new ThemeIcon("arrow-left") } };
