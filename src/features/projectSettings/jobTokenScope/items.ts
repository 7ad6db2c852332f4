import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { linkTarget } from "../../../core/ui/inertMarkdown.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural, numberText } from "../../../core/ui/plural.ts";
import type { JobTokenEntryNode, JobTokenLimitNode, JobTokenListNode, JobTokenScopeFolderNode, Who } from "./nodes.ts";
import type { JobTokenEntryRef } from "./refs.ts";

const present = (part: string | undefined | false): part is string => typeof part === "string" && part !== "";

/** Returns a summary of who can use a job token here. */
export function whoWords(limited: boolean, { projects, groups }: Who): string {
  if (!limited) return l10n.t("all projects");
  const others =
    projects === 0
      ? undefined
      : plural(projects, (shown) => ({
          one: l10n.t("{0} other project", shown),
          other: l10n.t("{0} other projects", shown),
        }));
  const members =
    groups === 0
      ? undefined
      : plural(groups, (shown) => ({
          one: l10n.t("all projects of {0} group", shown),
          other: l10n.t("all projects of {0} groups", shown),
        }));
  const parts = [others, members].filter(present);
  return parts.length === 0 ? l10n.t("only this project") : [l10n.t("this project"), ...parts].join(", ");
}

/** Returns an explanation of the limit. */
export const limitWords = (limited: boolean, instance: string): string =>
  limited
    ? l10n.t(
        "Limited: CI job tokens (CI_JOB_TOKEN) of another project can access this project only if the project or its group is on the allowlist. The user who runs the job also needs access.",
      )
    : l10n.t(
        "Not limited: CI job tokens (CI_JOB_TOKEN) of all projects on {0} can access this project if the user who runs the job has access. The allowlist has no effect.",
        instanceHost(instance),
      );

/** Returns an entry's name for titles and messages; its ID if it has none. */
export function entryName({ entry: { of, id, name } }: JobTokenEntryRef): string {
  const shown = plainText(name, 120);
  if (shown !== "") return shown;
  return of === "group" ? l10n.t("group {0}", id) : l10n.t("project {0}", id);
}

export function scopeFolderItem({ access }: JobTokenScopeFolderNode): TreeItem {
  const label = l10n.t("Job Token Access");
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("key");
  const state = access === undefined ? undefined : access.limited ? l10n.t("limited") : l10n.t("not limited");
  item.description = state ?? "";
  item.contextValue = access === undefined ? "jobTokenScope" : "jobTokenScope known";
  item.accessibilityInformation = { label: [label, state].filter(present).join(", ") };
  return item;
}

/** Returns the row of who can use a job token here. */
export function limitItem({ access: { limited }, who, instance }: JobTokenLimitNode): TreeItem {
  const words = whoWords(limited, who);
  const item = new TreeItem(l10n.t("Job Token Allowlist"), TreeItemCollapsibleState.None);
  item.iconPath = limited
    ? new ThemeIcon("lock", new ThemeColor("charts.green"))
    : new ThemeIcon("unlock", new ThemeColor("charts.yellow"));
  item.description = words;
  item.tooltip = limitWords(limited, instance);
  item.contextValue = `jobTokenLimit ${limited ? "on" : "off"}`;
  item.accessibilityInformation = { label: l10n.t("Job token allowlist: {0}", words) };
  return item;
}

export function listItem({ of, entries, limited }: JobTokenListNode): TreeItem {
  const label = of === "group" ? l10n.t("Groups") : l10n.t("Projects");
  const item = new TreeItem(
    label,
    entries === undefined || entries.length === 0 ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Expanded,
  );
  item.iconPath = new ThemeIcon(of === "group" ? "organization" : "repo");
  const count =
    entries === undefined
      ? l10n.t("not supported by this host")
      : entries.length === 0
        ? l10n.t("none")
        : numberText(entries.length);
  const parts = [count, entries !== undefined && entries.length > 0 && !limited && l10n.t("without effect")].filter(
    present,
  );
  item.description = parts.join(" · ");
  item.contextValue = ["jobTokenList", of, entries === undefined && "missing"].filter(present).join(" ");
  item.accessibilityInformation = {
    label: [
      of === "group" ? l10n.t("Groups with job token access") : l10n.t("Projects with job token access"),
      ...parts,
    ].join(", "),
  };
  return item;
}

/** Returns the row of an allowlist entry. */
export function entryItem(node: JobTokenEntryNode): TreeItem {
  const { entry, itself, webUrl } = node;
  const name = entryName(node);
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  const gone = entry.name === undefined;
  item.iconPath = gone
    ? new ThemeIcon("question", new ThemeColor("descriptionForeground"))
    : new ThemeIcon(entry.of === "group" ? "organization" : itself ? "home" : "repo");
  const why = itself ? l10n.t("this project") : gone ? l10n.t("deleted, or hidden from your account") : "";
  item.description = why;
  item.tooltip = [name, l10n.t("ID {0}", entry.id), why].filter(present).join(" · ");
  item.contextValue = ["jobTokenEntry", entry.of, itself && "itself", linkTarget(webUrl) !== undefined && "hasPage"]
    .filter(present)
    .join(" ");
  item.accessibilityInformation = {
    label: [entry.of === "group" ? l10n.t("Group {0}", name) : l10n.t("Project {0}", name), why]
      .filter(present)
      .join(", "),
  };
  return item;
}
