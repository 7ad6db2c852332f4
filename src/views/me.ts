import { l10n, ThemeIcon, TreeItem } from "vscode";
import type { Connection } from "../connections.ts";
import type { Kinds } from "../tree/node.ts";
import { plainText } from "../ui/plainText.ts";
import type { Frame } from "./contents.ts";
import { meId, type MeFolderNode, type MeNode } from "./meNodes.ts";
import type { PeopleNode } from "./peopleNodes.ts";
import type { PeopleSection } from "./peopleSection.ts";

/** The folder Me: what concerns the account in use alone. */
export class MeSection implements PeopleSection<MeNode> {
  readonly kinds: Kinds<MeNode>;
  private readonly connection: Connection;

  constructor(connection: Connection, _frame: Frame<PeopleNode>) {
    this.connection = connection;
    this.kinds = { me: { id: meId, item: folderItem } };
  }

  root(): MeNode | undefined {
    const { session, instance } = this.connection;
    return session && { kind: "me", instance: instance.url, username: session.user.username, name: session.user.name };
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }
}

function folderItem({ username, name }: MeFolderNode): TreeItem {
  const label = l10n.t("Me");
  const item = new TreeItem(label);
  item.iconPath = new ThemeIcon("account");
  item.description = [plainText(name, 80), `@${plainText(username, 60)}`].join(" · ");
  item.contextValue = "me";
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  return item;
}
