import type { Context } from "../../core/context.ts";
import type { PipelineChannels } from "./follow/pipelineChannels.ts";
import type { JobLogs } from "./log/jobLogs.ts";
import type { LogDocuments } from "./log/logDocuments.ts";
import type { JobProblems } from "./problems/jobProblems.ts";
import type { JobsView } from "./view.ts";

/** What the handlers of job commands receive. */
export interface JobsContext extends Context {
  readonly view: JobsView;
  /** Logs of jobs in output channels and as documents. */
  readonly logs: JobLogs;
  readonly logDocuments: LogDocuments;
  /** Loads the output channels of followed pipelines once. */
  readonly followed: () => Promise<PipelineChannels>;
  /** Problems found in job logs, shown in the files of the workspace. */
  readonly problems: JobProblems;
}
