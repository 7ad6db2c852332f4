import path from "node:path";
import * as vscode from "vscode";
import { SessionCredentials } from "../auth/credentials.ts";
import type { FeedSignIns } from "../auth/feedCredentials.ts";
import { RememberedInstances } from "../auth/rememberedInstances.ts";
import { SessionStore } from "../auth/sessionStore.ts";
import { ROW_SCHEME } from "./addresses/schemes.ts";
import { DisposableStore } from "./base/disposable.ts";
import { anyOf, Emitter } from "./base/events.ts";
import { KnownSecrets } from "./base/knownSecrets.ts";
import { redact, redactingLogger } from "./base/log.ts";
import { onceLoaded } from "./base/onceLoaded.ts";
import { CapabilityStore } from "./capabilities.ts";
import type { Change } from "./changes.ts";
import { TemplateStores } from "./ciTemplates/templateStores.ts";
import { UnansweredWrites } from "./commands/unansweredWrites.ts";
import { openConfig, type SettingsManifest } from "./config.ts";
import { type Connection, Connections } from "./connections.ts";
import type { Context } from "./context.ts";
import { CurrentProject } from "./currentProject.ts";
import { InvalidSettingError } from "./invalidSetting.ts";
import {
  loadClient,
  loadDrafts,
  loadFeedSignIns,
  loadNet,
  loadProjects,
  loadRenewal,
  loadRowMarks,
} from "./lazy/chunks.ts";
import { LazyDrafts } from "./lazyDrafts.ts";
import { LazyProjects } from "./lazyProjects.ts";
import { keepStateKeys } from "./stateKeys.ts";
import { PollScheduler } from "./tree/poll.ts";
import { refreshOnEvents } from "./tree/refreshEvents.ts";
import { RowMarkSources } from "./tree/rowMarkSources.ts";
import { ViewRegistry } from "./tree/viewRegistry.ts";
import { ReadOnlyTexts } from "./ui/readOnlyTexts.ts";
import { Report } from "./ui/report.ts";
import { unkeptTexts } from "./ui/unkept.ts";

/** What individual features need besides the context. */
export interface Services {
  readonly secrets: vscode.SecretStorage;
  /** Hidden in the log and in messages. */
  readonly known: KnownSecrets;
  /** Removes credentials from a text, as from the log. */
  readonly hide: (text: string) => string;
  /** Hosts entered at earlier sign-ins. */
  readonly remembered: RememberedInstances;
  readonly credentials: SessionCredentials;
  /** Loads the credentials for the package registry. */
  readonly feeds: () => Promise<FeedSignIns>;
}

/** Creates what features use, all of it owned by the window. Loads no further code and sends no request. */
export function openContext(vscodeContext: vscode.ExtensionContext): { context: Context; services: Services } {
  const owned = new DisposableStore();
  vscodeContext.subscriptions.push(owned);
  const { secrets, workspaceState: memory, globalState } = vscodeContext;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const storage = vscodeContext.globalStorageUri.fsPath;

  const channel = owned.add(vscode.window.createOutputChannel("Forgeline", { log: true }));
  const known = new KnownSecrets();
  // By value first, since a host may repeat them in any form: a pattern may end within a secret.
  const hide = (text: string): string => redact(known.hide(text));
  const log = { ...redactingLogger(channel, hide), show: () => channel.show() };
  const report = new Report(log, known);
  const config = owned.add(
    openConfig(vscodeContext.extension.packageJSON as SettingsManifest, (key, value) =>
      report.later(`${key} ${JSON.stringify(value)}`, new InvalidSettingError(key), () => true),
    ),
  );
  const net = onceLoaded(async () => owned.add((await loadNet()).openNet(log)));

  const sessions = owned.add(new SessionStore(secrets, log));
  owned.add(
    sessions.onDidChange(({ added, changed }) => {
      for (const { accessToken, refreshToken, codeVerifier } of [...added, ...changed])
        known.add(accessToken, refreshToken, codeVerifier);
    }),
  );
  const remembered = new RememberedInstances(globalState);
  const credentials: SessionCredentials = owned.add(
    new SessionCredentials({
      loadRenewal,
      store: sessions,
      secrets,
      connect: (...given) => connections.connect(...given),
      directory: storage,
      pages: vscode.env.uiKind === vscode.UIKind.Web,
      log,
      unsaved: ({ id }, error) => report.later(id, error, () => sessions.isUnsaved(id)),
    }),
  );
  const account = (instance: string): Connection["session"] => connections.get(instance).session;
  const feeds = onceLoaded<FeedSignIns>(
    async () => new (await loadFeedSignIns()).FeedSignIns({ secrets, sessions, account }),
  );
  const capabilities = owned.add(new CapabilityStore(globalState));
  const changes = owned.add(new Emitter<Change>());
  const connections = owned.add(
    new Connections({
      loadClient,
      feeds: (instance) => ({ basic: async (asked) => (await feeds()).of(instance).basic(asked) }),
      capabilities,
      changes,
      config,
      sessions,
      credentials,
      net: { dispatcher: async (origin) => (await net()).dispatcher(origin) },
      log,
      secrets: known,
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
  owned.add(vscode.window.onDidChangeWindowState(({ focused }) => polling.setFocused(focused)));
  owned.add(
    connections.onDidHear((heard) =>
      heard.kind === "limited"
        ? polling.silence(heard.instance, heard.until)
        : polling.hostAnswered(heard.instance, heard.askedAt),
    ),
  );
  owned.add(refreshOnEvents({ current, polling }));
  owned.add(
    vscode.window.registerFileDecorationProvider({
      provideFileDecoration: ({ scheme, query }) =>
        scheme === ROW_SCHEME ? loadRowMarks().then(({ decorationOf }) => decorationOf(query)) : undefined,
    }),
  );

  const workspace = workspaceFile ? [workspaceFile] : (workspaceFolders ?? []).map(({ uri }) => uri);
  const unkept = unkeptTexts(report);

  const context: Context = {
    owned,
    extension: vscodeContext.extensionUri,
    storage,
    log,
    config,
    memory,
    drafts: new LazyDrafts(
      async () => new (await loadDrafts()).DraftStore({ storage, workspace, failed: unkept }),
      unkept,
    ),
    sessions,
    connections,
    capabilities,
    projects,
    current,
    changes,
    unanswered: new UnansweredWrites(),
    polling,
    report,
    texts: owned.add(new ReadOnlyTexts()),
    templates: owned.add(
      new TemplateStores({ connections, capabilities, directory: path.join(storage, "templates"), report }),
    ),
    views: owned.add(new ViewRegistry()),
    marks: owned.add(new RowMarkSources()),
  };
  return { context, services: { secrets, known, remembered, credentials, feeds, hide } };
}
