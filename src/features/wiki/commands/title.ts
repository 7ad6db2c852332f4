import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import { maxPartBytes, titleProblem } from "../titles.ts";

/** Explains why the title of a page is invalid; undefined if it is valid. @param taken slugs of the existing pages */
export function titleProblemText(title: string, taken: ReadonlySet<string>): string | undefined {
  const problem = titleProblem(title, taken);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "empty":
      return title.includes("/") ? l10n.t("Enter a title after the last /.") : l10n.t("Enter a title.");
    case "emptyFolder":
      return l10n.t("Folder names cannot be empty.");
    case "dots":
      return l10n.t("“.” and “..” are not allowed as names.");
    case "uploads":
      return l10n.t("“uploads” is reserved for attachments.");
    case "long":
      return l10n.t("“{0}” is too long (at most {1} bytes).", plainText(problem.part, 40), maxPartBytes);
    case "taken":
      return l10n.t("The wiki already has a page “{0}”.", plainText(problem.slug, 150));
  }
}
