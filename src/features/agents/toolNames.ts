/** The tools for language models, by the names that package.json declares them with. */
export const toolNames = [
  "forgeline_explain_failure",
  "forgeline_read_job_log",
  "forgeline_list_failed_tests",
  "forgeline_list_pipelines",
  "forgeline_get_pipeline",
] as const;
export type ToolName = (typeof toolNames)[number];
