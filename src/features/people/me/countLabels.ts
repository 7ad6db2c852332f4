import { l10n } from "vscode";
import { plural } from "../../../core/ui/plural.ts";
import type { Count, CountName } from "./countsOf.ts";

/** Codicons of the counts. */
export const countIcon: Readonly<Record<CountName, string>> = {
  assigned: "git-pull-request",
  reviews: "eye",
  issues: "issues",
  todos: "checklist",
};

/** Returns the label of a count. */
export function countWords({ name, value }: Count): string {
  switch (name) {
    case "assigned":
      return plural(value, (shown) => ({
        one: l10n.t("{0} merge request assigned to me", shown),
        other: l10n.t("{0} merge requests assigned to me", shown),
      }));
    case "reviews":
      return plural(value, (shown) => ({
        one: l10n.t("{0} merge request to review", shown),
        other: l10n.t("{0} merge requests to review", shown),
      }));
    case "issues":
      return plural(value, (shown) => ({
        one: l10n.t("{0} issue assigned to me", shown),
        other: l10n.t("{0} issues assigned to me", shown),
      }));
    case "todos":
      return plural(value, (shown) => ({
        one: l10n.t("{0} to-do item", shown),
        other: l10n.t("{0} to-do items", shown),
      }));
  }
}
