import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { TestReportSummary } from "../../../api/resources/pipelines.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";

/**
 * Reads the summary of a pipeline's test report.
 * @throws UserError, with how to add a report, if there is none; ApiError
 */
export async function summaryOf(
  client: Client,
  { project, pipeline }: PipelineRef,
  signal: AbortSignal,
): Promise<TestReportSummary> {
  const missing = (): string =>
    l10n.t(
      "Pipeline #{0} has no test report. To create one, add artifacts:reports:junit with JUnit XML files to a job in the CI file.",
      pipeline.id,
    );
  const summary = await withRefusals({ notFound: missing }, () =>
    client.pipelines.testReportSummary(project, pipeline.id, { signal }),
  );
  if (summary.test_suites.length === 0) throw new UserError(missing());
  return summary;
}
