/**
 * The calls by which text reaches VS Code, each with the test that proves what becomes of a host's text there. A call that is not here fails
 * `test/unit/product/waysOfText.test.ts`.
 */
export interface WayOfText {
  /** What VS Code makes of the text. */
  readonly renders: "nothing" | "plain" | "icons" | "links" | "markdown" | "file" | "own";
  /** Test file and title; absent where no text of a host gets there. */
  readonly proof?: readonly [file: string, title: string];
}

const rows = ["test/unit/product/hostileRows.test.ts", "are plain text in the view "] as const;
const comments = [
  "test/unit/product/hostileComments.test.ts",
  "have plain names, and Markdown that does nothing",
] as const;
const statusBar = ["test/unit/product/hostileRows.test.ts", "are plain text in the status bar"] as const;
const plain = ["test/unit/core/ui/plainText.test.ts", "is one line within the limit whatever comes"] as const;
const messages = ["test/unit/product/waysOfText.test.ts", "holds plain text alone"] as const;
const boxes = ["test/host/hostileContent.test.ts", "shows names in boxes as plain text"] as const;
const markdown = ["test/unit/core/ui/markdown.test.ts", "has no image, whatever comes"] as const;
const hovers = ["test/unit/core/ui/markdown.test.ts", "has no character left that Markdown"] as const;
const pages = ["test/unit/core/webview/markdown.test.ts", "is harmless whatever is written"] as const;
const documents = ["test/unit/core/addresses/addresses.test.ts", "are read back for any names"] as const;
const answers = [
  "test/unit/product/hostileTools.test.ts",
  "have no hidden characters, an end, and marks around what others wrote",
] as const;
const logs = ["test/unit/properties/texts.test.ts", "are written to the channel without control characters"] as const;
const names = ["test/unit/core/ui/plainText.test.ts", "is a name alone on every system"] as const;
const reports = [
  "test/unit/features/pipelines/testReports/testReports.test.ts",
  "has no colours in a message",
] as const;

/** By the call as it is written: a member of a namespace, or `new` and a class. */
export const waysOfText: Readonly<Record<string, WayOfText>> = {
  "comments.createCommentController": { renders: "markdown", proof: comments },
  "env.openExternal": { renders: "own", proof: ["test/unit/properties/addresses.test.ts", "lead to the web"] },
  "env.writeText": {
    renders: "plain",
    proof: ["test/unit/core/ui/plainText.test.ts", "run nothing where they are pasted"],
  },
  "languages.createDiagnosticCollection": { renders: "plain" },
  "lm.registerTool": {
    renders: "markdown",
    proof: ["test/unit/features/agents/mcp/answerCall.test.ts", "that change something show first"],
  },
  "new BranchCoverage": { renders: "markdown", proof: plain },
  "new CodeAction": { renders: "plain", proof: plain },
  "new CodeLens": { renders: "icons", proof: plain },
  "new CompletionItem": { renders: "markdown", proof: markdown },
  "new DeclarationCoverage": { renders: "markdown", proof: plain },
  "new Diagnostic": { renders: "plain", proof: plain },
  "new DiagnosticRelatedInformation": { renders: "plain", proof: plain },
  "new DocumentSymbol": { renders: "plain", proof: logs },
  "new FileDecoration": { renders: "plain" },
  "new Hover": { renders: "markdown", proof: hovers },
  "new LanguageModelTextPart": { renders: "plain", proof: answers },
  "new MarkdownString": { renders: "markdown", proof: markdown },
  "new TestMessage": { renders: "plain", proof: reports },
  "new TestMessageStackFrame": { renders: "plain", proof: plain },
  "new TreeItem": { renders: "plain", proof: rows },
  "tests.createTestController": { renders: "icons", proof: reports },
  "window.createInputBox": { renders: "links", proof: boxes },
  "window.createOutputChannel": { renders: "links", proof: logs },
  "window.createQuickPick": { renders: "icons", proof: boxes },
  "window.createStatusBarItem": { renders: "icons", proof: statusBar },
  "window.createTextEditorDecorationType": { renders: "plain", proof: plain },
  "window.createTreeView": { renders: "links", proof: rows },
  "window.createWebviewPanel": { renders: "own", proof: pages },
  "window.setStatusBarMessage": { renders: "icons", proof: messages },
  "window.showErrorMessage": { renders: "links", proof: messages },
  "window.showInformationMessage": { renders: "links", proof: messages },
  "window.showInputBox": { renders: "links", proof: boxes },
  "window.showOpenDialog": { renders: "plain" },
  "window.showQuickPick": { renders: "icons", proof: boxes },
  "window.showSaveDialog": { renders: "file", proof: names },
  "window.showTextDocument": { renders: "plain", proof: documents },
  "window.showWarningMessage": { renders: "links", proof: messages },
  "window.withProgress": { renders: "links", proof: messages },
  "workspace.openTextDocument": { renders: "plain", proof: documents },
  "workspace.registerFileSystemProvider": { renders: "file", proof: documents },
  "workspace.registerTextDocumentContentProvider": { renders: "plain", proof: documents },
};

/** Calls that take no text to show. */
export const withoutText: readonly RegExp[] = [
  /^commands\.registerCommand$|^authentication\./,
  /^languages\.register|^window\.register|^workspace\.createFileSystemWatcher$|^lm\.registerMcp/,
  /^new (?:CompletionList|Location|Position|Range|Selection|RelativePattern|ThemeColor|ThemeIcon|WorkspaceEdit|TestRunRequest|TestCoverageCount)$/,
  /^new (?:DocumentDropEdit|DocumentLink|FileCoverage|FoldingRange|StatementCoverage|McpStdioServerDefinition|LanguageModelToolResult)$/,
  /^new (?:EventEmitter|Disposable|CancellationTokenSource|FileSystemError|Uri|SemanticTokens\w*)$/,
];
