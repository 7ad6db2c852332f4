import { l10n, ThemeIcon } from "vscode";
import type { Context } from "../../../../core/context.ts";
import { findCommit } from "../../../../core/files/hostCommit.ts";
import { type Choice, pickOne, separator } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { GoBack, type Place } from "../../../../core/ui/quickInput.ts";
import { isBranchName } from "../../../../git/branchName.ts";
import { targetLabel } from "../labels.ts";
import type { Target } from "../target.ts";
import { askNewBranch } from "./askNewBranch.ts";
import { hostBranches, withValues } from "./hostBranches.ts";
import type { CommitSite } from "./site.ts";

type Answer = { readonly branch: string } | { readonly typed: string } | { readonly known: Target } | "new";

export interface TargetOptions {
  /** The commit that the working tree is based on. */
  readonly base: string;
  /** What was chosen before. */
  readonly known: Target | undefined;
  /** Name of a new branch that was typed before. */
  readonly newBranch?: string | undefined;
  /** Called with the name of a new branch as it is typed. */
  readonly onName?: ((name: string) => void) | undefined;
  readonly placeholder?: string | undefined;
}

/** Asks for the branch to commit to: an existing one, or a new one and its start. @throws CancelledError, GoBack */
export async function pickTarget(
  context: Context,
  site: CommitSite,
  place: Place,
  { base, known, newBranch = "", onName, placeholder }: TargetOptions,
): Promise<Target> {
  let name = newBranch;
  const named = (text: string): void => {
    name = text;
    onName?.(text);
  };
  for (;;) {
    const answer = await pickOne<Answer>({
      title: place.title,
      place,
      placeholder: placeholder ?? l10n.t("Select the branch on the host to commit to"),
      choices: async (signal) => {
        const branches = await hostBranches(context, site, signal);
        // The previous choice may be a new branch, or the host may not list branches.
        const own =
          known !== undefined &&
          (known.start !== undefined || !branches.some((row) => "value" in row && row.value === known.branch))
            ? [knownRow(known)]
            : [];
        return [
          ...own,
          newRow(name),
          separator(l10n.t("Branches")),
          ...withValues<Answer>(branches, (branch) => ({ branch })),
        ];
      },
      active: (value) =>
        typeof value === "object" &&
        ("known" in value || ("branch" in value && value.branch === (known?.branch ?? site.branch))),
      typed: (text) =>
        isBranchName(text.trim())
          ? {
              label: l10n.t("Use “{0}”", plainText(text.trim(), 100)),
              description: l10n.t("created if it does not exist"),
              iconPath: new ThemeIcon("edit"),
              value: { typed: text.trim() },
            }
          : undefined,
    });
    try {
      if (answer === "new")
        return await askNewBranch(context, site, place.title, base, { branch: name, named: false, onName: named });
      if ("known" in answer) return answer.known;
      if ("branch" in answer) return { branch: answer.branch };
      if (await exists(site, answer.typed)) return { branch: answer.typed };
      named(answer.typed);
      return await askNewBranch(context, site, place.title, base, { branch: answer.typed, named: true, onName: named });
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
      place.draft = undefined;
    }
  }
}

async function exists(site: CommitSite, branch: string): Promise<boolean> {
  const commit = await withProgress(l10n.t("Looking for “{0}”…", plainText(branch, 100)), (signal) =>
    findCommit(site.client(), site.scope.project, branch, signal),
  );
  return commit !== undefined;
}

const newRow = (name: string): Choice<Answer> => ({
  label: l10n.t("New Branch…"),
  description: plainText(name, 100),
  iconPath: new ThemeIcon("plus"),
  alwaysShow: true,
  value: "new",
});

const knownRow = (known: Target): Choice<Answer> => ({
  label: targetLabel(known),
  description: l10n.t("previous choice"),
  iconPath: new ThemeIcon("git-branch"),
  value: { known },
});
