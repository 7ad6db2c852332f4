/** A window whose host answers with the poorest records: all features are registered, with VS Code's stub. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LanguageModelTool, StatusBarItem, TreeDataProvider, TreeView } from "vscode";
import { temporaryCapabilities } from "../../src/api/capabilities.ts";
import type { Client } from "../../src/api/client.ts";
import { DisposableStore } from "../../src/core/base/disposable.ts";
import { Emitter } from "../../src/core/base/events.ts";
import type { Change } from "../../src/core/changes.ts";
import type { Connection } from "../../src/core/connections.ts";
import type { Context } from "../../src/core/context.ts";
import type { NodeRenderers } from "../../src/core/tree/node.ts";
import type { Timers } from "../../src/core/tree/poll.ts";
import { VIEWS, type ViewName } from "../../src/core/views.ts";
import type { OpenProject } from "../../src/git/project.ts";
import { FakeConfig } from "./fakes/fakeConfig.ts";
import { InMemoryDrafts } from "./fakes/inMemoryDrafts.ts";
import { InMemoryMemento } from "./fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "./fakes/inMemorySecrets.ts";
import { RecordingLog } from "./fakes/recordingLog.ts";
import { poorHost } from "./poorHost.ts";
import type { Hostile, Lack } from "./poorRecords.ts";
import { vscodeFakes } from "./vscodeStub.ts";

const { registerFeatures } = await import("../../src/features.ts");
const { clientOf } = await import("../../src/api/client.ts");
const { redact } = await import("../../src/core/base/log.ts");
const { RecordStore } = await import("../../src/core/records/recordStore.ts");
const { PipelineJobsCache } = await import("../../src/core/pipelines/pipelineJobsCache.ts");
const { UnansweredWrites } = await import("../../src/core/commands/unansweredWrites.ts");
const { PollScheduler, systemTimers } = await import("../../src/core/tree/poll.ts");
const { RowMarkSources } = await import("../../src/core/tree/rowMarkSources.ts");
const { ViewRegistry } = await import("../../src/core/tree/viewRegistry.ts");
const { TemplateStores } = await import("../../src/core/ciTemplates/templateStores.ts");
const { ReadOnlyTexts } = await import("../../src/core/ui/readOnlyTexts.ts");
const { UpdateStore } = await import("../../src/features/mergeRequests/updates/keptUpdates.ts");
const { WatchedVulnerabilities } = await import("../../src/features/vulnerabilities/watched.ts");

const instance = "https://git.example.com";
const project: OpenProject = {
  instance,
  project: "group/project",
  projectId: 1,
  name: "group/project",
  branch: "main",
  head: "abcdef12",
};
const session = {
  id: "one",
  instance,
  user: { id: 1, username: "alice", name: "Alice" },
  method: "token",
  scopes: ["api"],
  status: "active",
} as unknown as NonNullable<Connection["session"]>;

/** The current branch's pipeline and protection, and the own status. */
const statusBarItems = 3;

export interface PoorWindow {
  /** Puts this window's members into VS Code's stub, which the tests of other files take theirs out of. */
  use(): void;
  /** @throws Error when no feature registers the view */
  viewOf(view: ViewName): Promise<{
    readonly provider: TreeDataProvider<{ readonly kind: string }>;
    /** Every kind of row that it draws. */
    readonly kinds: readonly string[];
  }>;
  /** Views with a Collapse All button. */
  readonly collapsible: ReadonlySet<string>;
  readonly statusBar: readonly StatusBarItem[];
  /** @throws Error when no feature registers the tool */
  tool(name: string): LanguageModelTool<unknown>;
  /** Errors that no person saw, since the last call. */
  failures(): string[];
  /** Waits for what was started in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Stands for everything of VS Code that rows do not depend on. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === "then" || typeof name === "symbol" ? undefined : anything),
  apply: () => anything,
  construct: () => ({}),
});
const withAnything = (known: Record<string, unknown>): Record<string, unknown> =>
  new Proxy(known, { has: () => true, get: (_, name) => (name in known ? known[String(name)] : anything) });

export async function openPoorWindow(lack: Lack | Hostile): Promise<PoorWindow> {
  const providers = new Map<string, TreeDataProvider<{ readonly kind: string }>>();
  const collapsible = new Set<string>();
  const statusBar: StatusBarItem[] = [];
  const tools = new Map<string, LanguageModelTool<unknown>>();
  const silent = () => ({ dispose: () => undefined });
  const treeView = (
    id: string,
    options: {
      readonly treeDataProvider: TreeDataProvider<{ readonly kind: string }>;
      readonly showCollapseAll?: boolean;
    },
  ) => {
    providers.set(id, options.treeDataProvider);
    if (options.showCollapseAll === true) collapsible.add(id);
    return {
      visible: true,
      selection: [],
      onDidChangeVisibility: silent,
      onDidExpandElement: silent,
      onDidCollapseElement: silent,
      onDidChangeCheckboxState: silent,
      dispose: () => undefined,
    } as unknown as TreeView<unknown>;
  };
  const editor = withAnything({
    state: { focused: true, active: true },
    visibleTextEditors: [],
    activeTextEditor: undefined,
    tabGroups: { all: [], onDidChangeTabs: silent },
    createTreeView: treeView,
    createStatusBarItem: () => {
      const item = {
        text: "",
        tooltip: undefined,
        show: () => undefined,
        hide: () => undefined,
        dispose: () => undefined,
      };
      statusBar.push(item as unknown as StatusBarItem);
      return item;
    },
  });
  const fakes = {
    window: editor,
    workspace: withAnything({ textDocuments: [], workspaceFolders: undefined, notebookDocuments: [] }),
    commands: withAnything({ executeCommand: () => Promise.resolve() }),
    languages: withAnything({}),
    comments: withAnything({}),
    authentication: withAnything({}),
    tests: withAnything({}),
    lm: withAnything({
      registerTool: (name: string, tool: LanguageModelTool<unknown>) => {
        tools.set(name, tool);
        return silent();
      },
    }),
  };
  const use = (): void => void Object.assign(vscodeFakes, fakes);
  use();
  // A timer may run out while another window's members stand in the stub, or none.
  const timers: Timers = {
    ...systemTimers,
    set: (run, ms) =>
      systemTimers.set(() => {
        const others = { ...vscodeFakes };
        use();
        try {
          run();
        } finally {
          Object.assign(vscodeFakes, others);
        }
      }, ms),
  };

  const storage = await mkdtemp(path.join(tmpdir(), "poorWindow"));
  const owned = new DisposableStore();
  const log = Object.assign(new RecordingLog(), { show: () => undefined });
  const memory = new InMemoryMemento();
  const problems: unknown[] = [];
  const records = new RecordStore();
  const answered = new Set<string>();
  const client: Client = clientOf(
    poorHost({
      baseUrl: instance,
      lack,
      answered,
      onRecords: (operation, answer) => records.add(operation, answer, Date.now()),
    }),
  );
  const pipelineJobs = new PipelineJobsCache(client, records);
  const connection: Connection = { instance: { url: instance }, session, client, records, pipelineJobs };
  const capabilities = temporaryCapabilities();
  await new WatchedVulnerabilities(memory).keep(project, { id: 1 });
  await new UpdateStore({ storage, report: { background: () => undefined } }).change(instance, session.user.id, () => ({
    since: 0,
    seen: {},
    updates: [{ id: "note 1", kind: "reply", project: 1, mergeRequest: 1, iid: 1, title: "", at: 0 }],
  }));
  const current = { kind: "ready", project, connection } as const;
  const config = new FakeConfig({
    "forgeline.mergeRequests.queries": [
      { name: "Mine", query: {} },
      { name: "Wrong", query: { state: 7 } },
    ],
  });
  const report = {
    background: (error: unknown) => void problems.push(error),
    error: (error: unknown) => Promise.resolve(void problems.push(error)),
  };
  const connections = {
    get: () => connection,
    anonymous: () => connection,
    instances: [connection.instance],
    loadClient: () => Promise.resolve(),
    onDidChange: silent,
    onDidHear: silent,
    onDidChangeRecords: silent,
  };
  const sessions = { list: () => [session], ready: Promise.resolve(), onDidChange: silent };
  const context = {
    owned,
    extension: { fsPath: storage, path: storage, scheme: "file" },
    storage,
    log,
    config,
    memory,
    drafts: new InMemoryDrafts(),
    sessions,
    connections,
    capabilities: { of: () => capabilities, onDidChange: silent },
    projects: {
      state: { kind: "ready", project },
      candidates: [],
      remoteHosts: [],
      onDidChange: silent,
      setProjectId: () => Promise.resolve(),
      branches: () => Promise.resolve(["main"]),
      localBranches: () => Promise.resolve(["main", "name"]),
      tags: () => Promise.resolve([]),
    },
    current: { value: current, require: () => current, onDidChange: silent },
    changes: owned.add(new Emitter<Change>()),
    unanswered: new UnansweredWrites(),
    polling: owned.add(new PollScheduler({ focused: false, log, timers })),
    report,
    texts: owned.add(new ReadOnlyTexts()),
    views: owned.add(new ViewRegistry()),
    marks: owned.add(new RowMarkSources()),
  } as unknown as Context;
  const whole = {
    ...context,
    templates: new TemplateStores({ ...context, directory: path.join(storage, "templates") }),
  };
  registerFeatures(whole, {
    secrets: new InMemorySecrets(),
    hide: redact,
    remembered: { list: () => [] },
    credentials: anything,
    feeds: () => Promise.reject(new Error("No feed is signed in to")),
  } as unknown as Parameters<typeof registerFeatures>[1]);

  // Code that is still loading would take the next window's place in the status bar.
  while (statusBar.length < statusBarItems) await new Promise(setImmediate);

  let read = 0;
  return {
    use,
    viewOf: async (name) => {
      const provider = providers.get(VIEWS[name]);
      const view = whole.views.get(VIEWS[name]) as
        | { load(): Promise<{ readonly renderers: NodeRenderers<{ kind: string }> } | undefined> }
        | undefined;
      if (!provider || !view) throw new Error(`No feature registers ${name}`);
      answered.clear();
      return { provider, kinds: Object.keys((await view.load())?.renderers ?? {}) };
    },
    collapsible,
    statusBar,
    tool: (name) => {
      const tool = tools.get(name);
      if (!tool) throw new Error(`No feature registers ${name}`);
      return tool;
    },
    failures: () => {
      const lines = log.lines.slice(read);
      read = log.lines.length;
      return [
        ...lines.filter((line) => /TypeError|RangeError|This test has no|could not be loaded/.test(line)),
        ...problems
          .splice(0)
          .filter((error) => error instanceof TypeError)
          .map(String),
      ];
    },
    settled: async () => {
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    },
    close: async () => {
      owned.dispose();
      await rm(storage, { recursive: true, force: true });
      vscodeFakes.reset();
    },
  };
}
