import type { Client } from "../../../api/client.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Config } from "../../../core/config.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { Report } from "../../../core/ui/report.ts";
import type { Clock } from "./clock.ts";
import type { LogListener } from "./logListener.ts";

export interface JobLogsOptions {
  /** Returns the client of the account in use; called for each request. */
  readonly clientFor: (scope: ProjectScope) => Client;
  /**
   * Returns the ID of the account in use, or undefined when signed out. Following ends when it changes. Defaults to
   * comparing clients.
   */
  readonly accountFor?: (scope: ProjectScope) => string | undefined;
  /** Returns when the rate limit of a host ends, in milliseconds since the epoch. */
  readonly silentUntil?: (instance: string) => number | undefined;
  readonly config: Pick<Config, "get" | "onDidChange">;
  readonly log: Logger;
  readonly report: Pick<Report, "error">;
  /** Returns the receiver of a channel's lines and events. */
  readonly companion?: (ref: JobRef) => Promise<LogListener>;
  /** Called when a followed job ended, to refresh other views. */
  readonly onEnded?: () => void;
  readonly changes: Event<Change>;
  /** Folder for raw logs on this machine, created when needed. */
  readonly storage: string;
  readonly clock?: Clock;
}
