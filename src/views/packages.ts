import { l10n } from "vscode";
import type { Page } from "../api/pages.ts";
import type { SearchResultPackage } from "../api/resources/packagesV3.ts";
import type { OpenProject } from "../git/project.ts";
import { plainText } from "../ui/plainText.ts";
import type { ListSource } from "../tree/pagedList.ts";
import type { Open } from "./contents.ts";
import { feedError, feedOf } from "./packageFeed.ts";
import { type PackageFilter, packageFilters } from "./packageFilter.ts";
import { dependencyItem, frameworkItem, packageItem, versionItem } from "./packageItems.ts";
import { dependencies, dependencyId, dependencyRows, frameworkId, packageId, type PackagesNode, versionId, versionNodes } from "./packageNodes.ts";
import { type ListNode, ProjectList } from "./projectList.ts";
import type { ProjectView } from "./projectView.ts";
import { isPrerelease } from "./versionOrder.ts";

export type PackagesContents = ProjectList<SearchResultPackage, PackagesNode, PackageFilter>;
/** The Packages view: the packages of the project's feed, below each its versions and what they depend on. */
export type PackagesView = ProjectView<PackagesNode | ListNode, PackagesContents>;

export const openPackages: Open<PackagesNode | ListNode, PackagesContents> = (open, connection, frame) => {
  const { instance, project } = open;
  const feed = connection.client.packages.v3;
  /** Whether rows wait for the project's number. */
  let numberless = false;
  const number = async (signal: AbortSignal): Promise<{ readonly project: number }> => {
    // Only what failed for lack of the number is asked for again when another answer tells it: not what is under way.
    numberless = false;
    try {
      const found = await feedOf(connection, frame.project(), signal);
      frame.learn(found.project);
      return found;
    } catch (error) {
      numberless = true;
      throw error;
    }
  };
  const told = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw feedError(error, instance);
    }
  };

  /** The feed counts results, not pages: a cursor holds how many to leave out. */
  const source =
    ({ search = "", prerelease }: PackageFilter): ListSource<SearchResultPackage> =>
    ({ perPage, signal, repeat }) => ({
      page: (cursor) =>
        told(async (): Promise<Page<SearchResultPackage>> => {
          const skip = Number(cursor?.path ?? 0);
          const { data, totalHits } = await feed.query(await number(signal), { q: search, skip, take: perPage, prerelease: prerelease ?? true }, { signal, repeat });
          const end = skip + data.length;
          return { items: data, total: totalHits, ...(data.length > 0 && end < totalHits && { next: { path: String(end) } }) };
        }),
    });

  const list: PackagesContents = new ProjectList<SearchResultPackage, PackagesNode, PackageFilter>(
    {
      name: "packages",
      scope: { instance, project },
      filter: packageFilters,
      filterText,
      source,
      node: (found) => ({ kind: "package", instance, project, packageName: found.id, found }),
      kinds: {
        package: {
          id: packageId,
          item: packageItem,
          children: async (node, signal) => {
            const metadata = await told(async () => feed.metadata(await number(signal), node.packageName, { signal }));
            const shown = versionNodes(node, metadata).filter(({ version }) => list.filter.prerelease !== false || !isPrerelease(version));
            return { nodes: shown, note: l10n.t("No versions") };
          },
          detail: async (node, item) => Object.assign(item, { tooltip: (await import("./packageTooltip.ts")).packageTooltip(node) }),
        },
        version: {
          id: versionId,
          item: versionItem,
          known: (node) => ({ nodes: dependencyRows(node) }),
          detail: async (node, item) => Object.assign(item, { tooltip: (await import("./packageTooltip.ts")).versionTooltip(node) }),
        },
        framework: {
          id: frameworkId,
          item: frameworkItem,
          known: (node) => ({ nodes: dependencies(node, frameworkId(node), node.group) }),
        },
        dependency: { id: dependencyId, item: dependencyItem },
      },
      note: (filter) => (filterText(filter) === undefined ? l10n.t("No packages yet") : l10n.t("No package matches the search")),
      outdated: (before: OpenProject, after: OpenProject) => numberless && before.projectId !== after.projectId,
    },
    frame,
  );
  return list;
};

function filterText({ search, prerelease }: PackageFilter): string | undefined {
  const parts = [search === undefined ? undefined : l10n.t("“{0}”", plainText(search, 80)), prerelease === false ? l10n.t("no prereleases") : undefined];
  const words = parts.filter((part) => part !== undefined);
  return words.length === 0 ? undefined : l10n.t("Filter: {0}", words.join(", "));
}
