import { l10n } from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import { foundGone } from "../../../../core/commands/findWrite.ts";
import { runWrite } from "../../../../core/commands/runWrite.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { plural } from "../../../../core/ui/plural.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { folderRow, ruleRow } from "../nodes.ts";
import { fitsPattern, isWildcard } from "../patterns.ts";
import { pickProtectedBranch, ruleChange, ruleName, withProtectedBranchErrors, whereWords } from "../pick.ts";
import type { ProtectedBranchRef } from "../refs.ts";

/** Unprotects a branch after confirmation. @throws CancelledError */
export async function unprotect(context: ProjectSettingsContext, given?: ProtectedBranchRef): Promise<void> {
  const ref = await pickProtectedBranch(context, given, {
    title: l10n.t("Unprotect Branch"),
    placeholder: l10n.t("Select a protected branch to unprotect"),
  });
  const { name } = ref.protectedBranch;
  const covered = (await context.projects.localBranches().catch(() => [])).filter((branch) =>
    fitsPattern(name, branch),
  ).length;
  const many = isWildcard(name)
    ? plural(covered, (shown) => ({
        one: l10n.t("The rule covers {0} local branch. ", shown),
        other: l10n.t("The rule covers {0} local branches. ", shown),
      }))
    : "";
  const detail = `${many}${l10n.t("Every developer of {0} will be able to push, force push and delete it. The current settings are lost.", whereWords(ref))}`;
  const question = l10n.t("Unprotect “{0}”?", ruleName(ref));
  await confirm(context, ref, { question, detail, buttons: [l10n.t("Unprotect")] });
  const { client } = context.connections.get(ref.instance);
  await withProtectedBranchErrors(ref, { doing: "unprotect" }, () =>
    runWrite(
      context,
      l10n.t("Unprotecting “{0}”…", ruleName(ref)),
      ruleChange(ref),
      (signal) => client.protectedBranches.delete(ref.project, name, { signal }),
      { find: (signal) => foundGone(client.protectedBranches.get(ref.project, name, { signal })) },
    ),
  );
  notice(l10n.t("Unprotected “{0}”.", ruleName(ref)));
}

/** Reveals a protected branch in the Project Settings view. @throws CancelledError, UserError if it is gone */
export async function show(context: ProjectSettingsContext, given?: ProtectedBranchRef): Promise<void> {
  const ref = await pickProtectedBranch(context, given, {
    title: l10n.t("Show Branch Protection"),
    placeholder: l10n.t("Select a protected branch"),
  });
  const { project, connection } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const protections = await context.protections.load();
  const has = (): boolean => {
    const known = protections.known(connection, scope);
    return known?.kind === "rules" && known.rules.some(({ name }) => name === ref.protectedBranch.name);
  };
  if (!has()) await protections.read(connection, scope);
  const view = await context.view.load();
  const found = has() && (await view?.reveal(() => [folderRow(scope), ruleRow({ ...scope, ...ref })])) === true;
  if (!found)
    throw new UserError(l10n.t("“{0}” is no longer a protected branch of the open project.", ruleName(ref)), {
      action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
    });
}
