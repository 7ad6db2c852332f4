import { l10n } from "vscode";
import { askFilterField, filterMenu } from "../../../core/filters/filterMenu.ts";
import type { MergeRequestsContext } from "../context.ts";
import { mergeRequestFilters, mergeRequestSearch } from "../filter.ts";
import { fileFilters } from "../tracking/fileFilter.ts";

/** Shows a menu of what the Merge Requests view can be narrowed to. */
export async function filter(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Merge Requests"), mergeRequestFilters, (await context.view.load())?.filter);
}

export async function clearFilter(context: MergeRequestsContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}

/** Shows a menu of what the changed files of merge requests can be narrowed to. */
export async function filterFiles(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  const { fileFilter } = (await context.view.load()) ?? {};
  await filterMenu(context, l10n.t("Filter Changed Files"), fileFilters, fileFilter);
}

export async function clearFileFilter(context: MergeRequestsContext): Promise<void> {
  await (await context.view.load())?.fileFilter.set({});
}

/** Asks for words to look for in titles and descriptions. */
export async function search(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await askFilterField(context, mergeRequestFilters, (await context.view.load())?.filter, mergeRequestSearch);
}
