import { l10n, ThemeIcon } from "vscode";
import type { AccessLevelRecord } from "../../../../api/resources/protectedBranches.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { FormMenu } from "../../../../core/ui/formMenu.ts";
import { type Choice, pickOne, type Row, separator } from "../../../../core/ui/pick.ts";
import { GoBack, onlyStep } from "../../../../core/ui/quickInput.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { entryIcon } from "../items.ts";
import { accessName, accessNames, entriesOf, kindName } from "../labels.ts";
import { type AccessKind, accessKinds } from "../permissions.ts";
import { pickProtectedBranch, changeRule, readRule, ruleName, type WholeRule } from "../pick.ts";
import type { ProtectedBranchRef } from "../refs.ts";
import { adding, changing, removing } from "./access.ts";
import { replaceLevel } from "./replace.ts";

type Answer = AccessKind | "forcePush" | "codeOwners";

/** Shows a menu to edit a protected branch; changes are sent at once, until the menu is closed. @throws CancelledError */
export async function edit(context: ProjectSettingsContext, given?: ProtectedBranchRef): Promise<void> {
  const ref = await pickProtectedBranch(context, given, {
    title: l10n.t("Edit Branch Protection"),
    placeholder: l10n.t("Select a protected branch"),
  });
  const single = (await context.protections.load()).higherEdition(ref);
  let rule = await readRule(context, ref);
  const menu = new FormMenu<Answer>();
  for (;;) {
    const answer = await menu.ask(() => ({
      title: l10n.t("Edit “{0}”", ruleName(rule)),
      placeholder: l10n.t("Select a field to change"),
      choices: rows(rule),
    }));
    try {
      menu.refused = undefined;
      await change(context, rule, answer, single);
    } catch (error) {
      if (error instanceof GoBack || isCancelled(error)) continue;
      context.report.background(error, "Edit Branch Protection");
      menu.refused = describeError(error);
      // The rule may have changed meanwhile, so the menu shows its current state. If it is gone, the first error says so.
      rule = await readRule(context, rule).catch(() => rule);
      continue;
    }
    // The response to a change does not contain everything.
    rule = await readRule(context, rule);
  }
}

function rows({ protectedBranch: rule }: WholeRule): Row<Answer>[] {
  const icons = { push: "repo-push", merge: "git-merge", unprotect: "unlock" } as const;
  const lists = accessKinds.flatMap((kind): Choice<Answer>[] => {
    const entries = entriesOf(rule, kind);
    return entries === undefined
      ? []
      : [
          {
            label: kindName(kind),
            description: accessNames(entries),
            iconPath: new ThemeIcon(icons[kind]),
            value: kind,
          },
        ];
  });
  return [
    ...lists,
    {
      label: l10n.t("Force Push"),
      description: rule.allow_force_push ? l10n.t("allowed") : l10n.t("not allowed"),
      detail: rule.allow_force_push
        ? l10n.t("Select to disallow")
        : l10n.t("Select to allow it for everyone who can push. Commits can be lost"),
      iconPath: new ThemeIcon(rule.allow_force_push ? "warning" : "circle-slash"),
      value: "forcePush",
    },
    ...(typeof rule.code_owner_approval_required === "boolean"
      ? [
          {
            label: l10n.t("Approval by Code Owners"),
            description: rule.code_owner_approval_required ? l10n.t("required") : l10n.t("not required"),
            detail: rule.code_owner_approval_required ? l10n.t("Select to make optional") : l10n.t("Select to require"),
            iconPath: new ThemeIcon("verified"),
            value: "codeOwners" as const,
          },
        ]
      : []),
  ];
}

async function change(context: ProjectSettingsContext, rule: WholeRule, what: Answer, single: boolean): Promise<void> {
  switch (what) {
    case "forcePush":
      return changeRule(context, rule, { allow_force_push: !rule.protectedBranch.allow_force_push });
    case "codeOwners":
      return changeRule(context, rule, {
        code_owner_approval_required: rule.protectedBranch.code_owner_approval_required !== true,
      });
    default:
      return single ? editList(context, rule, what) : replaceLevel(context, rule, what);
  }
}

type ListAnswer = "add" | { readonly change: AccessLevelRecord } | { readonly remove: AccessLevelRecord };

/** Shows a list of access entries: selecting one replaces it, its button removes it. @throws GoBack, CancelledError */
async function editList(context: ProjectSettingsContext, rule: WholeRule, access: AccessKind): Promise<void> {
  const title = l10n.t("{0}: “{1}”", kindName(access), ruleName(rule));
  const entries = entriesOf(rule.protectedBranch, access) ?? [];
  const answer = await pickOne<ListAnswer>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select an entry to replace"),
    choices: [
      { label: l10n.t("Add…"), iconPath: new ThemeIcon("add"), value: "add" },
      separator(l10n.t("Entries")),
      ...entries.map((entry) => ({
        label: accessName(entry),
        iconPath: new ThemeIcon(entryIcon(entry)),
        value: { change: entry },
        buttons: [
          {
            iconPath: new ThemeIcon("trash"),
            tooltip: l10n.t("Remove {0}", accessName(entry)),
            value: { remove: entry },
          },
        ],
      })),
    ],
  });
  if (answer === "add") return adding(context, rule, access, title, true);
  return "change" in answer
    ? changing(context, rule, access, answer.change, title, true)
    : removing(context, rule, access, answer.remove);
}
