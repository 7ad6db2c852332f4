import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { plainText } from "../ui/plainText.ts";
import type { OpenFolder } from "./folderContents.ts";
import { folderRow, type ProtectedBranchesNode } from "./protectedBranchNodes.ts";

/** The folder Protected Branches of the Project Settings view. */
export const openProtectedBranches: OpenFolder<ProtectedBranchesNode> = ({ instance, project }, connection) => {
  const scope = { instance, project };
  return {
    roots: () => [{ kind: "protectedBranchFolder", ...scope }],
    kinds: {
      protectedBranchFolder: {
        id: folderRow,
        remembered: true,
        item: () => Object.assign(new TreeItem(l10n.t("Protected Branches"), TreeItemCollapsibleState.Expanded), { iconPath: new ThemeIcon("shield"), contextValue: "protectedBranches" }),
        children: async (_node, signal) => {
          const { items } = await connection.client.protectedBranches.list(project, {}, { signal }).all();
          return { nodes: items.map((protectedBranch) => ({ kind: "protectedBranch", ...scope, protectedBranch })), note: l10n.t("No protected branches") };
        },
      },
      protectedBranch: {
        id: (node) => `${folderRow(node)}/${node.protectedBranch.id}`,
        item: ({ protectedBranch: { name } }) => Object.assign(new TreeItem(plainText(name, 200)), { iconPath: new ThemeIcon("git-branch"), contextValue: "protectedBranch" }),
      },
    },
  };
};
