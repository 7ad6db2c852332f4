import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { age, dateTime } from "../../core/ui/age.ts";
import { linkTarget } from "../../core/ui/inertMarkdown.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { plural } from "../../core/ui/plural.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import type { DependencyNode, FactNode, FrameworkNode, PackageFact, PackageNode, VersionNode } from "./nodes.ts";
import { filenameOfAddress } from "./nuget/feedAddress.ts";
import { isPrerelease } from "./versionOrder.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, limit) : undefined;

function row(
  label: string,
  icon: string,
  parts: readonly (string | undefined)[],
  spoken: string,
  open?: boolean,
): TreeItem {
  const item = new TreeItem(label, open === true ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon(icon);
  item.description = parts.filter(present).join(" · ");
  item.accessibilityInformation = { label: [spoken, ...parts].filter(present).join(", ") };
  return item;
}

/** Returns a package's row: name, newest version and authors. */
export function packageItem({ found }: PackageNode): TreeItem {
  const name = text(found.id) ?? "";
  const count = found.versions.length;
  const versions =
    count === 0
      ? undefined
      : plural(count, (shown) => ({ one: l10n.t("{0} version", shown), other: l10n.t("{0} versions", shown) }));
  const item = row(
    name,
    "package",
    [text(found.version), versions, text(found.authors, 80)],
    l10n.t("Package {0}", name),
    true,
  );
  item.contextValue = "package";
  return item;
}

/** Returns a version's row; dependencies and metadata are below it. */
export function versionItem(node: VersionNode): TreeItem {
  const version = text(node.version) ?? "";
  const prerelease = isPrerelease(node.version) ? l10n.t("prerelease") : undefined;
  const when = age(node.entry.published, Date.now(), env.language);
  const holder = node.holder === undefined ? undefined : l10n.t("project {0}", node.holder);
  const item = row(
    version,
    prerelease === undefined ? "tag" : "beaker",
    [prerelease, when, holder],
    l10n.t("Version {0}", version),
    true,
  );
  item.contextValue = "packageVersion";
  return item;
}

export function frameworkItem({ framework, group }: FrameworkNode): TreeItem {
  const name = text(framework) ?? l10n.t("Any framework");
  const count = group.dependencies?.length ?? 0;
  const words =
    count === 0
      ? l10n.t("no dependencies")
      : plural(count, (shown) => ({ one: l10n.t("{0} dependency", shown), other: l10n.t("{0} dependencies", shown) }));
  const item = row(name, "symbol-namespace", [words], l10n.t("Framework {0}", name), count > 0);
  item.contextValue = "packageFramework";
  return item;
}

export function dependencyItem({ name, range }: DependencyNode): TreeItem {
  const label = text(name) ?? "";
  const item = row(label, "references", [text(range)], l10n.t("Depends on {0}", label));
  item.contextValue = "packageDependency";
  return item;
}

export function metadataItem(): TreeItem {
  const label = l10n.t("Metadata");
  const item = row(label, "info", [], label, true);
  item.contextValue = "packageMetadata";
  return item;
}

/** Returns the row of a metadata field; web addresses open in the browser. */
export function factItem({ fact, value }: FactNode): TreeItem {
  const label = factName(fact);
  const words =
    fact === "published"
      ? dateTime(value, env.language)
      : fact === "packageContent"
        ? filenameOfAddress(value)
        : undefined;
  const item = row(label, factIcons[fact] ?? "symbol-string", [text(words ?? value)], label);
  item.contextValue = "packageFact";
  item.tooltip = text(value, 2000) ?? "";
  const page = fact === "projectUrl" || fact === "licenseUrl" ? linkTarget(value) : undefined;
  if (page !== undefined)
    item.command = asCommand("forgeline.openInBrowser", l10n.t("Open in Browser"), { webUrl: page });
  return item;
}

const factIcons: Partial<Readonly<Record<PackageFact, string>>> = {
  authors: "person",
  tags: "tag",
  published: "calendar",
  projectUrl: "link",
  licenseUrl: "law",
  packageContent: "file-zip",
  holder: "repo",
};

function factName(fact: PackageFact): string {
  switch (fact) {
    case "authors":
      return l10n.t("Authors");
    case "summary":
      return l10n.t("Summary");
    case "description":
      return l10n.t("Description");
    case "tags":
      return l10n.t("Tags");
    case "published":
      return l10n.t("Published");
    case "projectUrl":
      return l10n.t("Project page");
    case "licenseUrl":
      return l10n.t("License");
    case "packageContent":
      return l10n.t("Package file");
    case "holder":
      return l10n.t("Project");
  }
}
