import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { RepositoryContext } from "../context.ts";
import { commitFilters } from "../filter.ts";

/** Opens the filter menu of the Commits view. */
export async function filter(context: RepositoryContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Commits"), commitFilters, (await context.view.load())?.filter);
}

/** Clears the filter of the Commits view. */
export async function clearFilter(context: RepositoryContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}
