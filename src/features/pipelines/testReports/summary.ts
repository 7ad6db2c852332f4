import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { TestReportSummary } from "../../../api/resources/pipelines.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";

/**
 * The summary of a pipeline's test report.
 * @throws UserError where the pipeline has no report, saying how it gets one; ApiError
 */
export async function summaryOf(
  client: Client,
  { project, pipeline }: PipelineRef,
  signal: AbortSignal,
): Promise<TestReportSummary> {
  let summary: TestReportSummary;
  try {
    summary = await client.pipelines.testReportSummary(project, pipeline.id, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") throw withoutReport(pipeline.id, error);
    throw error;
  }
  if ((summary.test_suites ?? []).length === 0) throw withoutReport(pipeline.id);
  return summary;
}

const withoutReport = (id: number, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "Pipeline #{0} has no test report. It gets one when a job ends that names its JUnit XML files in the CI file, under artifacts:reports:junit.",
      id,
    ),
    { cause },
  );
