import { l10n } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import { longestName, pathProblem } from "./contents.ts";

/** Explains why the path of a file is invalid; undefined if it is valid. @param taken paths of the other files */
export function pathProblemText(path: string, taken: readonly string[] = []): string | undefined {
  switch (pathProblem(path)) {
    case "empty":
      return l10n.t("Enter a file name.");
    case "dots":
      return l10n.t("“.”, “..” and “.git” are not allowed as names.");
    case "slashes":
      return path.endsWith("/")
        ? l10n.t("Enter a file name after the last /.")
        : l10n.t("Folder names cannot be empty, and the path cannot start with /.");
    case "characters":
      return l10n.t("A name cannot contain backslashes or invisible characters.");
    case "long":
      return l10n.t("A name can have at most {0} bytes.", longestName);
    case undefined:
      break;
  }
  const clash = taken.find((other) => other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  return clash === undefined ? undefined : l10n.t("The snippet already has a file “{0}”.", plainText(clash, 150));
}

/** Returns the name of a file for messages. */
export const fileName = (path: string): string => plainText(path.slice(path.lastIndexOf("/") + 1), 120);

/** Returns the name of a snippet for titles and messages. */
export const snippetName = ({ title, id }: { readonly title: string; readonly id: number }): string =>
  plainText(title, 80) || l10n.t("snippet {0}", id);
