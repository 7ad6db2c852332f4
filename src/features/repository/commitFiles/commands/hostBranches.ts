import { l10n } from "vscode";
import type { Context } from "../../../../core/context.ts";
import type { Choice } from "../../../../core/ui/pick.ts";
import { branchChoice, branchesOf } from "../../../../core/ui/pickBranch.ts";
import type { CommitSite } from "./site.ts";

/** Returns the branches of the host, the one that is checked out first. */
export async function hostBranches(
  context: Context,
  site: Pick<CommitSite, "scope" | "branch">,
  signal: AbortSignal,
): Promise<Choice<string>[]> {
  const choices = (await branchesOf(context, site.scope, signal)).map(branchChoice);
  const here = choices
    .filter(({ value }) => value === site.branch)
    .map((choice) => ({
      ...choice,
      description: [l10n.t("checked out here"), choice.description].filter(Boolean).join(", "),
    }));
  return [...here, ...choices.filter(({ value }) => value !== site.branch)];
}

/** Replaces the value of a row. */
export const withValue = <T>({ buttons: _, ...row }: Choice<string>, value: T): Choice<T> => ({ ...row, value });
