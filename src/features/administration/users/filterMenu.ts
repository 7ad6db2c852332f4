import { l10n } from "vscode";
import { filterMenu } from "../../../core/filters/filterMenu.ts";
import type { AdministrationContext } from "../context.ts";
import { adminUserFilters } from "./filter.ts";

/** Shows a menu of what the users of the Administration view can be narrowed to. */
export async function filter(context: AdministrationContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Users"), adminUserFilters, (await context.view.load())?.users);
}

/** Shows all users again. */
export async function clearFilter(context: AdministrationContext): Promise<void> {
  await (await context.view.load())?.users.setFilter({});
}
