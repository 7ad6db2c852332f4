import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { SnippetsContext } from "../context.ts";
import { snippetFilters } from "../filter.ts";

/** Shows the filter menu of the Snippets view; some fields are for administrators only. */
export async function filter(context: SnippetsContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const admin = await withProgress(l10n.t("Checking your permissions…"), async () => {
    try {
      return (await view?.administrator()) ?? false;
    } catch (error) {
      context.report.background(error, "Ask whether the account is an administrator's");
      return false;
    }
  });
  const groups = admin ? snippetFilters.groups : snippetFilters.groups.slice(0, 1);
  await filterMenu(context, l10n.t("Filter Snippets"), snippetFilters, view?.filter, groups);
}

/** Clears the filter. */
export async function clearFilter(context: SnippetsContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}
