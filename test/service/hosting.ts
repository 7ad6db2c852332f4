import type { CommitCache } from "./api/commitCache.ts";
import type { CommitComments } from "./commitComments/store.ts";
import type { CommitStatuses } from "./commitStatuses/store.ts";
import type { CustomAttributes } from "./customAttributes/store.ts";
import type { ReviewRoutes } from "./discussions/records.ts";
import type { Repositories } from "./git/repositories.ts";
import type { SystemHooks } from "./hooks/store.ts";
import type { HttpFront } from "./http/server.ts";
import type { JobTokenScopes } from "./jobTokenScope/store.ts";
import type { LargeFiles } from "./largeFiles.ts";
import type { Merging } from "./mergeRequests/merging.ts";
import type { MergeRequests } from "./mergeRequests/store.ts";
import type { Milestones } from "./milestones/store.ts";
import type { Applications } from "./oauth/applications.ts";
import type { Tokens } from "./oauth/tokens.ts";
import type { PackageStore } from "./packages/store.ts";
import type { BrowserSessions } from "./pages/browserSessions.ts";
import type { Scheduler } from "./pipelines/scheduler.ts";
import type { TraceParts } from "./pipelines/trace.ts";
import type { ProtectedBranches } from "./protectedBranches/store.ts";
import type { Secrets } from "./secrets.ts";
import type { Snippets } from "./snippets/store.ts";
import type { State } from "./state.ts";
import type { ObjectStorage } from "./storage/objectStorage.ts";
import type { SshKeys } from "./users/keys.ts";
import type { VulnerabilityStore } from "./vulnerabilities/store.ts";
import type { Wikis } from "./wikis/store.ts";

/** `gitlab` answers as real hosts do, `neutral` as the three API documents say where the two differ. */
export type Dialect = "gitlab" | "neutral";

/** What the handlers of all resources work with. */
export interface Hosting {
  /** Origin and base path, without a trailing slash: what links in answers start with. */
  readonly url: string;
  readonly dialect: Dialect;
  /** Whether the routes beyond the documents are served, now. */
  readonly extras: { served: boolean; quickActions: boolean };
  /** The routes of reviews: whether they are served, and whether positions of no version are refused, now. */
  readonly review: ReviewRoutes;
  /** What requests for parts of logs get, now. */
  readonly traceParts: TraceParts;
  /** Whether Range is honoured on archives of artifacts, now. */
  readonly artifactRanges: { honoured: boolean };
  readonly state: State;
  readonly keys: SshKeys;
  readonly customAttributes: CustomAttributes;
  readonly systemHooks: SystemHooks;
  readonly jobTokenScopes: JobTokenScopes;
  readonly tokens: Tokens;
  readonly secrets: Secrets;
  readonly applications: Applications;
  readonly sessions: BrowserSessions;
  readonly repositories: Repositories;
  readonly commits: CommitCache;
  readonly protectedBranches: ProtectedBranches;
  readonly commitComments: CommitComments;
  readonly commitStatuses: CommitStatuses;
  readonly largeFiles: LargeFiles;
  readonly mergeRequests: MergeRequests;
  readonly merging: Merging;
  readonly milestones: Milestones;
  readonly scheduler: Scheduler;
  readonly wikis: Wikis;
  readonly snippets: Snippets;
  readonly packages: PackageStore;
  readonly storage: ObjectStorage;
  readonly vulnerabilities: VulnerabilityStore;
  readonly front: HttpFront;
}
