import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { type DependencyNode, dependencyRows, type FrameworkNode, type PackageNode, type VersionNode } from "./packageNodes.ts";
import { isPrerelease } from "./versionOrder.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const text = (value: unknown, limit = 200): string | undefined => (typeof value === "string" && value !== "" ? plainText(value, limit) : undefined);

function row(label: string, icon: string, parts: readonly (string | undefined)[], spoken: string, open?: boolean): TreeItem {
  const item = new TreeItem(label, open === true ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon(icon);
  item.description = parts.filter(present).join(" · ");
  item.accessibilityInformation = { label: [spoken, ...parts].filter(present).join(", ") };
  return item;
}

/** A package's row: its name, newest version, and what its authors are called. */
export function packageItem({ found }: PackageNode): TreeItem {
  const name = text(found.id) ?? "";
  const count = found.versions.length;
  const versions = count === 0 ? undefined : count === 1 ? l10n.t("1 version") : l10n.t("{0} versions", count);
  const item = row(name, "package", [text(found.version), versions, text(found.authors, 80)], l10n.t("Package {0}", name), true);
  item.contextValue = "package";
  return item;
}

/** A version's row. It opens where the version depends on something. */
export function versionItem(node: VersionNode): TreeItem {
  const version = text(node.version) ?? "";
  const prerelease = isPrerelease(node.version) ? l10n.t("prerelease") : undefined;
  const when = age(node.entry.published, Date.now(), env.language);
  const open = dependencyRows(node).length > 0;
  const item = row(version, prerelease === undefined ? "tag" : "beaker", [prerelease, when], l10n.t("Version {0}", version), open);
  item.contextValue = "packageVersion";
  return item;
}

export function frameworkItem({ framework, group }: FrameworkNode): TreeItem {
  const name = text(framework) ?? l10n.t("Any framework");
  const count = group.dependencies?.length ?? 0;
  const words = count === 0 ? l10n.t("no dependencies") : count === 1 ? l10n.t("1 dependency") : l10n.t("{0} dependencies", count);
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
