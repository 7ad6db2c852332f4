import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { AccessLevelRecord } from "../../../api/resources/protectedBranches.ts";
import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural, numberText } from "../../../core/ui/plural.ts";
import { accessName, accessNames, kindName } from "./labels.ts";
import type {
  AccessEntryNode,
  AccessNode,
  CoveredBranchNode,
  ProtectedBranchFolderNode,
  ProtectedBranchNode,
  ProtectionFactNode,
} from "./nodes.ts";
import { isWildcard } from "./patterns.ts";
import { type AccessKind, noAccess } from "./permissions.ts";

const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== false && part !== undefined && part !== "").join(" ");

export function folderItem({ total, readonly }: ProtectedBranchFolderNode): TreeItem {
  const label = l10n.t("Protected Branches");
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon("shield");
  if (total !== undefined) item.description = numberText(total);
  item.contextValue = words("protectedBranches", readonly ? "readonly" : "editable");
  item.accessibilityInformation = {
    label:
      total === undefined
        ? label
        : plural(total, (shown) => ({
            one: l10n.t("{0}, {1} rule", label, shown),
            other: l10n.t("{0}, {1} rules", label, shown),
          })),
  };
  return item;
}

/** Returns a rule's row: its name, who may push and merge, and whether it covers the current branch. */
export function ruleItem({ protectedBranch: rule, branches, here, readonly }: ProtectedBranchNode): TreeItem {
  const name = plainText(rule.name, 200);
  const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon(
    isWildcard(rule.name) ? "regex" : "lock",
    here === undefined ? undefined : new ThemeColor("charts.yellow"),
  );
  const push = l10n.t("push: {0}", accessNames(rule.push_access_levels));
  const merge = l10n.t("merge: {0}", accessNames(rule.merge_access_levels));
  const inherited = rule.inherited === true ? l10n.t("inherited from the group") : "";
  item.description = [inherited, push, merge].filter((part) => part !== "").join(" · ");
  item.contextValue = words(
    "protectedBranch",
    isWildcard(rule.name) && "wildcard",
    rule.inherited === true && "inherited",
    readonly ? "readonly" : "editable",
  );
  const covers = plural(branches.length, (shown) => ({
    one: l10n.t("{0} local branch", shown),
    other: l10n.t("{0} local branches", shown),
  }));
  const checkedOut = here === undefined ? "" : l10n.t("{0} is checked out", plainText(here, 100));
  item.accessibilityInformation = {
    label: [l10n.t("Protected branch {0}", name), covers, checkedOut, inherited, push, merge]
      .filter((part) => part !== "")
      .join(", "),
  };
  item.tooltip = [name, covers, checkedOut, push, merge].filter((part) => part !== "").join("\n");
  return item;
}

export function coveredItem({ branch, here }: CoveredBranchNode): TreeItem {
  const name = plainText(branch, 200);
  const item = new TreeItem(name);
  item.iconPath = new ThemeIcon("git-branch");
  item.description = here ? l10n.t("checked out") : l10n.t("local branch");
  item.contextValue = "coveredBranch";
  item.accessibilityInformation = {
    label: here ? l10n.t("Local branch {0}, checked out", name) : l10n.t("Local branch {0}", name),
  };
  return item;
}

/** Returns the icon of a kind of access. */
export const accessIcon = (access: AccessKind): string =>
  ({ push: "repo-push", merge: "git-merge", unprotect: "unlock" })[access];

export function accessItem({ access, entries, readonly, single }: AccessNode): TreeItem {
  const names = accessNames(entries);
  const item = new TreeItem(kindName(access), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon(accessIcon(access));
  item.description = names;
  item.contextValue = words("protectedBranchAccess", access, single && "single", readonly ? "readonly" : "editable");
  item.accessibilityInformation = { label: l10n.t("{0}: {1}", kindName(access), names) };
  return item;
}

export function entryItem({ entry, access, readonly, single }: AccessEntryNode): TreeItem {
  const name = accessName(entry);
  const item = new TreeItem(name);
  item.iconPath = new ThemeIcon(entryIcon(entry));
  const sort =
    typeof entry.user_id === "number"
      ? l10n.t("user")
      : typeof entry.group_id === "number"
        ? l10n.t("group")
        : typeof entry.deploy_key_id === "number"
          ? l10n.t("deploy key")
          : "";
  item.description = sort;
  item.contextValue = words(
    "protectedBranchEntry",
    access,
    single && typeof entry.id === "number" && "single",
    readonly ? "readonly" : "editable",
  );
  item.accessibilityInformation = { label: [kindName(access), sort, name].filter((part) => part !== "").join(", ") };
  return item;
}

/** Returns the icon of an access entry. */
export function entryIcon({
  user_id: user,
  group_id: group,
  deploy_key_id: key,
  access_level: level,
}: Partial<AccessLevelRecord>): string {
  if (typeof user === "number") return "person";
  if (typeof group === "number") return "organization";
  if (typeof key === "number") return "key";
  return level === noAccess ? "circle-slash" : "shield";
}

/** Returns what a rule says beside access, in words. */
export function factState(
  fact: "forcePush" | "codeOwners",
  rule: Pick<ProtectedBranch, "allow_force_push" | "code_owner_approval_required">,
): { readonly icon: string; readonly label: string; readonly state: string } {
  if (fact === "forcePush") {
    const label = l10n.t("Force Push");
    return rule.allow_force_push
      ? { icon: "warning", label, state: l10n.t("allowed") }
      : { icon: "circle-slash", label, state: l10n.t("not allowed") };
  }
  const label = l10n.t("Approval by Code Owners");
  return rule.code_owner_approval_required === true
    ? { icon: "verified", label, state: l10n.t("required") }
    : { icon: "circle-outline", label, state: l10n.t("not required") };
}

export function factItem({ fact, protectedBranch: rule }: ProtectionFactNode): TreeItem {
  if (fact === "noBranch") {
    const item = new TreeItem(l10n.t("No local branch"));
    item.iconPath = new ThemeIcon("info");
    item.description = l10n.t("matches this name");
    return item;
  }
  const { icon, label, state } = factState(fact, rule);
  const item = new TreeItem(label);
  item.iconPath = new ThemeIcon(icon);
  item.description = state;
  item.contextValue = `protectedBranchFact ${fact}`;
  item.accessibilityInformation = { label: l10n.t("{0}: {1}", label, state) };
  return item;
}
