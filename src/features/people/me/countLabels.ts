import { l10n } from "vscode";
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
      return value === 1
        ? l10n.t("1 merge request assigned to me")
        : l10n.t("{0} merge requests assigned to me", value);
    case "reviews":
      return value === 1 ? l10n.t("1 merge request to review") : l10n.t("{0} merge requests to review", value);
    case "issues":
      return value === 1 ? l10n.t("1 issue assigned to me") : l10n.t("{0} issues assigned to me", value);
    case "todos":
      return value === 1 ? l10n.t("1 to-do item") : l10n.t("{0} to-do items", value);
  }
}
