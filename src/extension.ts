import path from "node:path";
import * as vscode from "vscode";
import { CallbackInbox } from "./auth/callbackInbox.ts";
import { SessionCredentials } from "./auth/credentials.ts";
import { FeedSignIns } from "./auth/feedCredentials.ts";
import { ForgelineAuthentication } from "./auth/provider.ts";
import { RememberedInstances } from "./auth/rememberedInstances.ts";
import { SessionStore } from "./auth/sessionStore.ts";
import { callbackHandler } from "./auth/uriHandler.ts";
import { DisposableStore } from "./core/base/disposable.ts";
import { anyOf, Emitter } from "./core/base/events.ts";
import { normalizeInstanceUrl } from "./core/base/instanceUrl.ts";
import { redactingLogger } from "./core/base/log.ts";
import { KeptFacts } from "./core/capabilities.ts";
import type { Change } from "./core/changes.ts";
import { type CommandManifest, registerCommands } from "./core/commands/register.ts";
import { openConfig } from "./core/config.ts";
import { Connections } from "./core/connections.ts";
import type { App } from "./core/context.ts";
import { CurrentProject } from "./core/currentProject.ts";
import { AUTH_PROVIDER_ID, EXTENSION_ID, VIEWS } from "./core/ids.ts";
import { onceOpen } from "./core/lazy/onceOpen.ts";
import { openNet } from "./core/net/net.ts";
import { BranchPipeline } from "./core/pipelines/branchPipeline.ts";
import { unsentMemory } from "./core/remoteText/unsentMemory.ts";
import { keepStateKeys } from "./core/stateKeys.ts";
import { PollBudget } from "./core/tree/poll.ts";
import { ProjectView } from "./core/tree/projectView.ts";
import { refreshOnEvents } from "./core/tree/refreshEvents.ts";
import { showRowMarks } from "./core/tree/rowMarkProvider.ts";
import { followFocus } from "./core/tree/windowFocus.ts";
import { ReadOnlyTexts } from "./core/ui/readOnlyTexts.ts";
import { Report } from "./core/ui/report.ts";
import { attributeFiles } from "./features/administration/customAttributes/fileSystem.ts";
import type { AdministrationView } from "./features/administration/view.ts";
import { CiLanguage } from "./features/ci/ciLanguage.ts";
import { TemplateStores } from "./features/ci/templates/templateStores.ts";
import { JobLogs } from "./features/jobs/log/channel.ts";
import { LogDocuments } from "./features/jobs/log/logDocuments.ts";
import { ProblemsOnDemand } from "./features/jobs/problems/problemsOnDemand.ts";
import type { JobsView } from "./features/jobs/view.ts";
import { DescriptionFiles } from "./features/mergeRequests/description/fileSystem.ts";
import { MergeRequestPages } from "./features/mergeRequests/page/panels.ts";
import type { MergeRequestsView } from "./features/mergeRequests/view.ts";
import type { MilestonesView } from "./features/milestones/view.ts";
import type { PackagesView } from "./features/packages/view.ts";
import { UsersOnDemand } from "./features/people/users/onDemand.ts";
import type { PeopleView } from "./features/people/view.ts";
import { artifactDocuments } from "./features/pipelines/artifacts/fileSystem.ts";
import { PipelineGraphs } from "./features/pipelines/graph/panels.ts";
import { Watching } from "./features/pipelines/notifications/watching.ts";
import { TestReports } from "./features/pipelines/testReports/testReports.ts";
import type { PipelinesView } from "./features/pipelines/view.ts";
import { ProtectionsOnDemand } from "./features/projectSettings/protectedBranches/onDemand.ts";
import type { ProjectSettingsView } from "./features/projectSettings/view.ts";
import { BlameSwitch } from "./features/repository/blame/blameSwitch.ts";
import { CommentsOnDemand } from "./features/repository/comments/onDemand.ts";
import { HostFiles } from "./features/repository/files/fileSystem.ts";
import type { CommitsView } from "./features/repository/view.ts";
import { snippetDocuments } from "./features/snippets/fileSystem.ts";
import type { SnippetsView } from "./features/snippets/view.ts";
import type { VulnerabilitiesView } from "./features/vulnerabilities/view.ts";
import { type WikiDocuments, wikiDocuments } from "./features/wiki/fileSystem.ts";
import type { WikiView } from "./features/wiki/view.ts";
import { ProjectTracker } from "./git/project.ts";

/** Builds every object once, registers, returns. No logic, no network await. */
export function activate(context: vscode.ExtensionContext): {
  readonly app?: App;
  readonly budget?: PollBudget;
  readonly storage?: string;
  readonly extendMarkdownIt: WikiDocuments["extendMarkdownIt"];
} {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);

  const channel = owned.add(vscode.window.createOutputChannel("Forgeline", { log: true }));
  const log = { ...redactingLogger(channel), show: () => channel.show() };
  const { secrets, workspaceState: memory, globalState } = context;
  const storage = context.globalStorageUri.fsPath;
  const unsent = unsentMemory(storage);
  const web = vscode.env.uiKind === vscode.UIKind.Web;

  const config = owned.add(openConfig());
  const net = owned.add(openNet(log));
  const report = new Report(log);
  const texts = owned.add(new ReadOnlyTexts());
  const changes = owned.add(new Emitter<Change>());
  const refreshed = owned.add(new Emitter<undefined>());

  const sessions = owned.add(new SessionStore(secrets, log));
  const remembered = new RememberedInstances(globalState);
  const credentials: SessionCredentials = owned.add(
    new SessionCredentials({
      store: sessions,
      secrets,
      // A renewal must be over before its lock between windows runs out.
      connect: (instance, given) => connections.connect(instance, given, 30_000),
      directory: storage,
      pages: web,
      log,
    }),
  );
  const feeds: FeedSignIns = new FeedSignIns({
    secrets,
    sessions,
    account: (instance) => connections.get(instance).session,
  });
  const facts = owned.add(new KeptFacts(globalState));
  const connections = owned.add(
    new Connections({
      feeds,
      facts,
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
  owned.add(keepStateKeys(current, sessions, facts));

  const inbox = owned.add(new CallbackInbox({ secrets, log }));
  owned.add(vscode.window.registerUriHandler(callbackHandler(inbox, log)));
  const authentication = owned.add(
    new ForgelineAuthentication({
      store: sessions,
      remembered,
      instances: () => config.instances,
      remoteHosts: () => Promise.resolve(projects.remoteHosts),
      normalize: normalizeInstanceUrl,
      connect: connections.connect,
      inbox,
      surface: web ? "web" : "desktop",
      callbackUri: `${vscode.env.uriScheme}://${EXTENSION_ID}/callback`,
      log,
    }),
  );
  owned.add(
    vscode.authentication.registerAuthenticationProvider(AUTH_PROVIDER_ID, "Forgeline", authentication, {
      supportsMultipleAccounts: true,
    }),
  );

  const budget = owned.add(new PollBudget({ focused: vscode.window.state.focused, log }));
  owned.add(followFocus(budget));
  owned.add(connections.onDidLimit((until) => budget.silence(until)));
  owned.add(refreshOnEvents({ current, budget }));

  const artifacts = owned.add(artifactDocuments({ connections, sessions }));
  const branch = owned.add(new BranchPipeline(current));
  const watching = owned.add(
    new Watching({
      budget,
      connections,
      current,
      config,
      changes: changes.event,
      memory,
      directory: storage,
      ready: sessions.ready,
      log,
      report,
    }),
  );
  const shared = { current, projects, changes: changes.event, budget, memory, log, marks: watching };
  const pipelines: PipelinesView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.pipelines,
      subjects: ["pipeline", "job"],
      filtered: "forgeline.pipelinesFiltered",
      early: true,
      load: async () => (await import("./features/pipelines/view.ts")).openPipelines(branch, artifacts),
    }),
  );
  const jobs: JobsView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.jobs,
      subjects: ["pipeline", "job"],
      filtered: "forgeline.jobsFiltered",
      hideRoot: true,
      load: async () => (await import("./features/jobs/view.ts")).openJobs(artifacts),
    }),
  );
  const mergeRequests: MergeRequestsView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.mergeRequests,
      subjects: ["mergeRequest", "pipeline", "job"],
      filtered: "forgeline.mergeRequestsFiltered",
      load: async () =>
        (await import("./features/mergeRequests/open.ts")).mergeRequestView({
          projects,
          connections,
          report,
          config,
          log,
        }),
    }),
  );
  const commits: CommitsView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.commits,
      subjects: ["commit", "pipeline"],
      filtered: "forgeline.commitsFiltered",
      hideRoot: true,
      load: async () => (await import("./features/repository/open.ts")).commitsView({ projects, connections, report }),
    }),
  );
  const packages: PackagesView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.packages,
      subjects: ["package"],
      hideRoot: true,
      load: async () => (await import("./features/packages/view.ts")).openPackages,
    }),
  );
  const wiki = owned.add(
    wikiDocuments({
      connections,
      changes,
      unsent,
      report,
      texts,
      sessions,
      credentials,
      folder: path.join(storage, "wikis"),
    }),
  );
  const wikiPages: WikiView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.wiki,
      subjects: ["wiki"],
      filtered: "forgeline.wikiFiltered",
      hideRoot: true,
      collapseAll: true,
      load: async () => (await import("./features/wiki/view.ts")).openWiki(wiki),
    }),
  );
  const snippetFiles = owned.add(snippetDocuments({ connections, changes, unsent, report, sessions, texts }));
  const snippets: SnippetsView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.snippets,
      subjects: ["snippet"],
      filtered: "forgeline.snippetsFiltered",
      load: async () => (await import("./features/snippets/view.ts")).openSnippets(snippetFiles),
    }),
  );
  const milestones: MilestonesView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.milestones,
      subjects: ["milestone", "mergeRequest"],
      filtered: "forgeline.milestonesFiltered",
      load: async () =>
        (await import("./features/milestones/open.ts")).milestonesView({ projects, connections, report, config, log }),
    }),
  );
  const users = owned.add(new UsersOnDemand(async () => (await import("./features/people/hover.ts")).userHover(app)));
  const people: PeopleView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.people,
      filtered: "forgeline.usersFiltered",
      subjects: ["ownStatus", "sshKey", "user"],
      load: async () => (await import("./features/people/view.ts")).openPeople(await users.cards()),
    }),
  );
  const protections = owned.add(new ProtectionsOnDemand(facts));
  const projectSettings: ProjectSettingsView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.projectSettings,
      subjects: ["protectedBranch", "jobTokenScope"],
      load: async () =>
        (await import("./features/projectSettings/view.ts")).openProjectSettings({
          protections: await protections.load(),
          projects,
        }),
    }),
  );
  const administration: AdministrationView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.administration,
      subjects: ["systemHook", "user", "customAttribute"],
      load: async () => (await import("./features/administration/view.ts")).openAdministration({ log }),
    }),
  );
  const vulnerabilities: VulnerabilitiesView = owned.add(
    new ProjectView({
      ...shared,
      view: VIEWS.vulnerabilities,
      subjects: ["vulnerability"],
      hideRoot: true,
      collapseAll: true,
      load: async () => (await import("./features/vulnerabilities/view.ts")).openVulnerabilities(facts),
    }),
  );
  owned.add(showRowMarks());
  const views = {
    [VIEWS.pipelines]: pipelines,
    [VIEWS.jobs]: jobs,
    [VIEWS.mergeRequests]: mergeRequests,
    [VIEWS.commits]: commits,
    [VIEWS.packages]: packages,
    [VIEWS.wiki]: wikiPages,
    [VIEWS.milestones]: milestones,
    [VIEWS.vulnerabilities]: vulnerabilities,
    [VIEWS.administration]: administration,
    [VIEWS.projectSettings]: projectSettings,
    [VIEWS.people]: people,
    [VIEWS.snippets]: snippets,
  };
  owned.add(
    onceOpen(current, log, async () =>
      (await import("./features/administration/rights.ts")).followRights({
        current,
        facts,
        views: Object.values(views),
        log,
      }),
    ),
  );
  owned.add(
    onceOpen(current, log, async () =>
      (await import("./features/pipelines/branchStatusBar.ts")).branchStatusBar({
        branch,
        budget,
        view: pipelines,
        changes: changes.event,
      }),
    ),
  );
  owned.add(
    onceOpen(current, log, async () =>
      (await import("./features/people/me/statusBar.ts")).ownStatusBar({
        current,
        changes: changes.event,
        refreshed: refreshed.event,
        budget,
        config,
        log,
      }),
    ),
  );
  owned.add(
    onceOpen(current, log, async () =>
      (await import("./features/projectSettings/protectedBranches/following.ts")).followProtection({
        protections: await protections.load(),
        current,
        projects,
        changes: changes.event,
        budget,
        log,
      }),
    ),
  );
  const mergeRequestPages = owned.add(new MergeRequestPages({ budget, extension: context.extensionUri }));
  const pipelineGraphs = owned.add(new PipelineGraphs({ budget, extension: context.extensionUri }));
  const logs = owned.add(
    new JobLogs({
      clientFor: ({ instance }) => connections.get(instance).client,
      accountFor: ({ instance }) => connections.get(instance).session?.id,
      silentUntil: () => budget.silentUntil,
      onEnded: () => budget.refreshAll(),
      companion: (ref) => problems.companion(ref),
      config,
      log,
      report,
      changes: changes.event,
      storage: path.join(storage, "logs"),
    }),
  );
  const problems: ProblemsOnDemand = owned.add(
    new ProblemsOnDemand({
      clientFor: ({ instance }) => connections.get(instance).client,
      accountFor: ({ instance }) => connections.get(instance).session?.id,
      onDidChangeAccount: connections.onDidChange,
      jobOfChannel: ({ uri }) => logs.jobOf(uri),
      projects,
      changes: changes.event,
      config,
      report,
      log,
    }),
  );
  const logDocuments = owned.add(new LogDocuments(logs, sessions.ready));

  const attributes = owned.add(attributeFiles({ connections, changes, log, unsent, report, sessions, texts }));
  const descriptions = owned.add(new DescriptionFiles({ connections, changes, unsent, report, sessions, texts }));

  const comments = owned.add(new CommentsOnDemand({ connections, changes, report, memory }));

  const templates = owned.add(
    new TemplateStores({ connections, facts, directory: path.join(storage, "templates"), report }),
  );

  const testReports = owned.add(new TestReports({ connections, changes, budget, projects, report, log }));

  const blame = owned.add(new BlameSwitch(config, () => app));
  const app: App = {
    log,
    config,
    sessions,
    authentication,
    connections,
    feeds,
    facts,
    projects,
    current,
    changes,
    refreshed,
    report,
    pipelines,
    jobs,
    mergeRequests,
    commits,
    packages,
    wikiPages,
    milestones,
    vulnerabilities,
    administration,
    people,
    users,
    projectSettings,
    protections,
    snippets,
    snippetFiles,
    views,
    mergeRequestPages,
    pipelineGraphs,
    logs,
    logDocuments,
    problems,
    blame,
    comments,
    texts,
    templates,
    descriptions,
    attributes,
    wiki,
    artifacts,
    testReports,
    watching,
    memory,
    unsent,
  };
  owned.add(new HostFiles(app));
  owned.add(new CiLanguage(app, budget));
  mergeRequestPages.restore(app);
  pipelineGraphs.restore(app);
  const manifest = context.extension.packageJSON as CommandManifest & { readonly version: string };
  owned.add(registerCommands(app, manifest));
  projects.start();
  blame.follow();
  log.info(`Forgeline ${manifest.version} is active`);
  // VS Code's Markdown preview asks for the one; tests look inside, move the budget's time and find what is kept.
  return {
    extendMarkdownIt: wiki.extendMarkdownIt,
    ...(context.extensionMode === vscode.ExtensionMode.Test && { app, budget, storage }),
  };
}
