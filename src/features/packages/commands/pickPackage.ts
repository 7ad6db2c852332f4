import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { Feed } from "../../../api/resources/packages.ts";
import type { PackageMetadataItem, SearchResultPackage } from "../../../api/resources/packagesV3.ts";
import { UserError } from "../../../core/base/errors.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, feedOf, shownFeed } from "../feed.ts";
import type { PackageFilter } from "../filter.ts";
import { holderOf, versionNodes } from "../nodes.ts";
import type { PackageRef } from "../refs.ts";
import { compareVersions, isPrerelease } from "../versionOrder.ts";
import { ensureSignedIn } from "./feed.ts";

/** A package with one of its versions. */
export type VersionRef = PackageRef & { readonly version: string };

const perPage = 50;

/** Returns the filter of the Packages view, which includes the group whose feed it shows. */
export const shownFilter = async (context: PackagesContext): Promise<PackageFilter> =>
  (await context.view.load())?.filter.value ?? {};

/** Returns a row's project; the open one with everything known about it. */
export function projectOf(context: PackagesContext, { instance, project }: ProjectScope): OpenProject {
  const { value } = context.current;
  return value.kind === "ready" && sameProject(value.project, { instance, project })
    ? value.project
    : { instance, project, name: String(project) };
}

/** Returns the feed that a row comes from. @throws UserError when the project's ID cannot be found out */
export async function feedOfRow(context: PackagesContext, ref: PackageRef, signal: AbortSignal): Promise<Feed> {
  if (ref.group !== undefined) return { group: ref.group };
  return feedOf(context.connections.get(ref.instance), projectOf(context, ref), signal);
}

/** Returns the given package, or one of the shown feed that the user picks. @throws CancelledError */
export async function pickPackage(
  context: PackagesContext,
  given: PackageRef | undefined,
  title: string,
): Promise<PackageRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const filter = await shownFilter(context);
  await ensureSignedIn(context, project.instance);
  const load = (signal: AbortSignal) => ({
    page: async (skip: unknown = 0) => {
      try {
        const at = Number(skip);
        const feed = await shownFeed(connection, project, filter, signal);
        const { data, totalHits } = await connection.client.packages.v3.query(
          feed,
          { skip: at, take: perPage },
          { signal },
        );
        const end = at + data.length;
        return { items: data, ...(data.length > 0 && end < totalHits && { next: end }) };
      } catch (error) {
        throw feedError(error, project.instance);
      }
    },
  });
  const packageName = await pickPaged<SearchResultPackage, string>({
    title,
    placeholder: filter.group
      ? l10n.t("Select a package of the group {0}", filter.group.path)
      : l10n.t("Select a package"),
    load,
    toChoice: ({ id, version, description }) => ({
      label: plainText(id, 120),
      description: plainText(version, 60),
      detail: plainText(description ?? "", 200),
      value: id,
    }),
    empty: l10n.t("No packages yet"),
  });
  return {
    instance: project.instance,
    project: project.project,
    packageName,
    ...(filter.group && { group: filter.group.id }),
  };
}

/** Returns the given version, or one of the package that the user picks. @throws CancelledError */
export async function pickVersion(
  context: PackagesContext,
  given: PackageRef | undefined,
  title: string,
): Promise<VersionRef> {
  const ref = await pickPackage(context, given, title);
  if (hasVersion(ref)) return ref;
  await ensureSignedIn(context, ref.instance);
  const choices = async (signal: AbortSignal): Promise<Choice<VersionRef>[]> =>
    (await versionsOf(context, ref, signal)).map((value) => ({
      label: plainText(value.version, 120),
      description: [
        isPrerelease(value.version) ? l10n.t("prerelease") : "",
        value.holder === undefined ? "" : l10n.t("project {0}", value.holder),
      ]
        .filter((part) => part !== "")
        .join(" · "),
      value,
    }));
  return pickOne<VersionRef>({
    title,
    placeholder: l10n.t("Select a version of {0}", plainText(ref.packageName, 100)),
    choices,
  });
}

/** Returns the given version, else the newest release, else the newest prerelease. */
export async function newestVersion(context: PackagesContext, ref: PackageRef): Promise<VersionRef> {
  if (hasVersion(ref)) return ref;
  await ensureSignedIn(context, ref.instance);
  const versions = await withProgress(l10n.t("Loading versions of {0}…", plainText(ref.packageName, 100)), (signal) =>
    versionsOf(context, ref, signal),
  );
  const [newest] = versions;
  if (!newest) throw new UserError(l10n.t("{0} has no versions.", plainText(ref.packageName, 100)));
  return versions.find(({ version }) => !isPrerelease(version)) ?? newest;
}

export const hasVersion = (ref: PackageRef): ref is VersionRef => ref.version !== undefined && ref.version !== "";

/**
 * Returns the project whose feed holds a version.
 * @param metadata the version's metadata, if already read
 * @throws UserError when a group's feed does not name the project
 */
export async function holderFeed(
  context: PackagesContext,
  ref: VersionRef,
  signal: AbortSignal,
  metadata?: PackageMetadataItem,
): Promise<{ readonly project: number }> {
  if (ref.holder !== undefined) return { project: ref.holder };
  const { client } = context.connections.get(ref.instance);
  if (ref.group === undefined) return feedOf(context.connections.get(ref.instance), projectOf(context, ref), signal);
  const found =
    metadata ??
    (await client.packages.v3.versionMetadata({ group: ref.group }, ref.packageName, ref.version, { signal }));
  const holder = holderOf(found);
  if (holder !== undefined) return { project: holder };
  // As documented, all addresses in the answers of a group's feed are the group's (Part 1, Package feeds): try the open project.
  const own = await feedOf(context.connections.get(ref.instance), projectOf(context, ref), signal).catch(
    ignoreUnknownId,
  );
  if (
    own &&
    (await client.packages.v3.versionMetadata(own, ref.packageName, ref.version, { signal }).catch(ignoreNotFound))
  )
    return own;
  throw new UserError(
    l10n.t(
      "The group feed does not include the project of {0}. Open that project and use its feed.",
      plainText(ref.packageName, 100),
    ),
  );
}

/** The open project is only a fallback, so its unknown ID is no error. */
function ignoreUnknownId(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
}

/** Returns the versions of a package, newest first. Group feeds have no list of versions, only metadata. */
async function versionsOf(
  context: PackagesContext,
  ref: PackageRef,
  signal: AbortSignal,
): Promise<readonly VersionRef[]> {
  const { v3 } = context.connections.get(ref.instance).client.packages;
  try {
    const feed = await feedOfRow(context, ref, signal);
    if ("group" in feed) {
      const nodes = versionNodes(ref, await v3.metadata(feed, ref.packageName, { signal }));
      return nodes.map(({ version, holder }) => ({ ...ref, version, ...(holder !== undefined && { holder }) }));
    }
    const { versions } = await v3.versions(feed.project, ref.packageName, { signal });
    return versions
      .filter((version) => typeof version === "string")
      .sort((a, b) => compareVersions(b, a))
      .map((version) => ({ ...ref, version }));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return [];
    throw feedError(error, ref.instance);
  }
}
