import type { Memento } from "vscode";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Change } from "../../../core/changes.ts";
import type { Config } from "../../../core/config.ts";
import type { Connections } from "../../../core/connections.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import type { Report } from "../../../core/ui/report.ts";

export interface WatchingOptions {
  readonly polling: PollScheduler;
  readonly connections: Connections;
  readonly current: CurrentProject;
  readonly config: Config;
  readonly changes: Event<Change>;
  /** workspaceState */
  readonly memory: Memento;
  /** Holds the lock that decides which window notifies. */
  readonly directory: string;
  /** Settles when the stored sessions are read. */
  readonly ready: Promise<void>;
  readonly log: Logger;
  readonly report: Report;
}
