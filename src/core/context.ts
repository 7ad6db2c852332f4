import type * as vscode from "vscode";
import type { FeedSignIns } from "../auth/feedCredentials.ts";
import type { ForgelineAuthentication } from "../auth/provider.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import type { AttributeDocuments } from "../features/administration/customAttributes/documents.ts";
import type { AdministrationView } from "../features/administration/view.ts";
import type { TemplateStores } from "../features/ci/templates/templateStores.ts";
import type { JobLogs } from "../features/jobs/log/channel.ts";
import type { LogDocuments } from "../features/jobs/log/logDocuments.ts";
import type { ProblemsOnDemand } from "../features/jobs/problems/problemsOnDemand.ts";
import type { JobsView } from "../features/jobs/view.ts";
import type { DescriptionFiles } from "../features/mergeRequests/description/fileSystem.ts";
import type { MergeRequestPages } from "../features/mergeRequests/page/panels.ts";
import type { MergeRequestsView } from "../features/mergeRequests/view.ts";
import type { MilestonesView } from "../features/milestones/view.ts";
import type { PackagesView } from "../features/packages/view.ts";
import type { UsersOnDemand } from "../features/people/users/onDemand.ts";
import type { PeopleView } from "../features/people/view.ts";
import type { PipelineGraphs } from "../features/pipelines/graph/panels.ts";
import type { Watching } from "../features/pipelines/notifications/watching.ts";
import type { TestReports } from "../features/pipelines/testReports/testReports.ts";
import type { PipelinesView } from "../features/pipelines/view.ts";
import type { ProtectionsOnDemand } from "../features/projectSettings/protectedBranches/onDemand.ts";
import type { ProjectSettingsView } from "../features/projectSettings/view.ts";
import type { BlameSwitch } from "../features/repository/blame/blameSwitch.ts";
import type { CommentsOnDemand } from "../features/repository/comments/onDemand.ts";
import type { CommitsView } from "../features/repository/view.ts";
import type { SnippetFiles } from "../features/snippets/snippetFiles.ts";
import type { SnippetsView } from "../features/snippets/view.ts";
import type { VulnerabilitiesView } from "../features/vulnerabilities/view.ts";
import type { WikiView } from "../features/wiki/view.ts";
import type { WikiFiles } from "../features/wiki/wikiFiles.ts";
import type { ProjectTracker } from "../git/project.ts";
import type { ArtifactFiles } from "./artifacts/artifactFiles.ts";
import type { Emitter } from "./base/events.ts";
import type { Logger } from "./base/log.ts";
import type { Memory } from "./base/memory.ts";
import type { KeptFacts } from "./capabilities.ts";
import type { Change } from "./changes.ts";
import type { Config } from "./config.ts";
import type { Connections } from "./connections.ts";
import type { CurrentProject } from "./currentProject.ts";
import type { ViewId } from "./ids.ts";
import type { LazyFiles } from "./lazy/lazyFiles.ts";
import type { AnyView } from "./tree/projectView.ts";
import type { ReadOnlyTexts } from "./ui/readOnlyTexts.ts";
import type { Report } from "./ui/report.ts";

/** The built objects that commands receive. extension.ts makes each once. */
export interface App {
  readonly log: Logger & { show(): void };
  readonly config: Config;
  readonly sessions: SessionStore;
  readonly authentication: ForgelineAuthentication;
  readonly connections: Connections;
  /** What signs in to package feeds. */
  readonly feeds: FeedSignIns;
  /** What was found out about instances. */
  readonly facts: KeptFacts;
  readonly projects: ProjectTracker;
  readonly current: CurrentProject;
  /** Writes announce themselves here; views refresh what they show. */
  readonly changes: Emitter<Change>;
  /** Fires when somebody asked for a refresh by name: for what is shown outside the views. */
  readonly refreshed: Emitter<undefined>;
  readonly report: Report;
  readonly pipelines: PipelinesView;
  readonly jobs: JobsView;
  readonly mergeRequests: MergeRequestsView;
  readonly commits: CommitsView;
  readonly packages: PackagesView;
  readonly wikiPages: WikiView;
  readonly milestones: MilestonesView;
  readonly vulnerabilities: VulnerabilitiesView;
  readonly projectSettings: ProjectSettingsView;
  /** What is known of protected branches. */
  readonly protections: ProtectionsOnDemand;
  readonly people: PeopleView;
  /** What is known of users. */
  readonly users: UsersOnDemand;
  readonly administration: AdministrationView;
  readonly snippets: SnippetsView;
  /** The pages of merge requests. */
  readonly mergeRequestPages: MergeRequestPages;
  /** The graphs of pipelines. */
  readonly pipelineGraphs: PipelineGraphs;
  /** Every view, for what is done to whichever it is. */
  readonly views: Readonly<Record<ViewId, AnyView>>;
  readonly logs: JobLogs;
  /** The logs of jobs as documents. */
  readonly logDocuments: LogDocuments;
  /** What jobs' logs complain of, at the files of the workspace. */
  readonly problems: ProblemsOnDemand;
  /** Who changed each line last, at the ends of lines. */
  readonly blame: BlameSwitch;
  /** VS Code's comments on the files of commits. */
  readonly comments: CommentsOnDemand;
  /** Read-only documents made from text at hand. */
  readonly texts: ReadOnlyTexts;
  /** The CI templates of each instance, kept on disk. */
  readonly templates: TemplateStores;
  /** Descriptions of merge requests that are being edited. */
  readonly descriptions: DescriptionFiles;
  /** The custom attributes of users, groups and projects as documents. */
  readonly attributes: LazyFiles<AttributeDocuments>;
  /** The files of snippets as documents. */
  readonly snippetFiles: LazyFiles<SnippetFiles>;
  /** The pages of wikis as documents. */
  readonly wiki: LazyFiles<WikiFiles>;
  /** The files in the archives of jobs as documents. */
  readonly artifacts: LazyFiles<ArtifactFiles>;
  /** Test reports of pipelines in the Testing view. */
  readonly testReports: TestReports;
  /** What is watched until it ends. */
  readonly watching: Watching;
  /** Kept per workspace. */
  readonly memory: vscode.Memento;
  /** Per workspace as well: texts that were written in editors and not sent. */
  readonly unsent: Memory;
}
