import { env, l10n } from "vscode";
import type { SearchResultPackage } from "../api/resources/packagesV3.ts";
import type { App } from "../app.ts";
import type { PackageRef } from "../refs.ts";
import { inputText } from "../ui/form.ts";
import { notice } from "../ui/notice.ts";
import { pickPaged } from "../ui/pickPaged.ts";
import { plainText } from "../ui/plainText.ts";
import { feedError, feedOf } from "../views/packageFeed.ts";
import { type PackageFilter, toPackageFilter } from "../views/packageFilter.ts";

const perPage = 50;

/** Asks for what to look for among the packages of the project. */
export async function search(app: App): Promise<void> {
  app.current.require();
  const view = await app.packages.load();
  const text = await inputText({
    title: l10n.t("Search Packages"),
    prompt: l10n.t("Part of a package's name. Leave it empty for all packages"),
    value: view?.filter.search ?? "",
  });
  await view?.setFilter(toPackageFilter({ ...view.filter, search: text }));
}

export async function clearSearch(app: App): Promise<void> {
  await (await app.packages.load())?.setFilter({});
}

/** Shows versions before their release, or hides them. */
export async function togglePrereleases(app: App): Promise<void> {
  app.current.require();
  const view = await app.packages.load();
  if (!view) return;
  const hidden = view.filter.prerelease === false;
  await view.setFilter(toPackageFilter({ ...view.filter, prerelease: hidden ? undefined : false } satisfies { [Key in keyof PackageFilter]: unknown }));
  notice(hidden ? l10n.t("Prereleases are shown.") : l10n.t("Prereleases are hidden."));
}

export async function copyName(app: App, given?: PackageRef): Promise<void> {
  const { packageName } = given ?? (await askPackage(app, l10n.t("Copy Package Name")));
  await env.clipboard.writeText(packageName);
  notice(l10n.t("Name copied."));
}

/** One of the open project's packages that the person picks. @throws CancelledError */
async function askPackage(app: App, title: string): Promise<PackageRef> {
  const { project, connection } = app.current.require();
  const load = (signal: AbortSignal) => ({
    page: async (skip: unknown = 0) => {
      try {
        const at = Number(skip);
        const feed = await feedOf(connection, project, signal);
        const { data, totalHits } = await connection.client.packages.v3.query(feed, { skip: at, take: perPage }, { signal });
        const end = at + data.length;
        return { items: data, ...(data.length > 0 && end < totalHits && { next: end }) };
      } catch (error) {
        throw feedError(error, project.instance);
      }
    },
  });
  const packageName = await pickPaged<SearchResultPackage, string>({
    title,
    placeholder: l10n.t("Package of this project"),
    load,
    toChoice: ({ id, version, description }) => ({ label: plainText(id, 120), description: plainText(version, 60), detail: plainText(description ?? "", 200), value: id }),
    empty: l10n.t("No packages yet"),
  });
  return { instance: project.instance, project: project.project, packageName };
}
