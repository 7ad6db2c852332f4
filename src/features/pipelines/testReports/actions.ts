import { l10n, type TestItem } from "vscode";
import { type ArgumentParser, isObject } from "../../../core/commands/arguments.ts";
import { latestPipeline } from "../../../core/pipelines/latestPipeline.ts";
import { pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PipelinesContext } from "../context.ts";

/** Shows the test report of a pipeline, or of the latest one of the current branch, in the Testing view. */
export async function showTestReport(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const ref =
    given ??
    (await latestPipeline(context, (where) =>
      l10n.t("No test report: there is no pipeline for the latest commit of “{0}” yet.", where),
    ));
  const reports = await context.testReports.load();
  const item = await withProgress(l10n.t("Loading the test report of {0}…", pipelineName(ref)), (signal) =>
    reports.show(ref, signal),
  );
  await reports.reveal(item);
}

/** Removes the report of an item from the Testing view, or all reports. */
export async function clear(context: PipelinesContext, given?: TestItem): Promise<void> {
  (await context.testReports.load()).clear(given);
}

/** VS Code passes the item of the Testing view. */
export const testItemArgs: ArgumentParser<[item?: TestItem]> = ([value]) => (isTestItem(value) ? [value] : []);

const isTestItem = (value: unknown): value is TestItem =>
  isObject(value) && typeof value["id"] === "string" && isObject(value["children"]);
