import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { linkTarget } from "../../../core/ui/inertMarkdown.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import type { AdminUserNode } from "./nodes.ts";

const present = (part: string | false | null | undefined): part is string => typeof part === "string" && part !== "";

/** Returns the row of the folder. @param filter in words; undefined without one */
export function adminUsersItem(filter: string | undefined): TreeItem {
  const item = new TreeItem(l10n.t("Users"), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("organization");
  item.contextValue = ["adminUsers", filter === undefined ? "" : "filtered"].filter(present).join(" ");
  if (filter !== undefined) {
    item.description = filter;
    item.tooltip = l10n.t("Filter: {0}", filter);
  }
  item.accessibilityInformation = { label: [l10n.t("Users"), filter].filter(present).join(", ") };
  return item;
}

/** Returns the name of a user, or the username if it is blank. */
export const userName = ({ name, username }: Pick<User, "name" | "username">): string =>
  plainText(name, 120) || plainText(username, 120);

/** Returns a state in words; unknown states as the host spells them. */
export function userStateWords(state: string | null | undefined): string | undefined {
  switch (state) {
    case undefined:
    case null:
      return undefined;
    case "active":
      return l10n.t("active");
    case "blocked":
      return l10n.t("blocked");
    default:
      return plainText(state.replaceAll("_", " "), 40);
  }
}

/** Returns the row of a user: name, username and special roles or states; selecting it edits the user. */
export function adminUserItem(node: AdminUserNode): TreeItem {
  const { user } = node;
  const active = user.state === "active";
  const parts = [
    `@${plainText(user.username, 80)}`,
    !active && userStateWords(user.state),
    user.is_admin === true && l10n.t("administrator"),
    user.external === true && l10n.t("external"),
    user.locked === true && l10n.t("locked"),
    ...(user.custom_attributes ?? []).map(({ key, value }) => plainText(`${key}=${value}`, 60)),
  ].filter(present);
  const item = new TreeItem(userName(user), TreeItemCollapsibleState.None);
  item.iconPath =
    !active && present(user.state)
      ? new ThemeIcon("circle-slash", new ThemeColor("disabledForeground"))
      : new ThemeIcon(user.is_admin === true ? "shield" : "account");
  item.description = parts.join(" · ");
  item.contextValue = [
    "adminUser",
    user.state,
    user.is_admin === true && "administrator",
    linkTarget(node.webUrl) !== undefined && "hasPage",
  ]
    .filter(present)
    .join(" ");
  item.command = asCommand("forgeline.user.edit", l10n.t("Edit User…"), node);
  item.accessibilityInformation = { label: [l10n.t("User {0}", userName(user)), ...parts].join(", ") };
  return item;
}
