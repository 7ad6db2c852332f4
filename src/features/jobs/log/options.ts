import type { Client } from "../../../api/client.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Config } from "../../../core/config.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { Report } from "../../../core/ui/report.ts";
import type { Clock } from "./clock.ts";
import type { LogCompanion } from "./companion.ts";

export interface JobLogsOptions {
  /** The client of the account in use now; asked again for each request. */
  readonly clientFor: (scope: ProjectScope) => Client;
  /**
   * Stands for the account in use now, undefined when nobody is signed in: a followed log ends when it changes. Without
   * this, another client counts as another account.
   */
  readonly accountFor?: (scope: ProjectScope) => string | undefined;
  /** Milliseconds since the epoch until which nothing should be asked, because a host limits its rate. */
  readonly silentUntil?: () => number | undefined;
  readonly config: Pick<Config, "get" | "onDidChange">;
  readonly log: Logger;
  readonly report: Pick<Report, "error">;
  /** Reads along with each channel. */
  readonly companion?: (ref: JobRef) => Promise<LogCompanion>;
  /** A followed job is over: what shows it elsewhere is out of date. */
  readonly onEnded?: () => void;
  readonly changes: Event<Change>;
  /** Folder of raw logs alone, on this machine; made when first needed. */
  readonly storage: string;
  readonly clock?: Clock;
}
