import { l10n } from "vscode";
import type { FileChange } from "../../git/fileChange.ts";
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
      l10n.t("The host may have cut the list after {0} files: what it tells is not enough to be sure.", files.length),
    ];
  const [here, all] = [total(countedLines(files)), counted && total(counted)];
  return [
    all !== undefined && all > here && uncertainFiles(files).length === 0
      ? l10n.t("The host cut the list after {0} files: they have {1} of {2} changed lines.", files.length, here, all)
      : l10n.t("The host cut the list after {0} files.", files.length),
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
        cut === 1
          ? l10n.t("The host cut the list of one of the commits.")
          : l10n.t("The host cut the lists of {0} of the commits.", cut),
      ]
    : []),
  ...(unclear > 0
    ? [
        unclear === 1
          ? l10n.t("The host may have cut the list of one of the commits.")
          : l10n.t("The host may have cut the lists of {0} of the commits.", unclear),
      ]
    : []),
];

/** Describes how many files have no diff. */
export const withheldText = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? l10n.t(
              "The host left out what changed in one large file, so nobody counted its lines; the file itself opens in full.",
            )
          : l10n.t(
              "The host left out what changed in {0} large files, so nobody counted their lines; the files themselves open in full.",
              count,
            ),
      ];

/** Describes that a list was combined from commits. */
export const commitByCommit = (count: number): string =>
  l10n.t(
    "The host tells changes commit by commit: the list is put together from {0} of them, so files that were changed and changed back are in it, and what merges changed by hand may not be.",
    count,
  );

/** Describes that the host counts more files than the list has. */
export const countText = (told: string, listed: number): string =>
  l10n.t("The host counts {0} changed files, but {1} are told.", told, listed);
