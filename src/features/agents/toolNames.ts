/** The tools for language models, by the names that package.json declares them with. */
export const toolNames = [
  "forgeline_explain_failure",
  "forgeline_read_job_log",
  "forgeline_list_failed_tests",
  "forgeline_list_pipelines",
  "forgeline_get_pipeline",
  "forgeline_list_merge_requests",
  "forgeline_get_merge_request",
  "forgeline_read_threads",
  "forgeline_check_ci_file",
  "forgeline_retry",
  "forgeline_run_pipeline",
  "forgeline_comment",
  "forgeline_suggest_change",
] as const;
export type ToolName = (typeof toolNames)[number];
