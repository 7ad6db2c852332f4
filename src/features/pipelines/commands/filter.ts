import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { PipelinesContext } from "../context.ts";
import { pipelineFilters } from "../filter.ts";

/** Shows the menu of filters of the Pipelines view. */
export async function filter(context: PipelinesContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Pipelines"), pipelineFilters, (await context.view.load())?.filter);
}

export async function clearFilter(context: PipelinesContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}
