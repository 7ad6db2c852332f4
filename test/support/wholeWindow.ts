/** A window of VS Code with the whole extension in it, in this process: what the stub of VS Code lacks does nothing. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import type { Context } from "../../src/core/context.ts";
import { type ViewName, VIEWS } from "../../src/core/views.ts";
import type { Features } from "../../src/features.ts";
import { root } from "../../tools/root.ts";
import { InMemoryMemento } from "./fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "./fakes/inMemorySecrets.ts";
import { StubEvent, StubTreeView } from "./stubTreeView.ts";
import { vscodeFakes } from "./vscodeStub.ts";

const { openContext } = await import("../../src/core/openContext.ts");
const { registerFeatures } = await import("../../src/features.ts");
const { registerCommands } = await import("../../src/core/commands/register.ts");

export interface WholeWindow extends AsyncDisposable {
  readonly context: Context;
  readonly features: Features;
  readonly secrets: InMemorySecrets;
  /** Everything in the log of the extension. */
  readonly log: readonly string[];
  view(name: ViewName): StubTreeView;
  run(command: string, ...args: readonly unknown[]): Promise<unknown>;
  /** A tool for language models, as VS Code calls it. */
  tool(name: string): vscode.LanguageModelTool<unknown>;
  setFocused(focused: boolean): void;
  /** Closes the tabs of all pages. */
  closePages(): void;
  /** Has VS Code tell that Git changed something in the folder. */
  gitChanged(): void;
  /** What VS Code and the window hold for the extension, by name: registrations, and listeners of each event. */
  held(): Readonly<Record<string, number>>;
}

export interface WholeWindowOptions {
  /** Folder that is open. */
  readonly folder?: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Stands for everything of VS Code that nothing here depends on. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === "then" || typeof name === "symbol" ? undefined : anything),
  apply: () => anything,
  construct: () => ({}),
});

/** What is held until it is disposed of, by name. */
class Holdings {
  readonly #counts = new Map<string, number>();

  /** Counts one thing. @param release is called once */
  hold(name: string, release: () => unknown = () => undefined): { readonly dispose: () => void } {
    this.#add(name, 1);
    let isHeld = true;
    const dispose = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(name, -1);
      release();
    };
    return { dispose };
  }

  /** Counts the listeners of an event. */
  ofEvent<E>(name: string, event: E): E {
    const subscribe = event as (listener: unknown) => { dispose(): void };
    const counted = (listener: unknown): { readonly dispose: () => void } => {
      const subscribed = subscribe(listener);
      return this.hold(name, () => subscribed.dispose());
    };
    return counted as E;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].filter(([, count]) => count > 0).sort());
  }

  #add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }
}

/** Members that a test does not name: events have listeners, what is made or registered is held until it is disposed of. */
function namespaceOf(
  holdings: Holdings,
  events: Map<string, StubEvent<unknown>>,
  name: string,
  known: Record<string, unknown>,
): Record<string, unknown> {
  const member = (full: string, short: string): unknown => {
    if (/^on(?:Did|Will)/.test(short)) {
      const event = events.get(full) ?? new StubEvent<unknown>();
      events.set(full, event);
      return holdings.ofEvent(full, event.event);
    }
    return /^(?:create|register)/.test(short) ? () => made(holdings.hold(full)) : anything;
  };
  return new Proxy(known, {
    has: () => true,
    get: (_, short: string) => (short in known ? known[short] : member(`${name}.${short}`, short)),
  });
}

/** Something with any member, which may be set. */
const made = (own: Record<string, unknown>): unknown =>
  new Proxy({ ...own }, { get: (all, name: string) => (name in all ? all[name] : anything) });

export async function openWholeWindow({ folder, settings }: WholeWindowOptions): Promise<WholeWindow> {
  const holdings = new Holdings();
  const events = new Map<string, StubEvent<unknown>>();
  const namespace = (name: string, known: Record<string, unknown> = {}): Record<string, unknown> =>
    namespaceOf(holdings, events, name, known);
  const watched = { changed: new StubEvent<unknown>(), created: new StubEvent<unknown>() };
  const fire = (name: string, value: unknown): void => events.get(name)?.fire(value);

  const views = new Map<string, StubTreeView>();
  const commands = new Map<string, (...args: unknown[]) => unknown>();
  const tools = new Map<string, vscode.LanguageModelTool<unknown>>();
  const log: string[] = [];
  const window = {
    state: { focused: true, active: true },
    visibleTextEditors: [],
    activeTextEditor: undefined,
    tabGroups: namespace("tabGroups", { all: [] }),
    createTreeView: (id: string, options: { readonly treeDataProvider: vscode.TreeDataProvider<object> }) => {
      const view = new StubTreeView(options.treeDataProvider);
      views.set(id, view);
      return view;
    },
    createOutputChannel: (name: string) => {
      const line =
        (level: string) =>
        (text: unknown): void =>
          void (name === "Forgeline" && log.push(`${level} ${String(text)}`));
      return {
        ...holdings.hold("window.createOutputChannel"),
        trace: () => undefined,
        debug: () => undefined,
        ...Object.fromEntries(["info", "warn", "error"].map((level) => [level, line(level)])),
        name,
        append: () => undefined,
        appendLine: () => undefined,
        clear: () => undefined,
        replace: () => undefined,
        show: () => undefined,
        hide: () => undefined,
        logLevel: 2,
        onDidChangeLogLevel: new StubEvent<number>().event,
      };
    },
  };
  const pages = new Set<{ dispose(): void }>();
  /** A page that says that it is there as soon as it has its text. */
  const page = (title: string) => {
    const held = holdings.hold("window.createWebviewPanel");
    const closed = new StubEvent<undefined>();
    const received = new StubEvent<unknown>();
    const changed = new StubEvent<undefined>();
    const panel = {
      title,
      visible: true,
      active: true,
      webview: {
        options: {},
        cspSource: "csp",
        asWebviewUri: (one: unknown) => one,
        postMessage: () => Promise.resolve(true),
        onDidReceiveMessage: received.event,
        set html(_: string) {
          queueMicrotask(() => received.fire({ type: "ready" }));
        },
      },
      onDidDispose: closed.event,
      onDidChangeViewState: changed.event,
      reveal: () => undefined,
      dispose: () => {
        if (!pages.delete(panel)) return;
        held.dispose();
        closed.fire(undefined);
      },
    };
    pages.add(panel);
    return panel;
  };
  Object.assign(window, { createWebviewPanel: (_: string, title: string) => page(title) });
  const storage = await mkdtemp(path.join(tmpdir(), "wholeWindow"));
  const uri = (fsPath: string) => ({ scheme: "file", path: fsPath, fsPath, toString: () => `file://${fsPath}` });
  const setting = (name: string): unknown => settings[name];
  const fakes = {
    window: namespace("window", window),
    workspace: namespace("workspace", {
      isTrusted: true,
      workspaceFile: undefined,
      textDocuments: [],
      notebookDocuments: [],
      workspaceFolders: folder === undefined ? undefined : [{ uri: uri(folder), name: "folder", index: 0 }],
      getConfiguration: (section?: string) => {
        const full = (key: string): string => (section === undefined ? key : `${section}.${key}`);
        return {
          get: (key: string, value?: unknown) => setting(full(key)) ?? value,
          inspect: (key: string) => ({ globalValue: setting(full(key)) }),
          has: (key: string) => setting(full(key)) !== undefined,
          update: () => Promise.resolve(),
        };
      },
      createFileSystemWatcher: () => ({
        ...holdings.hold("workspace.createFileSystemWatcher"),
        onDidChange: holdings.ofEvent("watcher.onDidChange", watched.changed.event),
        onDidCreate: holdings.ofEvent("watcher.onDidCreate", watched.created.event),
        onDidDelete: holdings.ofEvent("watcher.onDidDelete", new StubEvent<unknown>().event),
      }),
      fs: { readDirectory: () => Promise.resolve([]), stat: () => Promise.reject(new Error("nothing is there")) },
    }),
    commands: namespace("commands", {
      registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
        commands.set(id, run);
        return holdings.hold("commands.registerCommand", () => commands.delete(id));
      },
      executeCommand: (id: string, ...args: unknown[]) => Promise.resolve(commands.get(id)?.(...args)),
    }),
    languages: namespace("languages"),
    comments: namespace("comments"),
    authentication: namespace("authentication"),
    tests: namespace("tests"),
    lm: namespace("lm", {
      registerTool: (name: string, tool: vscode.LanguageModelTool<unknown>) => {
        tools.set(name, tool);
        return holdings.hold("lm.registerTool", () => tools.delete(name));
      },
    }),
  };
  Object.assign(vscodeFakes, fakes);

  const secrets = new InMemorySecrets();
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as Parameters<
    typeof registerCommands
  >[1];
  const subscriptions: { dispose(): unknown }[] = [];
  const { context, services } = openContext({
    subscriptions,
    secrets,
    workspaceState: new InMemoryMemento(),
    globalState: Object.assign(new InMemoryMemento(), { setKeysForSync: () => undefined }),
    globalStorageUri: uri(storage),
    storageUri: uri(storage),
    extensionUri: uri(root),
    extension: { packageJSON: manifest },
    extensionMode: 3,
  } as unknown as vscode.ExtensionContext);
  const { changes, config, connections, current, polling, projects, sessions, capabilities } = context;
  Object.assign(changes, { event: holdings.ofEvent("changes.event", changes.event) });
  Object.assign(connections, {
    onDidHear: holdings.ofEvent("connections.onDidHear", connections.onDidHear),
    onDidChangeRecords: holdings.ofEvent("connections.onDidChangeRecords", connections.onDidChangeRecords),
  });
  Object.assign(polling, {
    onDidChangeSilence: holdings.ofEvent("polling.onDidChangeSilence", polling.onDidChangeSilence),
  });
  const sources = { config, connections, current, projects, sessions, capabilities };
  for (const [name, source] of Object.entries(sources))
    Object.assign(source, { onDidChange: holdings.ofEvent(`${name}.onDidChange`, source.onDidChange) });
  const add = polling.add.bind(polling);
  Object.assign(polling, {
    add: (source: Parameters<typeof add>[0]) => {
      const handle = add(source);
      return { ...handle, ...holdings.hold("polling.add", () => handle.dispose()) };
    },
  });
  const { features, registry } = registerFeatures(context, services);
  context.owned.add(registerCommands(registry.owners, manifest, context.report));
  context.projects.start();

  return {
    context,
    features,
    secrets,
    log,
    view: (name) => {
      const view = views.get(VIEWS[name]);
      if (!view) throw new Error(`There is no view ${name}`);
      return view;
    },
    run: (command, ...args) => Promise.resolve(commands.get(command)?.(...args)),
    tool: (name) => {
      const tool = tools.get(name);
      if (!tool) throw new Error(`There is no tool ${name}`);
      return tool;
    },
    setFocused: (focused) => {
      Object.assign(window.state, { focused });
      fire("window.onDidChangeWindowState", { focused, active: focused });
    },
    closePages: () => {
      for (const one of pages) one.dispose();
    },
    gitChanged: () => watched.changed.fire(uri(path.join(folder ?? "", ".git/HEAD"))),
    held: () => holdings.counts,
    async [Symbol.asyncDispose]() {
      for (const one of subscriptions.reverse()) one.dispose();
      await rm(storage, { recursive: true, force: true });
      vscodeFakes.reset();
    },
  };
}
