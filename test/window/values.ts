/** The plain classes of VS Code: what extensions make and hand over. */
import type * as vscode from "vscode";
import { URI, Utils } from "vscode-uri";

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath }) as unknown as typeof vscode.Uri;

/** A class whose objects hold the arguments of their constructor under these names. */
function keeping<Class>(...names: readonly string[]): Class {
  return function (this: object, ...given: readonly unknown[]) {
    Object.assign(this, Object.fromEntries(names.map((name, at) => [name, given[at]])));
  } as Class;
}

export const ThemeColor = keeping<typeof vscode.ThemeColor>("id");

export class ThemeIcon extends keeping<typeof vscode.ThemeIcon>("id", "color") {
  static override readonly File = new ThemeIcon("file");
  static override readonly Folder = new ThemeIcon("folder");
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

export const DiagnosticRelatedInformation = keeping<typeof vscode.DiagnosticRelatedInformation>("location", "message");

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

export const DocumentLink = keeping<typeof vscode.DocumentLink>("range", "target");
export const CompletionItem = keeping<typeof vscode.CompletionItem>("label", "kind");

export class CompletionList<T extends vscode.CompletionItem = vscode.CompletionItem> {
  items: T[];
  isIncomplete: boolean;
  constructor(items: T[] = [], isIncomplete = false) {
    this.items = items;
    this.isIncomplete = isIncomplete;
  }
}

export const SnippetString = keeping<typeof vscode.SnippetString>("value");

export class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
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
}

export const CodeAction = keeping<typeof vscode.CodeAction>("title", "kind");

export class DocumentDropOrPasteEditKind extends CodeActionKind {
  static override readonly Empty = new DocumentDropOrPasteEditKind("");
  static readonly Text = new DocumentDropOrPasteEditKind("text");
  override append(...parts: readonly string[]): DocumentDropOrPasteEditKind {
    return new DocumentDropOrPasteEditKind([this.value, ...parts].filter(Boolean).join("."));
  }
}

export const DocumentDropEdit = keeping<typeof vscode.DocumentDropEdit>("insertText", "title", "kind");
export const DocumentPasteEdit = keeping<typeof vscode.DocumentPasteEdit>("insertText", "title", "kind");
export const FoldingRange = keeping<typeof vscode.FoldingRange>("start", "end", "kind");

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

export const FileDecoration = keeping<typeof vscode.FileDecoration>("badge", "tooltip", "color");

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

export const LanguageModelTextPart = keeping<typeof vscode.LanguageModelTextPart>("value");
export const LanguageModelToolResult = keeping<typeof vscode.LanguageModelToolResult>("content");
export const McpStdioServerDefinition = keeping<typeof vscode.McpStdioServerDefinition>(
  "label",
  "command",
  "args",
  "env",
  "version",
);
export const TestRunRequest = keeping<typeof vscode.TestRunRequest>(
  "include",
  "exclude",
  "profile",
  "continuous",
  "preserveFocus",
);
export const TestMessage = keeping<typeof vscode.TestMessage>("message");
export const TestMessageStackFrame = keeping<typeof vscode.TestMessageStackFrame>("label", "uri", "position");
export const TestCoverageCount = keeping<typeof vscode.TestCoverageCount>("covered", "total");
export const FileCoverage = keeping<typeof vscode.FileCoverage>(
  "uri",
  "statementCoverage",
  "branchCoverage",
  "declarationCoverage",
);
export const StatementCoverage = keeping<typeof vscode.StatementCoverage>("executed", "location", "branches");
export const BranchCoverage = keeping<typeof vscode.BranchCoverage>("executed", "location", "label");
export const DeclarationCoverage = keeping<typeof vscode.DeclarationCoverage>("name", "executed", "location");
export const TabInputText = keeping<typeof vscode.TabInputText>("uri");
export const TabInputTextDiff = keeping<typeof vscode.TabInputTextDiff>("original", "modified");
export const TabInputCustom = keeping<typeof vscode.TabInputCustom>("uri", "viewType");
export const TabInputWebview = keeping<typeof vscode.TabInputWebview>("viewType");

export const QuickInputButtons = { Back: { iconPath: new ThemeIcon("arrow-left") } };
