import type { Memento, Uri } from "vscode";
import type { SessionStore } from "../auth/sessionStore.ts";
import type { Projects } from "../git/project.ts";
import type { DisposableStore } from "./base/disposable.ts";
import type { Drafts } from "./base/drafts.ts";
import type { Emitter } from "./base/events.ts";
import type { Logger } from "./base/log.ts";
import type { CapabilityStore } from "./capabilities.ts";
import type { Change } from "./changes.ts";
import type { TemplateStores } from "./ciTemplates/templateStores.ts";
import type { UnansweredWrites } from "./commands/unansweredWrites.ts";
import type { Config } from "./config.ts";
import type { Connections } from "./connections.ts";
import type { CurrentProject } from "./currentProject.ts";
import type { PollScheduler } from "./tree/poll.ts";
import type { RowMarkSources } from "./tree/rowMarkSources.ts";
import type { ViewRegistry } from "./tree/viewRegistry.ts";
import type { ReadOnlyTexts } from "./ui/readOnlyTexts.ts";
import type { Report } from "./ui/report.ts";

/** What every feature may use. openContext.ts creates it once; each feature adds its own objects. */
export interface Context {
  /** Disposed of when the extension is deactivated. */
  readonly owned: DisposableStore;
  /** Folder of the extension's own files. */
  readonly extension: Uri;
  /** Path of the extension's global storage. */
  readonly storage: string;
  readonly log: Logger & { show(): void };
  readonly config: Config;
  /** Stored per workspace. */
  readonly memory: Memento;
  /** Unsent input, stored per workspace. */
  readonly drafts: Drafts;
  readonly sessions: SessionStore;
  readonly connections: Connections;
  readonly capabilities: CapabilityStore;
  readonly projects: Projects;
  readonly current: CurrentProject;
  /** Fires after each write, so that views refresh. */
  readonly changes: Emitter<Change>;
  /** Writes whose outcome is unknown, until it is known. */
  readonly unanswered: UnansweredWrites;
  readonly polling: PollScheduler;
  readonly report: Report;
  /** Read-only documents with a given text. */
  readonly texts: ReadOnlyTexts;
  /** CI templates of each instance, cached on disk. */
  readonly templates: TemplateStores;
  /** All views, for commands that work in any of them. */
  readonly views: ViewRegistry;
  /** What features add to rows of other features' views. */
  readonly marks: RowMarkSources;
}
