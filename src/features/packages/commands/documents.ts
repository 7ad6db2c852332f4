import { l10n } from "vscode";
import type { Feed } from "../../../api/resources/packages.ts";
import type { V2Entry } from "../../../api/resources/packagesV2.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, shownFeed } from "../feed.ts";
import { feedAddress } from "../nuget/feedAddress.ts";
import type { PackageRef } from "../refs.ts";
import { pickPackage, pickVersion, feedOfRow, type VersionRef, shownFilter } from "./pickPackage.ts";

type Document = "index" | "service" | "metadata" | "packages" | "byId" | "version";

/** A feed document to show. */
interface Shown {
  readonly name: string;
  readonly about: string;
  readonly content: unknown;
  /** Whether an entry has an empty version. */
  readonly versionless?: boolean;
}

/** Shows the feed's own documents as the client parsed them: service index, v2 service and metadata documents, v2 entries. */
export async function showDocuments(context: PackagesContext, given?: PackageRef): Promise<void> {
  const { project, connection } = context.current.require();
  const filter = given?.group === undefined && given !== undefined ? {} : await shownFilter(context);
  const title = l10n.t("Show NuGet Feed Documents");
  const group = given === undefined ? filter.group !== undefined : given.group !== undefined;
  const choices: Choice<Document>[] = [
    ...(given ? [] : feedDocuments()),
    // Only project feeds have v2 entries.
    ...(group ? [] : entryDocuments()),
  ];
  if (choices.length === 0)
    throw new UserError(l10n.t("Group feeds have no v2 entries. Show the packages of the project to see them."));
  const document = await pickOne<Document>({
    title,
    placeholder: l10n.t("Select a document of the NuGet feed"),
    choices,
  });
  const ref =
    document === "version"
      ? await pickVersion(context, given, title)
      : document === "packages" || document === "byId"
        ? await pickPackage(context, given, title)
        : undefined;
  const { shown, address } = await withProgress(l10n.t("Loading the NuGet feed…"), async (signal) => {
    const feed = ref ? await feedOfRow(context, ref, signal) : await shownFeed(connection, project, filter, signal);
    return {
      shown: await read(context, feed, document, ref, signal),
      address: feedAddress(project.instance, feed, document === "index" ? "v3" : "v2"),
    };
  }).catch((error: unknown) => {
    throw feedError(error, project.instance);
  });
  const head = [shown.about, address, ...(shown.versionless === true ? [versionRule()] : [])]
    .map((line) => `// ${plainText(line, 600)}\n`)
    .join("");
  await context.texts.show(
    `${instanceHost(project.instance)}/${plainText(address.replace(/^.*\/api\/v4\//, ""), 100)}/${shown.name}`,
    `${head}${JSON.stringify(shown.content, undefined, 2)}\n`,
  );
  if (shown.versionless === true) notice(versionRule());
}

const versionRule = (): string =>
  l10n.t(
    "The version is empty: v2 feeds cannot resolve the latest version. Always specify a version when you install from them.",
  );

const feedDocuments = (): Choice<Document>[] => [
  { label: l10n.t("v3 service index"), detail: l10n.t("Resources of the feed"), value: "index" },
  { label: l10n.t("v2 service document"), detail: l10n.t("Collections of the v2 feed"), value: "service" },
  {
    label: l10n.t("v2 metadata document"),
    detail: l10n.t("$metadata: schema of the v2 feed entries"),
    value: "metadata",
  },
];

const entryDocuments = (): Choice<Document>[] => [
  { label: l10n.t("v2 entries by name (case-insensitive)"), detail: asked.packages, value: "packages" },
  { label: l10n.t("v2 entries by exact name"), detail: asked.byId, value: "byId" },
  { label: l10n.t("v2 entry of one version"), detail: asked.version, value: "version" },
];

/** The queries, not translated. */
const asked = {
  packages: "Packages()?$filter=(tolower(Id) eq '…')",
  byId: "FindPackagesById()?id='…'",
  version: "Packages(Id='…',Version='…')",
} as const;

async function read(
  context: PackagesContext,
  feed: Feed,
  document: Document,
  ref: PackageRef | undefined,
  signal: AbortSignal,
): Promise<Shown> {
  const { instance } = ref ?? context.current.require().project;
  const { v2, v3 } = context.connections.get(instance).client.packages;
  switch (document) {
    case "index":
      return {
        name: "index.json",
        about: l10n.t("v3 service index"),
        content: await v3.serviceIndex(feed, { signal }),
      };
    case "service":
      return {
        name: "v2 service.jsonc",
        about: l10n.t("v2 service document, read from XML"),
        content: await v2.serviceIndex(feed, { signal }),
      };
    case "metadata":
      return {
        name: "v2 $metadata.jsonc",
        about: l10n.t("v2 metadata document, read from XML"),
        content: await v2.metadataDocument(feed, { signal }),
      };
    case "packages":
    case "byId":
    case "version":
      return entries(document, feed, ref, signal);
  }

  async function entries(
    which: "packages" | "byId" | "version",
    from: Feed,
    of: PackageRef | undefined,
    end: AbortSignal,
  ): Promise<Shown> {
    if (!("project" in from) || of === undefined)
      throw new UserError(l10n.t("Group feeds have no v2 entries. Show the packages of the project to see them."));
    const { packageName } = of;
    const options = { signal: end };
    const found: readonly V2Entry[] =
      which === "packages"
        ? await v2.packages(from.project, packageName, options)
        : which === "byId"
          ? await v2.findPackagesById(from.project, packageName, options)
          : [await v2.package(from.project, packageName, (of as VersionRef).version, options)];
    return {
      name: `v2 ${plainText(packageName, 100)}.jsonc`,
      about:
        which === "version"
          ? l10n.t("v2 entry of one version, read from Atom XML")
          : l10n.t("v2 entries, read from Atom XML"),
      content: found,
      versionless: found.some(({ properties }) => properties.Version === ""),
    };
  }
}
