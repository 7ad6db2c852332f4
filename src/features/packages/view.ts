import { l10n, type MarkdownString } from "vscode";
import type { Page } from "../../api/pages.ts";
import type { Feed } from "../../api/resources/packages.ts";
import type { SearchResultPackage } from "../../api/resources/packagesV3.ts";
import type { ListSource } from "../../core/tree/pagedList.ts";
import { type ListNode, ProjectList } from "../../core/tree/projectList.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import { shown, tooltip, time } from "../../core/tree/tooltipText.ts";
import type { Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { numberText } from "../../core/ui/plural.ts";
import type { OpenProject } from "../../git/project.ts";
import { feedAccess, feedError, feedMissing, feedOf } from "./feed.ts";
import { isFiltered, type PackageFilter, packageFilters } from "./filter.ts";
import { dependencyItem, factItem, frameworkItem, metadataItem, packageItem, versionItem } from "./items.ts";
import {
  dependencies,
  dependencyId,
  dependencyRows,
  factId,
  factRows,
  frameworkId,
  metadataId,
  metadataRow,
  packageId,
  type PackagesNode,
  versionId,
  versionNodes,
  type PackageNode,
  type VersionNode,
} from "./nodes.ts";
import { isPrerelease } from "./versionOrder.ts";

/** The list of packages. */
export type PackagesViewModel = ProjectList<SearchResultPackage, PackagesNode, PackageFilter>;

/** The Packages view: packages of the project's or a group's feed, their versions, dependencies and metadata. */
export type PackagesView = ProjectView<PackagesNode | ListNode, PackagesViewModel>;

export const openPackages: Open<PackagesNode | ListNode, PackagesViewModel> = (open, connection, frame) => {
  const { instance, project } = open;
  const feed = connection.client.packages.v3;
  /** Whether rows failed because the project's ID is unknown. */
  let idUnknown = false;
  const shown = async ({ group }: PackageFilter, signal: AbortSignal): Promise<Feed> =>
    group ? { group: group.id } : number(signal);
  const number = async (signal: AbortSignal): Promise<{ readonly project: number }> => {
    // Only rows that failed for lack of the ID are read again once it is known, not those being read.
    idUnknown = false;
    try {
      const found = await feedOf(connection, frame.project(), signal);
      frame.learn(found.project);
      return found;
    } catch (error) {
      idUnknown = true;
      throw error;
    }
  };
  const withFeedErrors = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw feedError(error, instance);
    }
  };

  /** Feeds page by offset, which is the cursor. */
  const source =
    (filter: PackageFilter): ListSource<SearchResultPackage> =>
    ({ perPage, signal, repeat }) => ({
      page: (cursor) =>
        withFeedErrors(async (): Promise<Page<SearchResultPackage>> => {
          const { search: q = "", prerelease = true } = filter;
          const skip = Number(cursor?.path ?? 0);
          const of = await shown(filter, signal);
          const { data, totalHits } = await feed
            .query(of, { q, skip, take: perPage, prerelease }, { signal, repeat })
            .catch((error: unknown) => {
              throw feedMissing(error, instance, filter);
            });
          void setContextKey("forgeline.packageFeed", "open");
          const end = skip + data.length;
          return {
            items: data,
            total: totalHits,
            ...(data.length > 0 && end < totalHits && { next: { path: String(end) } }),
          };
        }),
    });

  const list: PackagesViewModel = new ProjectList<SearchResultPackage, PackagesNode, PackageFilter>(
    {
      name: "packages",
      scope: { instance, project },
      filter: packageFilters,
      filterText,
      filterChanged: updateContextKeys,
      source,
      node: (found) => ({
        kind: "package",
        instance,
        project,
        packageName: found.id,
        found,
        ...(list.filter.value.group && { group: list.filter.value.group.id }),
      }),
      renderers: {
        package: {
          id: packageId,
          item: packageItem,
          children: async (node, signal) => {
            const metadata = await withFeedErrors(async () =>
              feed.metadata(node.group === undefined ? await number(signal) : { group: node.group }, node.packageName, {
                signal,
              }),
            );
            const versions = versionNodes(node, metadata).filter(
              ({ version }) => list.filter.value.prerelease !== false || !isPrerelease(version),
            );
            return { nodes: versions, note: l10n.t("No versions") };
          },
          detail: (node, item) => Object.assign(item, { tooltip: packageTooltip(node) }),
        },
        version: {
          id: versionId,
          item: versionItem,
          known: (node) => ({ nodes: [...dependencyRows(node), metadataRow(node)] }),
          detail: (node, item) => Object.assign(item, { tooltip: versionTooltip(node) }),
        },
        framework: {
          id: frameworkId,
          item: frameworkItem,
          known: (node) => ({ nodes: dependencies(node, frameworkId(node), node.group) }),
        },
        dependency: { id: dependencyId, item: dependencyItem },
        metadata: {
          id: metadataId,
          item: metadataItem,
          known: (node) => ({ nodes: factRows(node), note: l10n.t("No metadata") }),
        },
        fact: { id: factId, item: factItem },
      },
      description: l10n.t("NuGet"),
      refusal: (error) => {
        const access = feedAccess(error);
        if (access === undefined) return undefined;
        void setContextKey("forgeline.packageFeed", access);
        return "";
      },
      note: (filter) => (!isFiltered(filter) ? l10n.t("No NuGet packages yet") : l10n.t("No matching packages")),
      outdated: (before: OpenProject, after: OpenProject) => idUnknown && before.projectId !== after.projectId,
    },
    frame,
  );
  updateContextKeys(list.filter.value);
  void setContextKey("forgeline.packageFeed", "open");
  return list;
};

/** Sets the context keys for filter and group. */
function updateContextKeys(filter: PackageFilter): void {
  void setContextKey("forgeline.packagesFiltered", isFiltered(filter));
  void setContextKey("forgeline.packagesOfGroup", filter.group !== undefined);
}

/** Returns the group, if one is shown, and the filter in words. */
function filterText(filter: PackageFilter): string | undefined {
  const group = filter.group && l10n.t("Group {0}", plainText(filter.group.path, 100));
  return [group, packageFilters.message(filter)].filter(Boolean).join(" · ") || undefined;
}
const count = (value: unknown): string | undefined => (typeof value === "number" ? numberText(value) : shown(value));

/** Returns the summary unless it repeats the description. */
const summary = (text: {
  readonly summary?: string | null;
  readonly description?: string | null;
}): string | undefined => (text.summary === text.description ? undefined : shown(text.summary));

function packageTooltip({ found }: PackageNode): MarkdownString {
  return tooltip(shown(found.title) ?? found.id, [
    [l10n.t("Name"), found.title === found.id ? undefined : found.id],
    [l10n.t("Latest version"), shown(found.version)],
    [l10n.t("Authors"), shown(found.authors)],
    [l10n.t("Tags"), shown(found.tags)],
    [l10n.t("Summary"), summary(found)],
    [l10n.t("Description"), shown(found.description)],
    [l10n.t("Downloads"), count(found.totalDownloads)],
  ]);
}

function versionTooltip({ packageName, version, entry }: VersionNode, now = Date.now()): MarkdownString {
  return tooltip(`${packageName} ${version}`, [
    [l10n.t("Authors"), shown(entry.authors)],
    [l10n.t("Tags"), shown(entry.tags)],
    [l10n.t("Summary"), summary(entry)],
    [l10n.t("Description"), shown(entry.description)],
    [l10n.t("Published"), time(entry.published, now)],
  ]);
}
