import { l10n, ThemeIcon } from "vscode";
import type { ProtectedBranch } from "../../../../api/resources/protectedBranches.ts";
import { pickOne, type Row, separator } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { currentProtection } from "../branch.ts";
import { accessIcon, factState } from "../items.ts";
import { accessNames, entriesOf, kindName } from "../labels.ts";
import { accessKinds, type May, mayEdit } from "../permissions.ts";
import type { ProtectedBranchRef } from "../refs.ts";
import { edit } from "./edit.ts";
import { show, unprotect } from "./unprotect.ts";

type Action = typeof show;

/** What a row does, with the rule that it is about. */
interface Chosen {
  readonly ref: ProtectedBranchRef;
  readonly run: Action;
}

/**
 * Shows how the current branch is protected, from what is known already, with what can be done about it. Without
 * protection known, shows the project's protected branches. @throws CancelledError
 */
export async function details(context: ProjectSettingsContext): Promise<void> {
  const { connection } = context.current.require();
  const protections = await context.protections.load();
  const here = currentProtection(protections, context.current.value);
  if (here === undefined) {
    await show(context);
    return;
  }
  const { project, branch, rules, may } = here;
  const { instance } = project;
  const level = protections.person(connection, project)?.level;
  const rows = rules.flatMap((rule) => {
    const ref = { instance, project: project.project, protectedBranch: rule };
    return [
      separator(l10n.t("Rule “{0}”", plainText(rule.name, 100))),
      ...facts(ref, rule),
      separator(l10n.t("Actions")),
      action("settings-gear", l10n.t("Show in Project Settings"), { ref, run: show }),
      ...(mayEdit(level) && rule.inherited !== true
        ? [
            action("edit", l10n.t("Edit Branch Protection…"), { ref, run: edit }),
            action("trash", l10n.t("Unprotect Branch…"), { ref, run: unprotect }),
          ]
        : []),
    ];
  });
  const { ref, run } = await pickOne<Chosen>({
    title: l10n.t("Branch Protection"),
    placeholder: pushWords(plainText(branch, 100), may),
    choices: rows,
  });
  await run(context, ref);
}

function pushWords(branch: string, may: May): string {
  switch (may) {
    case "yes":
      return l10n.t("“{0}” is protected. You can push to it.", branch);
    case "no":
      return l10n.t("“{0}” is protected. You cannot push to it. Commit to another branch.", branch);
    case "unknown":
      return l10n.t("“{0}” is protected.", branch);
  }
}

const action = (icon: string, label: string, value: Chosen): Row<Chosen> => ({
  label,
  iconPath: new ThemeIcon(icon),
  value,
});

/** Returns who may do what; each row leads to the rule in the view. */
function facts(ref: ProtectedBranchRef, rule: ProtectedBranch): Row<Chosen>[] {
  const value = { ref, run: show };
  const access = accessKinds.flatMap((kind) => {
    const entries = entriesOf(rule, kind);
    return entries === undefined
      ? []
      : [{ icon: accessIcon(kind), label: kindName(kind), state: accessNames(entries) }];
  });
  const kinds = [
    "forcePush" as const,
    ...(typeof rule.code_owner_approval_required !== "boolean" ? [] : ["codeOwners" as const]),
  ];
  return [...access, ...kinds.map((fact) => factState(fact, rule))].map(({ icon, label, state }) => ({
    label,
    description: state,
    iconPath: new ThemeIcon(icon),
    value,
  }));
}
