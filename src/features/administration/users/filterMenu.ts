import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { AdministrationContext } from "../context.ts";
import { adminUserFilters } from "./filter.ts";

/** Shows the filter menu of the users in the Administration view. */
export async function filter(context: AdministrationContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Users"), adminUserFilters, (await context.view.load())?.users.filter);
}

/** Clears the filter. */
export async function clearFilter(context: AdministrationContext): Promise<void> {
  await (await context.view.load())?.users.filter.set({});
}
