import { l10n } from "vscode";
import type { FileChange } from "../../git/fileChange.ts";
import { plural, numberText } from "../ui/plural.ts";
import { countedLines, type LineCounts, uncertainFiles, type Completeness } from "./completeness.ts";

const total = ({ additions, deletions }: LineCounts): number => additions + deletions;

/**
 * Describes whether a host's list of a commit is truncated.
 * @param counted lines of the whole commit
 */
export function cutText(
  completeness: Completeness,
  files: readonly FileChange[],
  counted: LineCounts | undefined,
): string[] {
  if (completeness === "complete") return [];
  if (completeness === "unclear")
    return [
      plural(files.length, (shown) => ({
        one: l10n.t("The host may have truncated the list after {0} file.", shown),
        other: l10n.t("The host may have truncated the list after {0} files.", shown),
      })),
    ];
  const [here, all] = [total(countedLines(files)), counted && total(counted)];
  return [
    all !== undefined && all > here && uncertainFiles(files).length === 0
      ? plural(files.length, (shown) => ({
          one: l10n.t(
            "The host truncated the list after {0} file, which contains {1} of {2} changed lines.",
            shown,
            numberText(here),
            numberText(all),
          ),
          other: l10n.t(
            "The host truncated the list after {0} files, which contain {1} of {2} changed lines.",
            shown,
            numberText(here),
            numberText(all),
          ),
        }))
      : plural(files.length, (shown) => ({
          one: l10n.t("The host truncated the list after {0} file.", shown),
          other: l10n.t("The host truncated the list after {0} files.", shown),
        })),
  ];
}

/**
 * Describes how many commits' lists are truncated.
 * @param cut number of truncated lists
 * @param unclear number of possibly truncated lists
 */
export const cutTexts = (cut: number, unclear: number): string[] => [
  ...(cut > 0
    ? [
        plural(cut, (shown) => ({
          one: l10n.t("The host truncated the list of {0} commit.", shown),
          other: l10n.t("The host truncated the lists of {0} commits.", shown),
        })),
      ]
    : []),
  ...(unclear > 0
    ? [
        plural(unclear, (shown) => ({
          one: l10n.t("The host may have truncated the list of {0} commit.", shown),
          other: l10n.t("The host may have truncated the lists of {0} commits.", shown),
        })),
      ]
    : []),
];

/** Describes how many files have no diff. */
export const withheldText = (count: number): string[] =>
  count === 0
    ? []
    : [
        plural(count, (shown) => ({
          one: l10n.t(
            "The host omitted the changes of {0} large file, so its lines are not counted. The file itself opens in full.",
            shown,
          ),
          other: l10n.t(
            "The host omitted the changes of {0} large files, so their lines are not counted. The files themselves open in full.",
            shown,
          ),
        })),
      ];

/** Describes that a list was combined from commits. */
export const commitByCommit = (count: number): string =>
  plural(count, (shown) => ({
    one: l10n.t(
      "The host returns changes commit by commit. This list has those of {0} commit: it may lack manual changes in merge commits.",
      shown,
    ),
    other: l10n.t(
      "The host returns changes commit by commit. This list combines {0} commits: it includes files that were changed back, and may lack manual changes in merge commits.",
      shown,
    ),
  }));

/** Describes that the host counts more files than the list has. */
export const countText = (told: string, listed: number): string =>
  l10n.t("The host counts {0} changed files but returned {1}.", told, numberText(listed));
