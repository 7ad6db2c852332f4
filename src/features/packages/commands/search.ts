import { commands, l10n } from "vscode";
import type { SearchResultPackage } from "../../../api/resources/packagesV3.ts";
import type { App } from "../../../core/context.ts";
import type { PackageRef } from "../../../core/refs.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack } from "../../../core/ui/quickInput.ts";
import { feedError, shownFeed } from "../feed.ts";
import { type PackageFilter, toPackageFilter } from "../filter.ts";
import { copyInstallCommand, copyName, copyReference } from "./copy.ts";
import { remove } from "./delete.ts";
import { showDocuments } from "./documents.ts";
import { download } from "./download.ts";
import { ensureSignedIn } from "./feed.ts";
import { projectOf, shownFilter } from "./pickPackage.ts";
import { type Found, searchPackages } from "./searchBox.ts";

/** Finds packages while one types, by the host, in the feed that the view shows; then asks what to do with the one that was chosen. */
export async function search(app: App): Promise<void> {
  const { project, connection } = app.current.require();
  await ensureSignedIn(app, project.instance);
  const filter = await shownFilter(app);
  const title = filter.group
    ? l10n.t("Search Packages of the Group {0}", plainText(filter.group.path, 100))
    : l10n.t("Search Packages");
  // What was typed and led to nothing yet is there again the next time.
  const kept = app.memory.get(keptKey);
  const typed = {
    text: typeof kept === "string" ? kept : (filter.search ?? ""),
    prerelease: filter.prerelease !== false,
  };
  for (;;) {
    const found = await searchPackages({
      title,
      typed,
      page: async ({ text, prerelease, skip, take }, signal) => {
        void app.memory.update(keptKey, text === "" ? undefined : text);
        try {
          const feed = await shownFeed(connection, projectOf(app, project), filter, signal);
          return await connection.client.packages.v3.query(feed, { q: text, skip, take, prerelease }, { signal });
        } catch (error) {
          throw feedError(error, project.instance);
        }
      },
    });
    if (
      await act(app, { ...filter, ...(typed.prerelease ? {} : { prerelease: false }) }, found, (packageName) => ({
        instance: project.instance,
        project: project.project,
        packageName,
        ...(filter.group && { group: filter.group.id }),
      }))
    )
      break;
  }
  await app.memory.update(keptKey, undefined);
}

const keptKey = "forgeline.packageSearch";

/** @returns false when the person goes back to the search */
async function act(
  app: App,
  filter: PackageFilter,
  found: Found,
  refOf: (name: string) => PackageRef,
): Promise<boolean> {
  if (found.kind === "filter") {
    await show(app, filter, found.text);
    return true;
  }
  try {
    const chosen = await askAction(found.package);
    const ref = refOf(found.package.id);
    await (chosen === "show" ? show(app, filter, ref.packageName) : actions[chosen](app, ref));
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
    place: { title, step: 1, total: 1, back: true, draft: undefined },
    placeholder: l10n.t("What to do with {0}, whose newest version is {1}", title, plainText(version, 60)),
    choices: [
      { label: l10n.t("Show in the Packages View"), value: "show" },
      { label: l10n.t("Copy Install Command"), value: "install" },
      { label: l10n.t("Copy PackageReference"), value: "reference" },
      { label: l10n.t("Copy Package Name"), value: "name" },
      { label: l10n.t("Download Package…"), value: "download" },
      { label: l10n.t("Show Feed Documents…"), value: "documents" },
      { label: l10n.t("Delete Version…"), value: "delete" },
    ],
  });
}

/** Narrows the view to a text, and brings it into sight. */
async function show(app: App, filter: PackageFilter, text: string): Promise<void> {
  const view = await app.packages.load();
  await view?.setFilter(toPackageFilter({ ...filter, search: text }));
  await commands.executeCommand("forgeline.packages.focus");
}
