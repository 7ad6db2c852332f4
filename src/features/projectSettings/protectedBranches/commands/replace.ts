import { l10n } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import { UserError } from "../../../../core/base/errors.ts";
import { foundGone } from "../../../../core/commands/findWrite.ts";
import { runWrite } from "../../../../core/commands/runWrite.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { onlyStep } from "../../../../core/ui/quickInput.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { accessName, entriesOf, kindName } from "../labels.ts";
import { type AccessKind, accessKinds } from "../permissions.ts";
import { readRule, ruleChange, ruleName, withProtectedBranchErrors, whereWords, type WholeRule } from "../pick.ts";
import { pickAccess, levelAccess, type NewAccess } from "../pickAccess.ts";
import { Outdated } from "./access.ts";
import { create, type RuleDraft } from "./protect.ts";

/**
 * Replaces a level on hosts that cannot change entries: unprotects the branch, then protects it again with everything else unchanged.
 * The user confirms that it is unprotected in between. @throws GoBack, CancelledError
 */
export async function replaceLevel(
  context: ProjectSettingsContext,
  rule: WholeRule,
  access: AccessKind,
): Promise<void> {
  const title = l10n.t("{0}: “{1}”", kindName(access), ruleName(rule));
  const now = levelOf(rule, access);
  const whom = await pickAccess(context, {
    scope: rule,
    access,
    place: onlyStep(title),
    people: false,
    ...(now && "access_level" in now.entry && { present: now.entry.access_level }),
  });
  const whomOf = (kind: AccessKind): NewAccess[] => [kind === access ? whom : (levelOf(rule, kind) ?? levelAccess(40))];
  const draft: RuleDraft = {
    name: rule.protectedBranch.name,
    whom: { push: whomOf("push"), merge: whomOf("merge"), unprotect: whomOf("unprotect") },
    forcePush: rule.protectedBranch.allow_force_push === true,
    codeOwners: false,
  };
  await confirm(context, rule, {
    question: l10n.t(
      "Unprotect “{0}” and protect it again with “{1}” for “{2}”?",
      ruleName(rule),
      plainText(whom.name, 60),
      kindName(access),
    ),
    detail: l10n.t(
      "This host cannot change access levels directly: “{0}” of {1} is unprotected for a moment, then protected with the new level. Deploy key entries are lost.",
      ruleName(rule),
      whereWords(rule),
    ),
    buttons: [l10n.t("Unprotect and Protect Again")],
  });
  checkWhole(await readRule(context, rule), rule);
  const { client } = context.connections.get(rule.instance);
  await withProtectedBranchErrors(rule, { doing: "unprotect" }, () =>
    runWrite(
      context,
      l10n.t("Unprotecting “{0}”…", ruleName(rule)),
      ruleChange(rule),
      (signal) => client.protectedBranches.delete(rule.project, rule.protectedBranch.name, { signal }),
      {
        find: (signal) => foundGone(client.protectedBranches.get(rule.project, rule.protectedBranch.name, { signal })),
      },
    ),
  );
  try {
    await create(context, rule, draft);
  } catch (error) {
    const before: RuleDraft = { ...draft, whom: { ...draft.whom, [access]: [now ?? levelAccess(40)] } };
    throw new UserError(`${await restore(context, rule, before)} ${describeError(error).message}`, {
      cause: error,
      action: { title: l10n.t("Protect Branch…"), command: "forgeline.protectedBranch.protect", args: [draft.name] },
    });
  }
}

/** Restores the previous protection: the branch must not stay unprotected. @returns what became of it */
async function restore(context: ProjectSettingsContext, rule: WholeRule, before: RuleDraft): Promise<string> {
  const name = ruleName(rule);
  try {
    await create(context, rule, before);
    return l10n.t("The access of “{0}” was not changed. The previous protection was restored.", name);
  } catch (error) {
    context.report.background(error, "Restore a protection");
  }
  try {
    // The first request may have succeeded without a response, or another user may have protected it.
    await readRule(context, rule);
    return l10n.t("The access of “{0}” may not have been changed. It is protected. Review its current access.", name);
  } catch (error) {
    const isGone = error instanceof UserError && error.cause instanceof ApiError && error.cause.kind === "notFound";
    return isGone
      ? l10n.t("The access of “{0}” was not changed. “{0}” is now unprotected. Protect it again.", name)
      : l10n.t("The access of “{0}” may not have been changed. It may be unprotected now. Check its protection.", name);
  }
}

/** Ensures that nobody changed the rule since the user saw it, as that change would be lost. @throws Outdated */
function checkWhole({ protectedBranch: now }: WholeRule, seen: WholeRule): void {
  const whole = (rule: WholeRule["protectedBranch"]): string =>
    JSON.stringify([
      rule.allow_force_push,
      ...accessKinds.map(
        (kind) =>
          entriesOf(rule, kind)?.map(({ access_level: level, deploy_key_id: key }) => [level ?? null, key ?? null]) ??
          null,
      ),
    ]);
  if (whole(now) === whole(seen.protectedBranch)) return;
  throw new Outdated(
    l10n.t(
      "Someone changed the protection of “{0}” in the meantime. Nothing was changed. Review its current access.",
      ruleName(seen),
    ),
    { action: { title: l10n.t("Refresh"), command: "forgeline.refresh" } },
  );
}

/** Returns the level in a list of entries. */
function levelOf({ protectedBranch }: WholeRule, access: AccessKind): NewAccess | undefined {
  const entry = entriesOf(protectedBranch, access)?.find(({ access_level: level }) => typeof level === "number");
  return typeof entry?.access_level !== "number"
    ? undefined
    : { ...levelAccess(entry.access_level), name: accessName(entry) };
}
