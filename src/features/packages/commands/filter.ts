import { l10n } from "vscode";
import { askFilterField } from "../../../core/filters/filterMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { PackagesContext } from "../context.ts";
import { isFiltered, packageFilters } from "../filter.ts";

/** Asks for the search text of the Packages view. */
export async function filter(context: PackagesContext): Promise<void> {
  context.current.require();
  await askFilterField(context, packageFilters, (await context.view.load())?.filter);
}

/** Clears search and prerelease filter; the group stays. */
export async function clearSearch(context: PackagesContext): Promise<void> {
  const view = await context.view.load();
  if (!view || !isFiltered(view.filter.value)) return;
  await view.filter.set(packageFilters.parse({ group: view.filter.value.group }));
}

/** Shows or hides prerelease versions. */
export async function togglePrereleases(context: PackagesContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  if (!view) return;
  const hidden = view.filter.value.prerelease === false;
  await view.filter.set(packageFilters.parse({ ...view.filter.value, prerelease: hidden ? undefined : false }));
  notice(hidden ? l10n.t("Showing prerelease packages.") : l10n.t("Hiding prerelease packages."));
}
