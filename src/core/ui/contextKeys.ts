import { commands } from "vscode";

/** Sets a context key for `when` clauses. */
export async function setContextKey<K extends ContextKey>(key: K, value: ContextKeys[K]): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}
/** Context keys of `when` clauses with their values. */
export interface ContextKeys {
  /** Selects the welcome text of empty views. */
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
  /** The walkthrough was opened by its command in this window. */
  "forgeline.walkthroughOpened": boolean;
  /** Names of the views of features that the open project is known not to have, separated by spaces. */
  "forgeline.absentViews": string;
  "forgeline.pipelinesFiltered": boolean;
  "forgeline.jobsFiltered": boolean;
  "forgeline.mergeRequestsFiltered": boolean;
  "forgeline.commitsFiltered": boolean;
  "forgeline.packagesFiltered": boolean;
  /** The Packages view shows the packages of a group instead of the project. */
  "forgeline.packagesOfGroup": boolean;
  /** Whether the package registry of the open project takes the account's requests; "signedOut" without a username and token for it. */
  "forgeline.packageFeed": "open" | "signedOut" | "refused";
  "forgeline.wikiFiltered": boolean;
  /** The wiki of the open project is loaded and has no pages. */
  "forgeline.wikiEmpty": boolean;
  "forgeline.snippetsFiltered": boolean;
  /** The account in use is known to be an administrator on the host of the open project. */
  "forgeline.administrator": boolean;
  "forgeline.milestonesFiltered": boolean;
  "forgeline.usersFiltered": boolean;
  /** The vulnerability list of the open project is empty. */
  "forgeline.vulnerabilitiesEmpty": boolean;
  /** Findings of CI reports are shown. */
  "forgeline.findingsShown": boolean;
  /** The host of the open project is known to lack burndown events. */
  "forgeline.cannotShowBurndown": boolean;
  "forgeline.followingLogs": boolean;
  /** Problems from a job log are shown. */
  "forgeline.problemsShown": boolean;
  /** A notification about the end of a pipeline or job is pending. */
  "forgeline.watching": boolean;
  /** The Testing view shows a pipeline's test report. */
  "forgeline.testReportsShown": boolean;
  /** The coverage of a pipeline is shown. */
  "forgeline.coverageShown": boolean;
  /** An artifact is selected for comparison. */
  "forgeline.artifactSelected": boolean;
  /** The host of the open project is known to lack the operation. */
  "forgeline.cannotPlayJobs": boolean;
  "forgeline.cannotCreateMergeRequests": boolean;
  "forgeline.cannotApprove": boolean;
  "forgeline.cannotUnapprove": boolean;
  "forgeline.cannotRebase": boolean;
  /** The merge request whose changes are looked at has comments that wait for the review to be submitted. */
  "forgeline.reviewPending": boolean;
  /** The merge request whose changes are looked at has commits whose comments were not read. */
  "forgeline.olderCommitComments": boolean;
  /** The Merge Requests view shows all projects, not only the open one. */
  "forgeline.mergeRequestsEverywhere": boolean;
  "forgeline.changedFilesFiltered": boolean;
  "forgeline.mergeRequestsUpdates": boolean;
  /** Whether the file was viewed whose diff in a merge request is in the active editor; "" without one. */
  "forgeline.shownFile": "viewed" | "notViewed" | "";
  /** Changed files are shown as a list, not as a tree. */
  "forgeline.changesAsList": boolean;
}

export type ContextKey = keyof ContextKeys;

/** The keys set while a view is filtered. */
export type FilteredKey = Extract<ContextKey, `${string}Filtered`>;
