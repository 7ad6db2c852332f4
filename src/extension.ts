import path from "node:path";
import * as vscode from "vscode";
import { SessionCredentials } from "./auth/credentials.ts";
import { FeedSignIns } from "./auth/feedCredentials.ts";
import { RememberedInstances } from "./auth/rememberedInstances.ts";
import { SessionStore } from "./auth/sessionStore.ts";
import { DisposableStore } from "./core/base/disposable.ts";
import { anyOf, Emitter } from "./core/base/events.ts";
import { redactingLogger } from "./core/base/log.ts";
import { CapabilityStore } from "./core/capabilities.ts";
import type { Change } from "./core/changes.ts";
import { TemplateStores } from "./core/ciTemplates/templateStores.ts";
import { type CommandManifest, registerCommands } from "./core/commands/register.ts";
import { openConfig } from "./core/config.ts";
import { type Connection, Connections } from "./core/connections.ts";
import type { Context } from "./core/context.ts";
import { CurrentProject } from "./core/currentProject.ts";
import { loadClient, loadRenewal } from "./core/lazy/chunks.ts";
import { openNet } from "./core/net/net.ts";
import { unsentMemory } from "./core/remoteText/unsentMemory.ts";
import { keepStateKeys } from "./core/stateKeys.ts";
import { PollScheduler } from "./core/tree/poll.ts";
import { refreshOnEvents } from "./core/tree/refreshEvents.ts";
import { showRowMarks } from "./core/tree/rowMarks.ts";
import { RowMarkSources } from "./core/tree/rowMarkSources.ts";
import { ViewRegistry } from "./core/tree/viewRegistry.ts";
import { followFocus } from "./core/tree/windowFocus.ts";
import { ReadOnlyTexts } from "./core/ui/readOnlyTexts.ts";
import { Report } from "./core/ui/report.ts";
import { type Features, registerFeatures } from "./features.ts";
import { ProjectTracker } from "./git/project.ts";

/** Makes the context, registers every feature, and returns. No logic, no network await. */
export function activate(vscodeContext: vscode.ExtensionContext): {
  readonly app?: Context & Features;
  readonly extendMarkdownIt: Features["wiki"]["extendMarkdownIt"];
} {
  const owned = new DisposableStore();
  vscodeContext.subscriptions.push(owned);
  const { secrets, workspaceState: memory, globalState } = vscodeContext;
  const storage = vscodeContext.globalStorageUri.fsPath;

  const channel = owned.add(vscode.window.createOutputChannel("Forgeline", { log: true }));
  const log = { ...redactingLogger(channel), show: () => channel.show() };
  const config = owned.add(openConfig());
  const net = owned.add(openNet(log));
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
  const feeds: FeedSignIns = new FeedSignIns({ secrets, sessions, account });
  const capabilities = owned.add(new CapabilityStore(globalState));
  const connections = owned.add(
    new Connections({
      loadClient,
      feeds,
      facts: capabilities,
      config,
      sessions,
      credentials,
      net,
      log,
      memory,
      remembered: () => remembered.list(),
    }),
  );
  const projects = owned.add(
    new ProjectTracker({
      instances: () => connections.instances,
      aliases: () => config.sshHostAliases,
      onDidChangeInstances: anyOf(config.onDidChange, sessions.onDidChange),
      memory,
      log,
    }),
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
    unsent: unsentMemory(storage),
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
  const manifest = vscodeContext.extension.packageJSON as CommandManifest & { readonly version: string };
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
