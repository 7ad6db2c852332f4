import type { Memento, Uri } from "vscode";
import type { SessionCredentials } from "../auth/credentials.ts";
import type { FeedSignIns } from "../auth/feedCredentials.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import type { Projects } from "../git/project.ts";
import type { DisposableStore } from "./base/disposable.ts";
import type { DraftStore } from "./base/drafts.ts";
import type { Emitter } from "./base/events.ts";
import type { Logger } from "./base/log.ts";
import type { CapabilityStore } from "./capabilities.ts";
import type { Change } from "./changes.ts";
import type { TemplateStores } from "./ciTemplates/templateStores.ts";
import type { Config } from "./config.ts";
import type { Connections } from "./connections.ts";
import type { CurrentProject } from "./currentProject.ts";
import type { PollScheduler } from "./tree/poll.ts";
import type { RowMarkSources } from "./tree/rowMarkSources.ts";
import type { ViewRegistry } from "./tree/viewRegistry.ts";
import type { ReadOnlyTexts } from "./ui/readOnlyTexts.ts";
import type { Report } from "./ui/report.ts";

/** What every feature may use. extension.ts makes it once; each feature adds what is its own. */
export interface Context {
  /** Ends with the window. */
  readonly owned: DisposableStore;
  /** Folder of the extension's own files, and the one on this machine that it may write to. */
  readonly extension: Uri;
  readonly storage: string;
  readonly log: Logger & { show(): void };
  readonly config: Config;
  /** Kept per workspace. */
  readonly memory: Memento;
  /** What was typed and not sent, per workspace as well. */
  readonly drafts: DraftStore;
  readonly sessions: SessionStore;
  readonly credentials: SessionCredentials;
  /** Loads what signs in to package feeds. */
  readonly feeds: () => Promise<FeedSignIns>;
  readonly connections: Connections;
  /** What was found out about instances. */
  readonly capabilities: CapabilityStore;
  readonly projects: Projects;
  readonly current: CurrentProject;
  /** Writes announce themselves here; views refresh what they show. */
  readonly changes: Emitter<Change>;
  readonly polling: PollScheduler;
  readonly report: Report;
  /** Read-only documents made from text at hand. */
  readonly texts: ReadOnlyTexts;
  /** The CI templates of each instance, kept on disk. */
  readonly templates: TemplateStores;
  /** Every view, for what is done to whichever it is. */
  readonly views: ViewRegistry;
  /** Features that say more on the rows of others. */
  readonly marks: RowMarkSources;
}
