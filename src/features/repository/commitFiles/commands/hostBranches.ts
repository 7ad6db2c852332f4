import { l10n } from "vscode";
import type { Context } from "../../../../core/context.ts";
import { type Choice, partialRows, type Row } from "../../../../core/ui/pick.ts";
import { branchChoice, branchesOf } from "../../../../core/ui/pickBranch.ts";
import type { CommitSite } from "./site.ts";

/** Returns the branches of the host as rows, the one that is checked out first. */
export async function hostBranches(
  context: Context,
  site: Pick<CommitSite, "scope" | "branch">,
  signal: AbortSignal,
): Promise<Row<string>[]> {
  const branches = await branchesOf(context, site.scope, signal);
  const choices = branches.items.map(branchChoice);
  const here = choices
    .filter(({ value }) => value === site.branch)
    .map((choice) => ({
      ...choice,
      description: [l10n.t("checked out here"), choice.description].filter(Boolean).join(", "),
    }));
  return [...here, ...choices.filter(({ value }) => value !== site.branch), ...partialRows(branches)];
}

/** Replaces the values of rows. @param of returns the value for a branch */
export const withValues = <T>(rows: readonly Row<string>[], of: (branch: string) => T): Row<T>[] =>
  rows.map((row) => ("value" in row ? withValue(row, of(row.value)) : row));

/** Replaces the value of a row. */
export const withValue = <T>({ buttons: _, ...row }: Choice<string>, value: T): Choice<T> => ({ ...row, value });
