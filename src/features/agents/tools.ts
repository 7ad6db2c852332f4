import type { AgentTool } from "./tool.ts";
import type { ToolName } from "./toolNames.ts";
import { explainFailure } from "./tools/explainFailure.ts";
import { listFailedTests } from "./tools/listFailedTests.ts";
import { getPipeline, listPipelines } from "./tools/pipelines.ts";
import { readJobLog } from "./tools/readJobLog.ts";

/** The tools for language models, in VS Code and outside of it. */
export const tools: Readonly<Record<ToolName, AgentTool>> = {
  forgeline_explain_failure: explainFailure,
  forgeline_read_job_log: readJobLog,
  forgeline_list_failed_tests: listFailedTests,
  forgeline_list_pipelines: listPipelines,
  forgeline_get_pipeline: getPipeline,
};
