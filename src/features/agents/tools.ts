import type { AgentTool } from "./tool.ts";
import type { ToolName } from "./toolNames.ts";
import { checkCiFile } from "./tools/checkCiFile.ts";
import { comment } from "./tools/comment.ts";
import { explainFailure } from "./tools/explainFailure.ts";
import { getMergeRequest } from "./tools/getMergeRequest.ts";
import { listFailedTests } from "./tools/listFailedTests.ts";
import { listMergeRequests } from "./tools/listMergeRequests.ts";
import { getPipeline, listPipelines } from "./tools/pipelines.ts";
import { readJobLog } from "./tools/readJobLog.ts";
import { readThreads } from "./tools/readThreads.ts";
import { retry } from "./tools/retry.ts";
import { runPipeline } from "./tools/runPipeline.ts";
import { suggestChange } from "./tools/suggestChange.ts";

/** The tools for language models, in VS Code and outside of it. */
export const tools: Readonly<Record<ToolName, AgentTool>> = {
  forgeline_explain_failure: explainFailure,
  forgeline_read_job_log: readJobLog,
  forgeline_list_failed_tests: listFailedTests,
  forgeline_list_pipelines: listPipelines,
  forgeline_get_pipeline: getPipeline,
  forgeline_list_merge_requests: listMergeRequests,
  forgeline_get_merge_request: getMergeRequest,
  forgeline_read_threads: readThreads,
  forgeline_check_ci_file: checkCiFile,
  forgeline_retry: retry,
  forgeline_run_pipeline: runPipeline,
  forgeline_comment: comment,
  forgeline_suggest_change: suggestChange,
};
