/** A window of VS Code in this process, with the whole extension in it. */
import { glob, mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Marked } from "marked";
import type * as vscode from "vscode";
import { root } from "../../tools/root.ts";
import { BoxPerson } from "../support/boxes/boxPerson.ts";
import { BoxScreen } from "../support/boxes/fakeBoxes.ts";
import { FakeMessages } from "../support/boxes/fakeMessages.ts";
import { Accounts, Memento, Secrets } from "./accounts.ts";
import { Commands } from "./commands.ts";
import { Comments } from "./comments.ts";
import { Configuration } from "./configuration.ts";
import { Documents } from "./documents.ts";
import { Editors } from "./editors.ts";
import { Disposable, EventEmitter } from "./events.ts";
import { Files } from "./files.ts";
import { GitExtension } from "./git.ts";
import { l10n } from "./l10n.ts";
import { Languages } from "./languages.ts";
import { Lenses } from "./lenses.ts";
import type { Manifest } from "./manifest.ts";
import { useNamespaces } from "./module.ts";
import { Channels, StatusBar } from "./notices.ts";
import { Pages } from "./pages.ts";
import { Testing } from "./testing.ts";
import type { WorkspaceEdit } from "./textEdits.ts";
import { Tools } from "./tools.ts";
import { SideBar } from "./trees.ts";
import { Uri } from "./values.ts";

const marked = new Marked();
const extensionId = "forgeline.forgeline";
/** VS Code's ProgressLocation and ExtensionMode. */
const inNotification = 15;
const forTests = 3;

export interface WindowOptions {
  /** Folder that is open. */
  readonly folder?: string | undefined;
  /** File of the workspace that is open instead; its folders are not on disk. */
  readonly workspace?: string | undefined;
  /** Settings of the user. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
  /** Whether it is a page in a browser, as the real windows of test/host are, and not a desktop window. */
  readonly isInBrowser?: boolean;
  /** Secrets of the person, where other windows have them too. */
  readonly secrets?: Map<string, string>;
}

type Activate = (context: vscode.ExtensionContext) => unknown;

/** Reads package.json with its texts. */
async function readManifest(): Promise<Manifest> {
  const [manifest = "", texts = "{}"] = await Promise.all(
    ["package.json", "package.nls.json"].map((name) => readFile(path.join(root, name), "utf8")),
  );
  const words = JSON.parse(texts) as Record<string, string>;
  return JSON.parse(manifest, (_, value: unknown) =>
    typeof value === "string" && /^%[\w.-]+%$/.test(value) ? (words[value.slice(1, -1)] ?? value) : value,
  ) as Manifest;
}

// As VS Code arranges the folder of its data.
const storageOf = (data: string): string => path.join(data, "User/globalStorage", extensionId);
const logsOf = (data: string): string => path.join(data, "logs", extensionId);

interface Workspace {
  readonly folders: readonly vscode.WorkspaceFolder[] | undefined;
  readonly settings: Record<string, unknown>;
}

/** What is open, with its settings. */
async function readWorkspace({ folder, workspace }: WindowOptions): Promise<Workspace> {
  if (workspace !== undefined) {
    const { folders, settings } = JSON.parse(await readFile(workspace, "utf8")) as {
      readonly folders: readonly { readonly uri: string; readonly name: string }[];
      readonly settings: Record<string, unknown>;
    };
    return { folders: folders.map(({ uri, name }, index) => ({ uri: Uri.parse(uri), name, index })), settings };
  }
  if (folder === undefined) return { folders: undefined, settings: {} };
  const text = await readFile(path.join(folder, ".vscode/settings.json"), "utf8").catch(() => "{}");
  return { folders: [folderOf(folder)], settings: JSON.parse(text) as Record<string, unknown> };
}

export class ProcessWindow implements AsyncDisposable {
  readonly manifest: Manifest;
  readonly commands = new Commands();
  readonly files = new Files();
  readonly configuration: Configuration;
  readonly documents: Documents;
  readonly editors: Editors;
  readonly languages: Languages;
  readonly lenses: Lenses;
  readonly sideBar: SideBar;
  readonly screen = new BoxScreen();
  readonly messages = new FakeMessages();
  readonly person = new BoxPerson(this.screen, this.messages);
  readonly channels: Channels;
  readonly statusBar = new StatusBar();
  readonly comments = new Comments();
  readonly testing: Testing;
  readonly pages: Pages;
  readonly git: GitExtension;
  /** Addresses that were opened outside. */
  readonly openedOutside: string[] = [];
  /** Those of `vscode`, by name. */
  readonly namespaces: Readonly<Record<string, object>>;
  readonly #accounts: Accounts;
  readonly #tools: Tools;
  readonly #secrets: Secrets;
  readonly #folder: string | undefined;
  readonly #folders: readonly vscode.WorkspaceFolder[] | undefined;
  readonly #workspaceFile: vscode.Uri | undefined;
  readonly #storage: string;
  readonly #logs: string;
  readonly #subscriptions: { dispose(): unknown }[] = [];
  readonly #stateChanged = new EventEmitter<vscode.WindowState>();
  readonly #isInBrowser: boolean;
  readonly #isTrusted: boolean;
  #state: vscode.WindowState = { focused: true, active: true };
  #clipboard = "";
  #active: { readonly exports: unknown } | undefined;

  /** Opens a window; the extension is activated in it by `activate`. */
  static async open(options: WindowOptions = {}): Promise<ProcessWindow> {
    const [manifest, workspace, data] = await Promise.all([
      readManifest(),
      readWorkspace(options),
      mkdtemp(path.join(tmpdir(), "window-")),
    ]);
    for (const folder of [storageOf(data), logsOf(data)]) await mkdir(folder, { recursive: true });
    const window = new ProcessWindow(manifest, workspace, data, options);
    await window.files.watching();
    return window;
  }

  private constructor(
    manifest: Manifest,
    { folders, settings: ofWorkspace }: Workspace,
    data: string,
    { folder, workspace, settings = {}, isTrusted = true, isInBrowser = false, secrets = new Map() }: WindowOptions,
  ) {
    this.manifest = manifest;
    this.#folder = folder;
    this.#folders = folders;
    this.#workspaceFile = workspace === undefined ? undefined : Uri.file(workspace);
    this.#storage = storageOf(data);
    this.#logs = logsOf(data);
    this.#isTrusted = isTrusted;
    this.#isInBrowser = isInBrowser;
    this.#secrets = new Secrets(secrets);
    this.configuration = new Configuration(manifest, settings, ofWorkspace, () => this.#isTrusted);
    this.documents = new Documents(this.files, manifest);
    this.editors = new Editors(this.documents, this.commands);
    this.documents.autoSaveDelay = () =>
      this.configuration.valueOf("files.autoSave") === "afterDelay"
        ? Number(this.configuration.valueOf("files.autoSaveDelay"))
        : undefined;
    this.documents.operated = (from, to) => this.editors.follow(from, to);
    this.languages = new Languages(this.documents, this.commands);
    this.lenses = new Lenses(this.editors, this.documents, this.languages);
    this.sideBar = new SideBar(manifest, this.commands);
    this.channels = new Channels(this.#logs, this.documents, this.editors);
    this.testing = new Testing(this.commands);
    this.pages = new Pages(this.editors);
    this.git = new GitExtension(folder);
    this.#accounts = new Accounts(this.#say("information"));
    this.#tools = new Tools(manifest, this.messages);
    this.messages.onDidOpenDialog(() => this.screen.blur());
    this.documents.refused = (message, retry) =>
      void this.messages.show("error", message, "Retry", "Revert").then((button) => button === "Retry" && retry());
    this.#defineCommands();
    this.#followDisk();
    this.namespaces = this.#makeNamespaces();
    useNamespaces(this.namespaces);
  }

  /** Tools for language models, by name. */
  get tools(): ReadonlyMap<string, vscode.LanguageModelTool<unknown>> {
    return this.#tools.all;
  }

  /** Activates the extension. Returns what it exports. */
  async activate(): Promise<unknown> {
    if (!this.#active) {
      const { activate } = (await import("../../src/extension.ts")) as { readonly activate: Activate };
      this.#active = { exports: await activate(this.extensionContext) };
    }
    return this.#active.exports;
  }

  setFocused(focused: boolean): void {
    this.#state = { focused, active: focused };
    this.#stateChanged.fire(this.#state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#subscriptions.toReversed()) one.dispose();
    this.lenses.dispose();
    await this.files[Symbol.asyncDispose]();
    for (const { api } of this.pages.all) api.dispose();
  }

  #defineCommands(): void {
    const { define } = { define: this.commands.define.bind(this.commands) };
    define("notifications.clearAll", () => this.messages.clear());
    define("workbench.action.closeQuickOpen", () => this.screen.escape());
    define("workbench.action.closePanel", () => this.editors.closePanel());
    define("workbench.action.openSettings", () => undefined);
    define("workbench.action.openWalkthrough", () => undefined);
    define("workbench.actions.view.problems", () => undefined);
    define("markdown.api.render", (given: string | vscode.TextDocument) =>
      marked.parse(typeof given === "string" ? given : given.getText(), { async: false }),
    );
    define("markdown.showPreviewToSide", async (uri: vscode.Uri) => {
      await this.documents.open(uri);
      const title = `Preview ${path.posix.basename(uri.path)}`;
      this.editors.showPage("markdown.preview", title, { viewColumn: -2 }, () => undefined);
    });
    define("workbench.trust.manage", () => undefined);
    define("workbench.mcp.startServer", () => undefined);
    define("revealInExplorer", () => undefined);
    define("editor.fold", () => undefined);
    define("editor.unfoldAll", () => undefined);
  }

  /** Documents of files show what git and other programs write. */
  #followDisk(): void {
    if (this.#folder === undefined) return;
    const watcher = this.files.watch(this.#folder, "**/*");
    watcher.onDidChange((uri) => this.documents.reread(uri));
    watcher.onDidCreate((uri) => this.documents.reread(uri));
  }

  #say =
    (level: string) =>
    (text: string, ...rest: readonly unknown[]): Promise<unknown> =>
      this.messages.show(level, text, ...rest);

  /** What the extension is activated with. */
  get extensionContext(): vscode.ExtensionContext {
    const storage = Uri.file(this.#storage);
    const context = {
      subscriptions: this.#subscriptions,
      workspaceState: new Memento(),
      globalState: new Memento(),
      secrets: this.#secrets,
      extensionUri: Uri.file(root),
      extensionPath: root,
      globalStorageUri: storage,
      globalStoragePath: this.#storage,
      storageUri: storage,
      logUri: Uri.file(this.#logs),
      extensionMode: forTests,
      extension: this.#extension(extensionId),
      asAbsolutePath: (name: string) => path.join(root, name),
    };
    return context as unknown as vscode.ExtensionContext;
  }

  #extension(id: string): vscode.Extension<unknown> | undefined {
    const window = this;
    const git = this.git.exports;
    if (id === "vscode.git" && this.#isTrusted)
      return {
        id,
        isActive: true,
        exports: git,
        packageJSON: {},
        activate: () => Promise.resolve(git),
      } as unknown as vscode.Extension<unknown>;
    if (id !== extensionId) return undefined;
    return {
      id,
      extensionUri: Uri.file(root),
      extensionPath: root,
      packageJSON: this.manifest,
      extensionKind: 2,
      get isActive() {
        return window.#active !== undefined;
      },
      get exports() {
        return window.#active?.exports;
      },
      activate: () => this.activate(),
    };
  }

  #makeNamespaces(): Record<string, object> {
    return {
      commands: this.commands.api,
      window: this.#windowApi(),
      workspace: this.#workspaceApi(),
      languages: this.languages.api,
      comments: { createCommentController: this.comments.createCommentController },
      tests: { createTestController: this.testing.createTestController },
      authentication: this.#accounts.api,
      env: this.#envApi(),
      l10n,
      lm: this.#tools.api,
      extensions: {
        getExtension: (id: string) => this.#extension(id),
        all: [],
        onDidChange: new EventEmitter<void>().event,
      },
    };
  }

  #envApi(): object {
    return {
      appName: "Visual Studio Code",
      appRoot: path.join(tmpdir(), "no-vscode"),
      appHost: "desktop",
      language: "en",
      uriScheme: "code-oss",
      uiKind: this.#isInBrowser ? 2 : 1,
      remoteName: undefined,
      machineId: "machine",
      sessionId: "session",
      isTelemetryEnabled: false,
      shell: "/bin/sh",
      logLevel: 3,
      clipboard: {
        readText: () => Promise.resolve(this.#clipboard),
        writeText: (text: string) => {
          this.#clipboard = text;
          return Promise.resolve();
        },
      },
      openExternal: (uri: vscode.Uri) => {
        this.openedOutside.push(uri.toString(true));
        return Promise.resolve(true);
      },
      asExternalUri: (uri: vscode.Uri) => Promise.resolve(uri),
    };
  }

  #windowApi(): object {
    const window = this;
    const { editors, pages, screen, sideBar, statusBar } = this;
    return {
      get state() {
        return window.#state;
      },
      onDidChangeWindowState: this.#stateChanged.event,
      get activeTextEditor() {
        return editors.active;
      },
      get visibleTextEditors() {
        return editors.visible;
      },
      onDidChangeActiveTextEditor: editors.onDidChangeActive,
      onDidChangeVisibleTextEditors: editors.onDidChangeVisible,
      onDidChangeTextEditorSelection: editors.onDidChangeSelection,
      onDidChangeTextEditorVisibleRanges: editors.onDidChangeVisibleRanges,
      tabGroups: editors.tabGroups,
      showTextDocument: async (given: vscode.TextDocument | vscode.Uri, ...rest: readonly unknown[]) => {
        const uri = "uri" in given ? given.uri : given;
        const [column, preserveFocus] = rest;
        const options = typeof column === "object" ? column : { viewColumn: column, preserveFocus };
        return editors.show(this.documents.find(uri) ?? (await this.documents.open(uri)), options as object);
      },
      createTextEditorDecorationType: (options: vscode.DecorationRenderOptions) => ({
        key: JSON.stringify(options),
        dispose: () => undefined,
      }),
      createTreeView: sideBar.createTreeView,
      createOutputChannel: this.channels.create,
      createStatusBarItem: statusBar.createStatusBarItem,
      setStatusBarMessage: statusBar.setStatusBarMessage,
      createQuickPick: screen.createQuickPick,
      createInputBox: screen.createInputBox,
      showQuickPick: screen.showQuickPick,
      showInputBox: screen.showInputBox,
      showInformationMessage: this.#say("information"),
      showWarningMessage: this.#say("warning"),
      showErrorMessage: this.#say("error"),
      showOpenDialog: () => Promise.resolve(undefined),
      showSaveDialog: () => Promise.resolve(undefined),
      withProgress: (options: vscode.ProgressOptions, task: Parameters<FakeMessages["progress"]>[1]) =>
        options.location === inNotification ? this.messages.progress(options, task) : statusBar.progress(task),
      createWebviewPanel: pages.createWebviewPanel,
      registerWebviewPanelSerializer: pages.registerWebviewPanelSerializer,
      registerUriHandler: () => new Disposable(() => undefined),
      registerFileDecorationProvider: () => new Disposable(() => undefined),
    };
  }

  #workspaceApi(): object {
    const window = this;
    const { configuration, documents, files } = this;
    const folders = this.#folders;
    const inFolder = (uri: vscode.Uri): vscode.WorkspaceFolder | undefined =>
      folders?.find((one) => uri.scheme === "file" && `${uri.path}/`.startsWith(`${one.uri.path}/`));
    return {
      get isTrusted() {
        return window.#isTrusted;
      },
      onDidGrantWorkspaceTrust: new EventEmitter<void>().event,
      workspaceFile: this.#workspaceFile,
      workspaceFolders: folders,
      name: folders?.[0]?.name,
      onDidChangeWorkspaceFolders: new EventEmitter<unknown>().event,
      getWorkspaceFolder: inFolder,
      asRelativePath: (given: string | vscode.Uri) => {
        const file = typeof given === "string" ? Uri.file(given) : given;
        const folder = inFolder(file);
        return folder
          ? path.posix.relative(folder.uri.path, file.path)
          : typeof given === "string"
            ? given
            : given.fsPath;
      },
      getConfiguration: configuration.getConfiguration,
      onDidChangeConfiguration: configuration.onDidChange,
      get textDocuments() {
        return documents.all;
      },
      notebookDocuments: [],
      openTextDocument: async (
        given?: string | vscode.Uri | { readonly language?: string; readonly content?: string },
      ) => {
        if (typeof given === "string") return (await documents.open(Uri.file(given))).api;
        if (given === undefined || !("scheme" in given)) return documents.make(given ?? {}).api;
        return (await documents.open(given)).api;
      },
      onDidOpenTextDocument: documents.onDidOpen,
      onDidCloseTextDocument: documents.onDidClose,
      onDidChangeTextDocument: documents.onDidChange,
      onWillSaveTextDocument: documents.onWillSave,
      onDidSaveTextDocument: documents.onDidSave,
      applyEdit: (edit: vscode.WorkspaceEdit) => documents.apply(edit as unknown as WorkspaceEdit),
      saveAll: () => this.editors.saveAll(),
      decode: (bytes: Uint8Array) => Promise.resolve(new TextDecoder().decode(bytes)),
      registerTextDocumentContentProvider: documents.registerContents,
      registerFileSystemProvider: files.register,
      fs: files.api,
      createFileSystemWatcher: (pattern: vscode.GlobPattern) =>
        typeof pattern === "string"
          ? files.watch(this.#folder ?? tmpdir(), pattern)
          : files.watch(pattern.baseUri.fsPath, pattern.pattern),
      findFiles: async (include: vscode.GlobPattern, exclude?: vscode.GlobPattern | null, most = Infinity) => {
        const base = typeof include === "string" ? this.#folder : include.baseUri.fsPath;
        if (base === undefined) return [];
        const found: vscode.Uri[] = [];
        const left = typeof exclude === "string" ? [exclude] : exclude ? [exclude.pattern] : [];
        for await (const name of glob(typeof include === "string" ? include : include.pattern, {
          cwd: base,
          exclude: [".git/**", ...left],
        }))
          if (found.push(Uri.file(path.join(base, name))) >= most) break;
        return found;
      },
    };
  }
}

const folderOf = (folder: string): vscode.WorkspaceFolder => ({
  uri: Uri.file(folder),
  name: path.basename(folder),
  index: 0,
});
