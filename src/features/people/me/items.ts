import { env, l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { errorCommand } from "../../../core/tree/footerItem.ts";
import { dateTime, moment } from "../../../core/ui/age.ts";
import { otherTransport } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { md5, sha256 } from "../sshKeys/fingerprint.ts";
import { expiryText, keyKind, usageText, weakness } from "../sshKeys/labels.ts";
import { hostKey } from "../sshKeys/text.ts";
import { countIcon, countWords } from "./countLabels.ts";
import type { MeFolderNode, MyCountNode, MyProblemNode, MyStatusNode, SshKeyNode } from "./nodes.ts";
import { isBusy } from "./status.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";

export function folderItem({ username, name }: MeFolderNode): TreeItem {
  const label = l10n.t("Me");
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon("account");
  item.description = [plainText(name, 80), `@${plainText(username, 60)}`].join(" · ");
  item.contextValue = "me";
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  return item;
}

/** Returns the row of the status; selecting it sets the status. */
export function statusItem({ line, status }: MyStatusNode): TreeItem {
  const text = plainText(line, 120);
  const label = text === "" ? l10n.t("No status") : text;
  const item = new TreeItem(label);
  const until = dateTime(status.clear_status_at, env.language);
  const more = [
    isBusy(status) ? l10n.t("busy") : undefined,
    until === undefined ? undefined : l10n.t("until {0}", until),
  ]
    .filter(present)
    .join(" · ");
  item.iconPath = new ThemeIcon("smiley");
  if (more !== "") item.description = more;
  item.tooltip = [l10n.t("My status. Select to set it."), text, more].filter(present).join("\n");
  item.contextValue = text === "" && !isBusy(status) ? "myStatus" : "myStatus set";
  item.command = asCommand("forgeline.status.set", l10n.t("Set Status"));
  item.accessibilityInformation = {
    label: [l10n.t("My status"), label, more].filter(present).join(", "),
  };
  return item;
}

/** Returns the row of a count; selecting it opens what it counts. */
export function countItem({ count }: MyCountNode): TreeItem {
  const item = new TreeItem(countWords(count));
  item.iconPath = new ThemeIcon(countIcon[count.name]);
  item.contextValue = `myCount ${count.name}`;
  item.tooltip =
    count.name === "issues" || count.name === "todos"
      ? l10n.t("In all projects. Select to see them in the browser.")
      : l10n.t("In all projects. Select to see them in the Merge Requests view.");
  item.command = asCommand("forgeline.counts.show", l10n.t("Show"), count.name);
  return item;
}

/** Returns the row of what could not be read. Enter or a click does what may help. */
export function problemItem({ what, words, error }: MyProblemNode): TreeItem {
  const label = what === "status" ? l10n.t("My status is not available") : l10n.t("My work is not available");
  const item = new TreeItem(label);
  item.description = words;
  item.tooltip = words;
  item.iconPath = new ThemeIcon("info");
  item.contextValue = "myProblem";
  if (error === undefined) return item;
  item.command = errorCommand(error);
  item.tooltip = l10n.t("{0}\n\n{1}", words, item.command.title);
  item.accessibilityInformation = { label: [label, words, item.command.title].join(", "), role: "button" };
  // The menus of error rows offer VS Code's network.
  if (otherTransport(error)) item.contextValue = "error unconnected";
  return item;
}

/** @param total number of keys, if known */
export function keysItem(total: number | undefined): TreeItem {
  const item = new TreeItem(l10n.t("SSH Keys"), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("key");
  if (total !== undefined) item.description = String(total);
  item.contextValue = "sshKeys";
  return item;
}

/** Returns the row of a key: title, type and expiry date, with the fingerprints in the tooltip. */
export function keyItem({ kind: _, ...ref }: SshKeyNode): TreeItem {
  const { key } = ref;
  const title = plainText(key.title, 120);
  const parsed = hostKey(key.key);
  const item = new TreeItem(title);
  const expired = (moment(key.expires_at) ?? Infinity) <= Date.now();
  const weak = parsed && weakness(parsed);
  const parts = [parsed && keyKind(parsed), expiryText(key, Date.now(), env.language), weak].filter(present);
  item.iconPath =
    expired || weak !== undefined
      ? new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"))
      : new ThemeIcon("key");
  item.description = parts.join(" · ");
  const added = dateTime(key.created_at, env.language);
  const usage = usageText(key.usage_type);
  const lines = [
    title,
    ...parts,
    ...(parsed ? [sha256(parsed), md5(parsed)] : []),
    added === undefined ? undefined : l10n.t("added {0}", added),
    usage === undefined ? undefined : l10n.t("for {0}", plainText(usage, 60)),
  ];
  // Comments and titles are untrusted: they must not become links or commands.
  const tooltip = new MarkdownString();
  lines.filter(present).forEach((line, at) => (at === 0 ? tooltip : tooltip.appendMarkdown("\n\n")).appendText(line));
  item.tooltip = tooltip;
  item.contextValue = "sshKey";
  item.command = asCommand("forgeline.sshKey.show", l10n.t("Show SSH Key"), ref);
  item.accessibilityInformation = { label: [l10n.t("SSH key {0}", title), ...parts].join(", ") };
  return item;
}
