import path from "node:path";
import * as vscode from "vscode";
import { SessionCredentials } from "./auth/credentials.ts";
import type { FeedSignIns } from "./auth/feedCredentials.ts";
import { RememberedInstances } from "./auth/rememberedInstances.ts";
import { SessionStore } from "./auth/sessionStore.ts";
import { DisposableStore } from "./core/base/disposable.ts";
import { DraftStore } from "./core/base/drafts.ts";
import { anyOf, Emitter } from "./core/base/events.ts";
import { redactingLogger } from "./core/base/log.ts";
import { onceLoaded } from "./core/base/onceLoaded.ts";
import { CapabilityStore } from "./core/capabilities.ts";
import type { Change } from "./core/changes.ts";
import { TemplateStores } from "./core/ciTemplates/templateStores.ts";
import { type CommandManifest, registerCommands } from "./core/commands/register.ts";
import { openConfig, type SettingsManifest } from "./core/config.ts";
import { type Connection, Connections } from "./core/connections.ts";
import type { Context } from "./core/context.ts";
import { CurrentProject } from "./core/currentProject.ts";
import { loadClient, loadFeedSignIns, loadNet, loadProjects, loadRenewal } from "./core/lazy/chunks.ts";
import { LazyProjects } from "./core/lazyProjects.ts";
import { keepStateKeys } from "./core/stateKeys.ts";
import { PollScheduler } from "./core/tree/poll.ts";
import { refreshOnEvents } from "./core/tree/refreshEvents.ts";
import { showRowMarks } from "./core/tree/rowDecorations.ts";
import { RowMarkSources } from "./core/tree/rowMarkSources.ts";
import { ViewRegistry } from "./core/tree/viewRegistry.ts";
import { followFocus } from "./core/tree/windowFocus.ts";
import { ReadOnlyTexts } from "./core/ui/readOnlyTexts.ts";
import { Report } from "./core/ui/report.ts";
import { type Features, registerFeatures } from "./features.ts";

/** What is read of package.json. */
type Manifest = CommandManifest & SettingsManifest & { readonly version: string };

/** Makes the context, registers every feature, and returns. No logic, no network await. */
export function activate(vscodeContext: vscode.ExtensionContext): {
  readonly app?: Context & Features;
  readonly extendMarkdownIt: Features["wiki"]["extendMarkdownIt"];
} {
  const owned = new DisposableStore();
  vscodeContext.subscriptions.push(owned);
  const { secrets, workspaceState: memory, globalState } = vscodeContext;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const storage = vscodeContext.globalStorageUri.fsPath;

  const channel = owned.add(vscode.window.createOutputChannel("Forgeline", { log: true }));
  const log = { ...redactingLogger(channel), show: () => channel.show() };
  const manifest = vscodeContext.extension.packageJSON as Manifest;
  const config = owned.add(openConfig(manifest));
  const net = onceLoaded(async () => owned.add((await loadNet()).openNet(log)));
  const report = new Report(log);

  const sessions = owned.add(new SessionStore(secrets, log));
  const remembered = new RememberedInstances(globalState);
  const credentials: SessionCredentials = owned.add(
    new SessionCredentials({
      loadRenewal,
      store: sessions,
      secrets,
      // A renewal must be over before its lock between windows runs out.
      connect: (instance, given) => connections.connect(instance, given, 30_000),
      directory: storage,
      pages: vscode.env.uiKind === vscode.UIKind.Web,
      log,
    }),
  );
  const account = (instance: string): Connection["session"] => connections.get(instance).session;
  const feeds = onceLoaded<FeedSignIns>(
    async () => new (await loadFeedSignIns()).FeedSignIns({ secrets, sessions, account }),
  );
  const capabilities = owned.add(new CapabilityStore(globalState));
  const connections = owned.add(
    new Connections({
      loadClient,
      feeds: (instance) => ({ basic: async (asked) => (await feeds()).of(instance).basic(asked) }),
      capabilities,
      config,
      sessions,
      credentials,
      net: { dispatcher: async (origin) => (await net()).dispatcher(origin) },
      log,
      memory,
      remembered: () => remembered.list(),
    }),
  );
  const projects = owned.add(
    new LazyProjects(async () => {
      const { ProjectTracker } = await loadProjects();
      return new ProjectTracker({
        instances: () => connections.instances,
        aliases: () => config.sshHostAliases,
        onDidChangeInstances: anyOf(config.onDidChange, sessions.onDidChange),
        memory,
        log,
      });
    }, log),
  );
  const current = owned.add(new CurrentProject(projects, connections, sessions.ready));
  owned.add(keepStateKeys(current, sessions, capabilities));

  const polling = owned.add(new PollScheduler({ focused: vscode.window.state.focused, log }));
  owned.add(followFocus(polling));
  owned.add(connections.onDidLimit((until) => polling.silence(until)));
  owned.add(refreshOnEvents({ current, polling }));
  owned.add(showRowMarks());

  const context: Context = {
    owned,
    extension: vscodeContext.extensionUri,
    storage,
    log,
    config,
    memory,
    drafts: new DraftStore({
      storage,
      workspace: workspaceFile ? [workspaceFile] : (workspaceFolders ?? []).map(({ uri }) => uri),
      failed: (error) => report.background(error, "Keep a draft"),
    }),
    sessions,
    credentials,
    feeds,
    connections,
    capabilities,
    projects,
    current,
    changes: owned.add(new Emitter<Change>()),
    polling,
    report,
    texts: owned.add(new ReadOnlyTexts()),
    templates: owned.add(
      new TemplateStores({ connections, capabilities, directory: path.join(storage, "templates"), report }),
    ),
    views: owned.add(new ViewRegistry()),
    marks: owned.add(new RowMarkSources()),
  };
  const { features, registry } = registerFeatures(context, { remembered, secrets });
  owned.add(registerCommands(registry.owners, manifest, report));
  projects.start();
  features.repository.blame.follow();
  log.info(`Forgeline ${manifest.version} is active`);
  // VS Code's Markdown preview asks for the one; tests look inside.
  return {
    extendMarkdownIt: features.wiki.extendMarkdownIt,
    ...(vscodeContext.extensionMode === vscode.ExtensionMode.Test && { app: { ...context, ...features } }),
  };
}
