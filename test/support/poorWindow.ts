/** A window in the process whose host answers with the poorest records: all features are registered. */
import type { LanguageModelTool, StatusBarItem, TreeDataProvider, TreeView, TreeViewOptions } from "vscode";
import type { Connection } from "../../src/core/connections.ts";
import type { Context } from "../../src/core/context.ts";
import type { NodeRenderers } from "../../src/core/tree/node.ts";
import { VIEWS, type ViewName } from "../../src/core/views.ts";
import type { OpenProject } from "../../src/git/project.ts";
import { useNamespaces } from "../window/module.ts";
import { ProcessWindow } from "../window/window.ts";
import { poorHost } from "./poorHost.ts";
import type { Hostile, Lack } from "./poorRecords.ts";
import { useFakes } from "./vscodeStub.ts";

const { openContext } = await import("../../src/core/openContext.ts");
const { registerFeatures } = await import("../../src/features.ts");
const { clientOf } = await import("../../src/api/client.ts");
const { temporaryCapabilities } = await import("../../src/api/capabilities.ts");
const { RecordStore } = await import("../../src/core/records/recordStore.ts");
const { PipelineJobsCache } = await import("../../src/core/pipelines/pipelineJobsCache.ts");
const { TemplateStores } = await import("../../src/core/ciTemplates/templateStores.ts");
const { PollScheduler, systemTimers } = await import("../../src/core/tree/poll.ts");
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
const settings = {
  "forgeline.mergeRequests.queries": [
    { name: "Mine", query: {} },
    { name: "Wrong", query: { state: 7 } },
  ],
};

/** The current branch's pipeline and protection, and the own status. */
const statusBarItems = 3;

type Provider = TreeDataProvider<{ readonly kind: string }>;

export interface PoorWindow {
  /** Makes this window's members those of VS Code, until another window is used. */
  use(): void;
  /** @throws Error when no feature registers the view */
  viewOf(view: ViewName): Promise<{
    readonly provider: Provider;
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

export async function openPoorWindow(lack: Lack | Hostile): Promise<PoorWindow> {
  const window = await ProcessWindow.open({ settings });
  const use = (): void => useNamespaces(window.namespaces);
  const providers = new Map<string, Provider>();
  const collapsible = new Set<string>();
  const createTreeView = (id: string, options: TreeViewOptions<{ readonly kind: string }>): TreeView<unknown> => {
    providers.set(id, options.treeDataProvider);
    if (options.showCollapseAll === true) collapsible.add(id);
    const view = window.sideBar.createTreeView(id, options);
    return Object.create(view, { visible: { value: true } }) as TreeView<unknown>;
  };
  Object.assign(window.namespaces["window"] ?? {}, { createTreeView });

  const { context: opened, services } = openContext(window.extensionContext);
  const { memory, storage, log } = opened;
  const records = new RecordStore();
  const answered = new Set<string>();
  const client = clientOf(
    poorHost({
      baseUrl: instance,
      lack,
      answered,
      onRecords: (operation, answer) => records.add(operation, answer, Date.now()),
    }),
  );
  const pipelineJobs = new PipelineJobsCache(client, records);
  const connection: Connection = { instance: { url: instance }, session, client, records, pipelineJobs };
  await new WatchedVulnerabilities(memory).keep(project, { id: 1 });
  await new UpdateStore({ storage, report: { background: () => undefined } }).change(instance, session.user.id, () => ({
    since: 0,
    seen: {},
    updates: [{ id: "note 1", kind: "reply", project: 1, mergeRequest: 1, iid: 1, title: "", at: 0 }],
  }));
  const silent = () => ({ dispose: () => undefined });
  const capabilities = temporaryCapabilities();
  const current = { kind: "ready", project, connection } as const;
  const context = {
    ...opened,
    sessions: { list: () => [session], ready: Promise.resolve(), onDidChange: silent },
    connections: {
      get: () => connection,
      anonymous: () => connection,
      instances: [connection.instance],
      loadClient: () => Promise.resolve(),
      onDidChange: silent,
      onDidHear: silent,
      onDidChangeRecords: silent,
    },
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
    // Nothing is read by itself while another window is used.
    polling: opened.owned.add(new PollScheduler({ log, timers: { ...systemTimers, set: () => undefined } })),
  } as unknown as Context;
  const templates = new TemplateStores({ ...context, directory: `${storage}/templates` });
  registerFeatures({ ...context, templates }, services);

  // Code that is still loading would take the next window's place in the status bar.
  while (window.statusBar.items.size < statusBarItems) await new Promise(setImmediate);

  let read = 0;
  return {
    use,
    viewOf: async (name) => {
      const provider = providers.get(VIEWS[name]);
      const view = context.views.get(VIEWS[name]) as
        | { load(): Promise<{ readonly renderers: NodeRenderers<{ kind: string }> } | undefined> }
        | undefined;
      if (!provider || !view) throw new Error(`No feature registers ${name}`);
      answered.clear();
      return { provider, kinds: Object.keys((await view.load())?.renderers ?? {}) };
    },
    collapsible,
    statusBar: [...window.statusBar.items],
    tool: (name) => {
      const tool = window.tools.get(name);
      if (!tool) throw new Error(`No feature registers ${name}`);
      return tool;
    },
    failures: () => {
      const text = window.channels.text("Forgeline");
      const lines = text.slice(read).split("\n");
      read = text.length;
      return lines.filter((line) => /TypeError|RangeError|has no vscode|could not be loaded/.test(line));
    },
    settled: async () => {
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    },
    close: async () => {
      await window[Symbol.asyncDispose]();
      useFakes();
    },
  };
}
