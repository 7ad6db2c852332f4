import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { UserFactNode, UserNode } from "./nodes.ts";
import { userState } from "./state.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";

/** Returns the icon of a user, by the state of the account. */
export const userIcon = (state: string | null | undefined): ThemeIcon =>
  state === "active" || state === undefined || state === null
    ? new ThemeIcon("person")
    : new ThemeIcon("circle-slash", new ThemeColor("descriptionForeground"));

export function userFolderItem(): TreeItem {
  const item = new TreeItem(l10n.t("Users"), TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon("organization");
  item.contextValue = "users";
  return item;
}

/** Returns the row of a user: name, username, and the state unless active. */
export function userItem({ user }: UserNode): TreeItem {
  const { username, state } = user;
  const name = plainText(user.name, 120) || plainText(username, 120);
  const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
  item.iconPath = userIcon(state);
  const parts = [`@${plainText(username, 120)}`, state === "active" ? undefined : userState(state)].filter(present);
  item.description = parts.join(" · ");
  item.contextValue = ["user", plainText(state, 40)].filter(present).join(" ");
  item.accessibilityInformation = { label: [l10n.t("User {0}", name), ...parts].join(", ") };
  return item;
}

/** Returns the row of one detail of a user. */
export function userFactItem({ fact }: UserFactNode): TreeItem {
  const item = new TreeItem(fact.value);
  item.iconPath = new ThemeIcon(fact.icon);
  item.description = fact.name;
  item.tooltip = `${fact.name}: ${fact.value}`;
  item.contextValue = fact.icon === "key" ? "userFact key" : "userFact";
  item.accessibilityInformation = { label: `${fact.name}: ${fact.value}` };
  return item;
}
