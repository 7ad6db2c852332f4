import { l10n } from "vscode";
import { inputText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { PackagesContext } from "../context.ts";
import { isNarrowed, type PackageFilter, toPackageFilter } from "../filter.ts";

/** Asks for what to look for among the packages of the feed; the view keeps to it. */
export async function filter(context: PackagesContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const text = await inputText({
    title: l10n.t("Filter Packages"),
    prompt: l10n.t("Part of a package's name. Leave it empty for all packages"),
    value: view?.filter.search ?? "",
  });
  await view?.setFilter(toPackageFilter({ ...view.filter, search: text }));
}

/** Shows all packages of the feed again. */
export async function clearSearch(context: PackagesContext): Promise<void> {
  const view = await context.view.load();
  if (!view || !isNarrowed(view.filter)) return;
  await view.setFilter(toPackageFilter({ group: view.filter.group } satisfies Partial<Wide>));
}

/** Shows versions before their release, or hides them. */
export async function togglePrereleases(context: PackagesContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  if (!view) return;
  const hidden = view.filter.prerelease === false;
  await view.setFilter(toPackageFilter({ ...view.filter, prerelease: hidden ? undefined : false } satisfies Wide));
  notice(hidden ? l10n.t("Prereleases are shown.") : l10n.t("Prereleases are hidden."));
}

/** A filter in which what is not set may also be undefined. */
type Wide = { readonly [Key in keyof PackageFilter]: PackageFilter[Key] | undefined };
