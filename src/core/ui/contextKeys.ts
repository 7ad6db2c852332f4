import { commands } from "vscode";

/** Sets a key that `when` clauses of package.json read. */
export async function setContextKey<K extends ContextKey>(key: K, value: ContextKeys[K]): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}
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
