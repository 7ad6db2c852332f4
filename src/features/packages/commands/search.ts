import { commands, l10n } from "vscode";
import type { SearchResultPackage } from "../../../api/resources/packagesV3.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { asText } from "../../../core/base/stored.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, shownFeed } from "../feed.ts";
import { type PackageFilter, packageFilters } from "../filter.ts";
import type { PackageRef } from "../refs.ts";
import { copyInstallCommand, copyName, copyReference } from "./copy.ts";
import { remove } from "./delete.ts";
import { showDocuments } from "./documents.ts";
import { download } from "./download.ts";
import { ensureSignedIn } from "./feed.ts";
import { projectOf, shownFilter } from "./pickPackage.ts";
import { type Found, searchPackages } from "./searchBox.ts";

/** Searches the shown feed on the host as the user types, then offers actions on the picked package. */
export async function search(context: PackagesContext): Promise<void> {
  const { project, connection } = context.current.require();
  await ensureSignedIn(context, project.instance);
  const filter = await shownFilter(context);
  const title = filter.group
    ? l10n.t("Search Packages of the Group {0}", plainText(filter.group.path, 100))
    : l10n.t("Search Packages");
  // An unfinished search reopens with its text.
  const typed = {
    text: context.drafts.get(searches, "") ?? filter.search ?? "",
    prerelease: filter.prerelease !== false,
  };
  for (;;) {
    const found = await searchPackages({
      title,
      typed,
      page: async ({ text, prerelease, skip, take }, signal) => {
        void context.drafts.keepQuietly(searches, "", text === "" ? undefined : text);
        try {
          const feed = await shownFeed(connection, projectOf(context, project), filter, signal);
          return await connection.client.packages.v3.query(feed, { q: text, skip, take, prerelease }, { signal });
        } catch (error) {
          throw feedError(error, project.instance);
        }
      },
    });
    if (
      await act(context, { ...filter, ...(typed.prerelease ? {} : { prerelease: false }) }, found, (packageName) => ({
        instance: project.instance,
        project: project.project,
        packageName,
        ...(filter.group && { group: filter.group.id }),
      }))
    )
      break;
  }
  await context.drafts.keepQuietly(searches, "", undefined);
}

const searches: DraftKind<string> = { name: "packageSearch", parse: asText };

/** @returns false when the user goes back to the search */
async function act(
  context: PackagesContext,
  filter: PackageFilter,
  found: Found,
  refOf: (name: string) => PackageRef,
): Promise<boolean> {
  if (found.kind === "filter") {
    await show(context, filter, found.text);
    return true;
  }
  try {
    const chosen = await askAction(found.package);
    const ref = refOf(found.package.id);
    await (chosen === "show" ? show(context, filter, ref.packageName) : actions[chosen](context, ref));
    return true;
  } catch (error) {
    if (error instanceof GoBack) return false;
    throw error;
  }
}

const actions = {
  install: copyInstallCommand,
  reference: copyReference,
  name: copyName,
  download,
  documents: showDocuments,
  delete: remove,
} as const;

async function askAction({ id, version }: SearchResultPackage): Promise<keyof typeof actions | "show"> {
  const title = plainText(id, 100);
  return pickOne<keyof typeof actions | "show">({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select an action for {0} (latest version {1})", title, plainText(version, 60)),
    choices: [
      { label: l10n.t("Show in Packages View"), value: "show" },
      { label: l10n.t("Copy Package Install Command"), value: "install" },
      { label: l10n.t("Copy PackageReference"), value: "reference" },
      { label: l10n.t("Copy Package Name"), value: "name" },
      { label: l10n.t("Download Package…"), value: "download" },
      { label: l10n.t("Show NuGet Feed Documents…"), value: "documents" },
      { label: l10n.t("Delete Package Version…"), value: "delete" },
    ],
  });
}

/** Filters the view by a text and reveals it. */
async function show(context: PackagesContext, filter: PackageFilter, text: string): Promise<void> {
  const view = await context.view.load();
  await view?.filter.set(packageFilters.parse({ ...filter, search: text }));
  await commands.executeCommand("forgeline.packages.focus");
}
