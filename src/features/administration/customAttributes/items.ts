import { l10n, type MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { tooltip } from "../../../core/tree/tooltipText.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { ownerKindName, ownerName } from "./labels.ts";
import type { AttributeOwnerNode, CustomAttributeNode } from "./nodes.ts";

export function customAttributesItem(): TreeItem {
  const item = new TreeItem(l10n.t("Custom Attributes"), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("symbol-property");
  item.contextValue = "customAttributes";
  item.tooltip = l10n.t("Notes of administrators about users, groups and projects");
  item.accessibilityInformation = { label: l10n.t("Custom Attributes") };
  return item;
}

const icons = { users: "account", groups: "organization", projects: "repo" } as const;

/** Returns the row of an owner: its name and kind. */
export function attributeOwnerItem({ owner, open }: AttributeOwnerNode): TreeItem {
  const item = new TreeItem(plainText(owner.name, 150), TreeItemCollapsibleState.Collapsed);
  const kind = ownerKindName(owner.kind);
  item.iconPath = new ThemeIcon(icons[owner.kind]);
  item.description = open ? l10n.t("{0} (current)", kind) : kind;
  item.contextValue = `attributeOwner ${owner.kind} ${open ? "open" : "added"}`;
  item.tooltip = "";
  item.accessibilityInformation = {
    label: `${l10n.t("Custom attributes of {0}", ownerName(owner))}, ${item.description}`,
  };
  return item;
}

/** Returns the row of an attribute; selecting it opens all of the owner's in an editor. */
export function customAttributeItem(node: CustomAttributeNode): TreeItem {
  const { attribute, instance, owner } = node;
  const key = plainText(attribute.key, 150) || l10n.t("(empty)");
  const value = plainText(attribute.value, 200) || l10n.t("(empty)");
  const item = new TreeItem(key, TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("symbol-string");
  item.description = value;
  item.contextValue = "customAttribute";
  item.command = asCommand("forgeline.customAttribute.editAll", l10n.t("Edit Custom Attributes"), { instance, owner });
  item.accessibilityInformation = { label: l10n.t("{0}: {1}", key, value) };
  return item;
}

export const customAttributeTooltip = ({ owner, attribute: { key, value } }: CustomAttributeNode): MarkdownString =>
  tooltip(ownerName(owner), [[key, value]]);
