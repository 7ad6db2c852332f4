import { l10n } from "vscode";
import type { AccessLevelRecord, ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText } from "../../../core/ui/plural.ts";
import { type AccessKind, type May, noAccess } from "./permissions.ts";

/** Documented access levels, most common first. */
export const documentedLevels: readonly number[] = [40, 30, noAccess, 60];

/** Returns the name of an access level; undocumented ones by their number. */
export function levelName(level: number): string {
  switch (level) {
    case noAccess:
      return l10n.t("No one");
    case 30:
      return l10n.t("Developers and maintainers");
    case 40:
      return l10n.t("Maintainers");
    case 60:
      return l10n.t("Administrators");
    default:
      return l10n.t("Access level {0}", level);
  }
}

/** Returns the name of an access entry; for users, groups, deploy keys and undocumented levels the host's description. */
export function accessName({
  access_level: level,
  access_level_description: description,
  user_id: user,
  group_id: group,
  deploy_key_id: key,
}: AccessLevelRecord): string {
  const said = typeof description === "string" ? plainText(description, 120) : "";
  if (typeof user === "number") return said === "" ? l10n.t("User {0}", user) : said;
  if (typeof group === "number") return said === "" ? l10n.t("Group {0}", group) : said;
  if (typeof key === "number") return said === "" ? l10n.t("Deploy key {0}", key) : l10n.t("Deploy key {0}", said);
  if (typeof level !== "number") return said === "" ? l10n.t("Unknown user or group") : said;
  if (documentedLevels.includes(level)) return levelName(level);
  return said === "" ? levelName(level) : l10n.t("{0} (access level {1})", said, level);
}

/** Returns the entries of one kind; undefined if the host does not show them. */
export function entriesOf(rule: Partial<ProtectedBranch>, kind: AccessKind): readonly AccessLevelRecord[] | undefined {
  return (
    { push: rule.push_access_levels, merge: rule.merge_access_levels, unprotect: rule.unprotect_access_levels }[kind] ??
    undefined
  );
}

/** Returns the names of access entries in one line. */
export const accessNames = (entries: readonly AccessLevelRecord[] | null | undefined): string =>
  !entries
    ? l10n.t("unknown")
    : entries.length === 0
      ? levelName(noAccess)
      : plainText(entries.map(accessName).join(", "), 200);

/** Returns the label of a kind of access. */
export function kindName(kind: AccessKind): string {
  switch (kind) {
    case "push":
      return l10n.t("Allowed to Push");
    case "merge":
      return l10n.t("Allowed to Merge");
    case "unprotect":
      return l10n.t("Allowed to Unprotect");
  }
}

/** Describes by which rules a branch is protected, who may push to it, and whether the account may. */
export function protectionWords(branch: string, rules: readonly ProtectedBranch[], may: May): string {
  const [first] = rules;
  const name = plainText(branch, 100);
  const by =
    rules.length === 1 && first?.name === branch
      ? l10n.t("“{0}” is a protected branch.", name)
      : rules.length === 1
        ? l10n.t("“{0}” is protected by the rule “{1}”.", name, plainText(first?.name ?? "", 100))
        : l10n.t(
            "“{0}” is protected by the rules {1}. The most permissive rule applies.",
            name,
            listText(rules.map((rule) => l10n.t("“{0}”", plainText(rule.name, 100)))),
          );
  const who = l10n.t(
    "Allowed to push: {0}.",
    [
      ...new Set(
        rules.flatMap(({ push_access_levels: push }) =>
          push?.length === 0 ? [levelName(noAccess)] : (push?.map(accessName) ?? [l10n.t("unknown")]),
        ),
      ),
    ].join(", "),
  );
  const own =
    may === "yes"
      ? l10n.t("You can push.")
      : may === "no"
        ? l10n.t("You cannot push. Commit to another branch and create a merge request.")
        : "";
  return [by, who, own].filter((part) => part !== "").join("\n");
}
