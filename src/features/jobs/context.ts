import type { Context } from "../../core/context.ts";
import type { JobLogs } from "./log/channel.ts";
import type { LogDocuments } from "./log/logDocuments.ts";
import type { ProblemsOnDemand } from "./problems/problemsOnDemand.ts";
import type { JobsView } from "./view.ts";

/** What the commands of jobs receive. */
export interface JobsContext extends Context {
  readonly view: JobsView;
  /** The logs of jobs in output channels, and as documents. */
  readonly logs: JobLogs;
  readonly logDocuments: LogDocuments;
  /** What jobs' logs complain of, at the files of the workspace. */
  readonly problems: ProblemsOnDemand;
}
