import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import { longestPart, titleProblem } from "../titles.ts";

/** What is wrong with the title of a page, in words; undefined when it can be. @param taken slugs of the pages there are */
export function titleWords(title: string, taken: ReadonlySet<string>): string | undefined {
  const problem = titleProblem(title, taken);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "empty":
      return title.includes("/")
        ? l10n.t("After the last / stands the page's own title.")
        : l10n.t("A page needs a title.");
    case "emptyFolder":
      return l10n.t("Between two / stands the name of a folder.");
    case "dots":
      return l10n.t("“.” and “..” are no names in a wiki.");
    case "uploads":
      return l10n.t("The wiki keeps attachments in “uploads”, and no pages.");
    case "long":
      return l10n.t("“{0}” is too long: at most {1} bytes.", plainText(problem.part, 40), longestPart);
    case "taken":
      return l10n.t("The wiki has a page “{0}” already.", plainText(problem.slug, 150));
  }
}
