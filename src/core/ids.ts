import type { CommentReply, TestItem, Uri } from "vscode";
import type { DraftComment } from "../features/repository/comments/shownComment.ts";
import type { ChangedFile } from "./comparisons/comparison.ts";
import type {
  ArtifactRef,
  AttributesRef,
  CommentRef,
  CommitRef,
  JobRef,
  MergeRequestRef,
  MilestoneHome,
  MilestoneRef,
  ProjectScope,
  ProtectedAccessRef,
  ProtectedBranchRef,
  PackageRef,
  PipelineRef,
  WebRef,
  WikiPageRef,
  SnippetRef,
  SshKeyRef,
  SystemHookRef,
  UserRef,
  VulnerabilityRef,
  JobTokenEntryRef,
} from "./refs.ts";

export const AUTH_PROVIDER_ID = "forgeline";
export const EXTENSION_ID = "forgeline.forgeline";
export const VIEWS = {
  pipelines: "forgeline.pipelines",
  jobs: "forgeline.jobs",
  mergeRequests: "forgeline.mergeRequests",
  commits: "forgeline.commits",
  packages: "forgeline.packages",
  wiki: "forgeline.wiki",
  snippets: "forgeline.snippets",
  milestones: "forgeline.milestones",
  vulnerabilities: "forgeline.vulnerabilities",
  projectSettings: "forgeline.projectSettings",
  people: "forgeline.people",
  administration: "forgeline.administration",
} as const;
export type ViewId = (typeof VIEWS)[keyof typeof VIEWS];

/**
 * Every command and what it takes. An argument that may be left out is asked for with a quick pick.
 * commands/registry.ts must handle each one; a test keeps the list equal to package.json.
 */
export interface CommandArgs {
  "forgeline.signIn": [instanceUrl?: string];
  "forgeline.signOut": [sessionId?: string];
  "forgeline.switchAccount": [];
  "forgeline.sessionDetails": [];
  "forgeline.selectProject": [];
  "forgeline.refresh": [];
  /** The row at the end of a list that is not complete; `below` is the id of the row it stands under. */
  "forgeline.loadMore": [view: string, below: string];
  "forgeline.openSettings": [setting?: string];
  "forgeline.showExtensionLog": [];
  "forgeline.openInBrowser": [target?: PipelineRef | JobRef | WebRef];
  "forgeline.copyLink": [target?: PipelineRef | JobRef | WebRef];
  "forgeline.pipelines.filter": [];
  "forgeline.pipelines.clearFilter": [];
  "forgeline.pipeline.run": [];
  "forgeline.pipeline.runAgain": [pipeline?: PipelineRef];
  "forgeline.pipeline.retry": [pipeline?: PipelineRef];
  "forgeline.pipeline.cancel": [pipeline?: PipelineRef];
  "forgeline.pipeline.rename": [pipeline?: PipelineRef];
  "forgeline.pipeline.delete": [pipeline?: PipelineRef];
  "forgeline.pipeline.showVariables": [pipeline?: PipelineRef];
  "forgeline.pipeline.showLatest": [ref?: string];
  "forgeline.pipeline.reveal": [pipeline?: PipelineRef];
  "forgeline.pipeline.notify": [pipeline?: PipelineRef];
  "forgeline.job.notify": [job?: JobRef];
  "forgeline.stopWatching": [watched?: PipelineRef | JobRef];
  "forgeline.pipeline.showTestReport": [pipeline?: PipelineRef];
  /** An item of the Testing view; all reports when left out. */
  "forgeline.testReport.clear": [item?: TestItem];
  "forgeline.pipeline.showGraph": [pipeline?: PipelineRef];
  "forgeline.jobs.filter": [];
  "forgeline.job.retry": [job?: JobRef];
  "forgeline.job.cancel": [job?: JobRef];
  "forgeline.job.play": [job?: JobRef];
  "forgeline.job.showLog": [job?: JobRef];
  "forgeline.job.stopLog": [job?: JobRef];
  "forgeline.job.openRawLog": [job?: JobRef | Uri];
  "forgeline.job.browseArtifacts": [job?: JobRef];
  "forgeline.artifacts.download": [job?: JobRef];
  "forgeline.artifacts.downloadLatest": [];
  /** Artifacts are those of rows, or documents. */
  "forgeline.artifact.open": [artifact?: ArtifactRef | Uri];
  "forgeline.artifact.download": [artifact?: ArtifactRef | Uri];
  "forgeline.artifact.selectForCompare": [artifact?: ArtifactRef | Uri];
  "forgeline.artifact.compareWithSelected": [artifact?: ArtifactRef | Uri];
  "forgeline.artifact.compareWithJob": [artifact?: ArtifactRef | Uri];
  /** A row's job, or the document of its log. */
  "forgeline.job.openLog": [job?: JobRef | Uri];
  "forgeline.job.saveRawLog": [job?: JobRef | Uri];
  /** A row's job, or the document of its log; clearing takes all when left out. */
  "forgeline.job.showProblems": [job?: JobRef | Uri];
  "forgeline.job.clearProblems": [job?: JobRef | Uri];
  "forgeline.log.showFirstError": [job?: JobRef | Uri];
  "forgeline.template.insert": [];
  /** The contract's id of an operation: `pipelines.list`. */
  "forgeline.api.sendRequest": [operation?: string];
  "forgeline.mergeRequests.search": [];
  "forgeline.mergeRequests.filter": [];
  "forgeline.mergeRequests.clearFilter": [];
  "forgeline.mergeRequest.open": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequests.showAllProjects": [];
  "forgeline.mergeRequests.showThisProject": [];
  "forgeline.changes.showAsTree": [];
  "forgeline.changes.showAsList": [];
  "forgeline.commits.filter": [];
  "forgeline.commits.clearFilter": [];
  "forgeline.commit.show": [commit?: CommitRef];
  "forgeline.commit.copySha": [commit?: CommitRef];
  "forgeline.commit.cherryPick": [commit?: CommitRef, newFrom?: string];
  "forgeline.commit.revert": [commit?: CommitRef, newFrom?: string];
  "forgeline.commit.setStatus": [commit?: CommitRef];
  "forgeline.commit.comment": [commit?: CommitRef];
  "forgeline.commit.showComments": [comment?: CommentRef];
  "forgeline.comment.send": [reply?: CommentReply];
  "forgeline.comment.sendAgain": [draft?: DraftComment];
  "forgeline.comment.discard": [draft?: DraftComment];
  "forgeline.packages.search": [];
  "forgeline.packages.filter": [];
  "forgeline.packages.clearSearch": [];
  "forgeline.packages.togglePrereleases": [];
  "forgeline.packages.signIn": [instanceUrl?: string];
  "forgeline.packages.signOut": [instanceUrl?: string];
  "forgeline.packages.showGroup": [];
  "forgeline.packages.showProject": [];
  "forgeline.packages.addFeed": [];
  "forgeline.packages.publish": [file?: Uri];
  "forgeline.packages.publishSymbols": [file?: Uri];
  "forgeline.packages.downloadSymbols": [];
  "forgeline.packages.showDocuments": [target?: PackageRef];
  "forgeline.package.copyName": [target?: PackageRef];
  "forgeline.package.copyInstallCommand": [target?: PackageRef];
  "forgeline.package.copyReference": [target?: PackageRef];
  "forgeline.package.download": [target?: PackageRef];
  "forgeline.package.delete": [target?: PackageRef];
  /** Pages are those of rows, or documents; `line` counts from 0. */
  "forgeline.wiki.open": [page?: WikiPageRef | Uri, line?: number];
  "forgeline.wiki.create": [below?: WikiPageRef | Uri];
  "forgeline.wiki.rename": [page?: WikiPageRef | Uri];
  "forgeline.wiki.changeFormat": [page?: WikiPageRef | Uri];
  "forgeline.wiki.delete": [page?: WikiPageRef | Uri];
  "forgeline.wiki.discard": [page?: WikiPageRef | Uri];
  "forgeline.wiki.preview": [page?: WikiPageRef | Uri];
  "forgeline.wiki.showRendered": [page?: WikiPageRef | Uri];
  "forgeline.wiki.showHtml": [page?: WikiPageRef | Uri];
  "forgeline.wiki.showHistory": [page?: WikiPageRef | Uri];
  "forgeline.wiki.openVersion": [page?: WikiPageRef | Uri, sha?: string];
  "forgeline.wiki.openInBrowser": [page?: WikiPageRef | Uri];
  "forgeline.wiki.copyLink": [page?: WikiPageRef | Uri];
  "forgeline.wiki.copySlug": [page?: WikiPageRef | Uri];
  "forgeline.wiki.copyMarkdownLink": [page?: WikiPageRef | Uri];
  "forgeline.wiki.search": [text?: string];
  "forgeline.wiki.filter": [];
  "forgeline.wiki.clearFilter": [];
  "forgeline.snippets.filter": [];
  "forgeline.snippets.clearFilter": [];
  /** Snippets, their files and folders are those of rows, or documents. */
  "forgeline.snippet.open": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.openAtRef": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.openInBrowser": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.copyLink": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.create": [];
  "forgeline.snippet.createFromSelection": [];
  "forgeline.snippet.createFromFiles": [files?: readonly Uri[]];
  "forgeline.snippet.createFromClipboard": [];
  "forgeline.snippet.insert": [];
  "forgeline.snippet.edit": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.changeVisibility": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.delete": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.userAgentDetails": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.newFile": [snippet?: SnippetRef | Uri];
  "forgeline.snippet.renameFile": [file?: SnippetRef | Uri];
  "forgeline.snippet.deleteFile": [file?: SnippetRef | Uri];
  "forgeline.snippet.discard": [file?: SnippetRef | Uri];
  "forgeline.milestones.search": [];
  "forgeline.milestones.clearSearch": [];
  /** A folder of the view, or a milestone beside which it is made. */
  "forgeline.milestone.create": [home?: MilestoneHome];
  "forgeline.milestone.edit": [milestone?: MilestoneRef];
  "forgeline.milestone.close": [milestone?: MilestoneRef];
  "forgeline.milestone.activate": [milestone?: MilestoneRef];
  "forgeline.milestone.delete": [milestone?: MilestoneRef];
  "forgeline.milestone.promote": [milestone?: MilestoneRef];
  "forgeline.milestone.openInBrowser": [milestone?: MilestoneRef];
  "forgeline.milestone.copyLink": [milestone?: MilestoneRef];
  "forgeline.milestone.showBurndown": [milestone?: MilestoneRef];
  "forgeline.milestone.showMergeRequests": [milestone?: MilestoneRef];
  "forgeline.users.search": [];
  "forgeline.users.filter": [];
  "forgeline.users.clearFilter": [];
  "forgeline.user.show": [user?: UserRef];
  "forgeline.user.copyMention": [user?: UserRef];
  "forgeline.user.insertMention": [user?: UserRef];
  "forgeline.user.openInBrowser": [user?: UserRef];
  /** The folder it stands in, or the name to begin with. */
  "forgeline.protectedBranch.protect": [given?: ProjectScope | string];
  "forgeline.protectedBranch.edit": [branch?: ProtectedBranchRef];
  "forgeline.protectedBranch.unprotect": [branch?: ProtectedBranchRef];
  "forgeline.protectedBranch.show": [branch?: ProtectedBranchRef];
  "forgeline.protectedBranch.addAccess": [access?: ProtectedAccessRef];
  "forgeline.protectedBranch.changeAccess": [access?: ProtectedAccessRef];
  "forgeline.protectedBranch.removeAccess": [access?: ProtectedAccessRef];
  "forgeline.jobTokenScope.show": [];
  "forgeline.jobTokenScope.limit": [];
  "forgeline.jobTokenScope.lift": [];
  "forgeline.jobTokenScope.addProject": [];
  "forgeline.jobTokenScope.addGroup": [];
  "forgeline.jobTokenScope.remove": [entry?: JobTokenEntryRef];
  "forgeline.vulnerability.open": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.confirm": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.resolve": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.dismiss": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.revert": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.remove": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.openLocation": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.openInBrowser": [vulnerability?: VulnerabilityRef];
  "forgeline.vulnerability.copyLink": [vulnerability?: VulnerabilityRef];
  "forgeline.administration.filterUsers": [];
  "forgeline.administration.clearUserFilter": [];
  "forgeline.user.create": [];
  "forgeline.user.edit": [user?: UserRef];
  "forgeline.user.delete": [user?: UserRef];
  "forgeline.customAttribute.show": [];
  /** What has custom attributes, or one of them. */
  "forgeline.customAttribute.hide": [owner?: AttributesRef];
  "forgeline.customAttribute.editAll": [owner?: AttributesRef];
  "forgeline.customAttribute.set": [owner?: AttributesRef];
  "forgeline.customAttribute.delete": [owner?: AttributesRef];
  "forgeline.systemHook.create": [];
  "forgeline.systemHook.show": [hook?: SystemHookRef];
  "forgeline.systemHook.test": [hook?: SystemHookRef];
  "forgeline.systemHook.delete": [hook?: SystemHookRef];
  "forgeline.administration.showCurrentUserAs": [];
  "forgeline.status.set": [];
  "forgeline.status.clear": [];
  /** "assigned", "reviews", "issues" or "todos". */
  "forgeline.counts.show": [count?: string];
  "forgeline.sshKey.add": [];
  "forgeline.sshKey.show": [key?: SshKeyRef];
  "forgeline.sshKey.copyFingerprint": [key?: SshKeyRef];
  "forgeline.sshKey.copy": [key?: SshKeyRef];
  "forgeline.sshKey.remove": [key?: SshKeyRef];
  "forgeline.sshKeys.openInBrowser": [];
  "forgeline.setProjectId": [];
  "forgeline.mergeRequest.create": [];
  "forgeline.mergeRequest.edit": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.editDescription": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.merge": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.cancelAutoMerge": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.close": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.reopen": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.delete": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.checkMerge": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.markReady": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.markDraft": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.checkOut": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.openInBrowser": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.copyLink": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.copyBranch": [mergeRequest?: MergeRequestRef];
  "forgeline.mergeRequest.approve": [mergeRequest?: MergeRequestRef];
  /** `since` is a commit that the source branch had. */
  "forgeline.mergeRequest.showNew": [mergeRequest?: MergeRequestRef, since?: string];
  "forgeline.changes.open": [file?: ChangedFile];
  "forgeline.changes.openAll": [of?: MergeRequestRef | CommitRef];
  "forgeline.mergeRequest.fetchCommits": [mergeRequest?: MergeRequestRef];
  /** Files are the editor's own, or documents at a branch, tag or commit. */
  "forgeline.file.compare": [file?: Uri];
  "forgeline.file.openAtRef": [file?: Uri];
  "forgeline.file.openOnHost": [file?: Uri];
  "forgeline.file.copyPermalink": [file?: Uri];
  "forgeline.file.showDetails": [file?: Uri];
  "forgeline.file.showLargeContent": [file?: Uri];
  "forgeline.file.download": [file?: Uri];
  /** The files or folders of a menu; the one that is open when left out. */
  "forgeline.commitThisFile": [files?: readonly Uri[]];
  "forgeline.commitFiles": [];
  "forgeline.file.deleteOnHost": [file?: Uri];
  "forgeline.file.moveOnHost": [file?: Uri];
  "forgeline.submodule.update": [];
  "forgeline.blame.toggle": [];
}
export type CommandId = keyof CommandArgs;

/** Context keys that `when` clauses read, with the values they take. */
export interface ContextKeys {
  /** Why a view is empty, or that it is not: drives the welcome texts. */
  "forgeline.state":
    | "loading"
    | "noFolder"
    | "untrusted"
    | "noRepository"
    | "noRemote"
    | "unreadable"
    | "noInstance"
    | "severalRepositories"
    | "severalRemotes"
    | "signedOut"
    | "expired"
    | "ready";
  "forgeline.signedIn": boolean;
  "forgeline.pipelinesFiltered": boolean;
  "forgeline.jobsFiltered": boolean;
  "forgeline.mergeRequestsFiltered": boolean;
  "forgeline.commitsFiltered": boolean;
  "forgeline.packagesFiltered": boolean;
  /** The Packages view shows a group's feed, not the project's own. */
  "forgeline.packagesOfGroup": boolean;
  "forgeline.wikiFiltered": boolean;
  /** The wiki of the open project was read, and has no pages. */
  "forgeline.wikiEmpty": boolean;
  "forgeline.snippetsFiltered": boolean;
  /** The account in use is known to be an administrator's on the host of the open project. */
  "forgeline.administrator": boolean;
  "forgeline.milestonesFiltered": boolean;
  "forgeline.usersFiltered": boolean;
  /** No vulnerability of the open project is on its list. */
  "forgeline.vulnerabilitiesEmpty": boolean;
  /** The host of the open project is known to tell no burndown events. */
  "forgeline.cannotShowBurndown": boolean;
  "forgeline.followingLogs": boolean;
  /** Problems of some job's log are shown. */
  "forgeline.problemsShown": boolean;
  /** The end of some pipeline or job will be told. */
  "forgeline.watching": boolean;
  /** The Testing view shows a pipeline's test report. */
  "forgeline.testReportsShown": boolean;
  /** An artifact was chosen that others can be compared with. */
  "forgeline.artifactSelected": boolean;
  /** The host of the open project is known to lack the route for it. */
  "forgeline.cannotPlayJobs": boolean;
  "forgeline.cannotCreateMergeRequests": boolean;
  "forgeline.cannotApprove": boolean;
  /** The Merge Requests view shows every project, not the open one alone. */
  "forgeline.mergeRequestsEverywhere": boolean;
  /** Changed files stand one below the other, not in their folders. */
  "forgeline.changesAsList": boolean;
}
export type ContextKey = keyof ContextKeys;
/** Those that say that a view's rows are narrowed. */
export type FilteredKey = Extract<ContextKey, `${string}Filtered`>;
