import { l10n } from "vscode";
import type { PlacedCoverage } from "../../core/coverage/placing.ts";
import { addRatios, percent, type Ratio, totalsOf } from "../../core/coverage/report.ts";
import { plural } from "../../core/ui/plural.ts";
import { shortSha } from "../../core/ui/shortSha.ts";

/** Returns how many of the lines of files are covered. */
export function coverageText(name: string, files: PlacedCoverage<unknown>["files"]): string {
  const lines = addRatios(files.map(({ report }) => totalsOf(report).lines));
  return plural(files.length, (shown) => ({
    one: l10n.t("Coverage of {0}: {1}% of the lines in {2} file.", name, percent(lines), shown),
    other: l10n.t("Coverage of {0}: {1}% of the lines in {2} files.", name, percent(lines), shown),
  }));
}

/** Returns how many of the changed lines of a merge request are covered. */
export function changedText(iid: number, lines: Ratio): string {
  if (lines.total === 0) return l10n.t("The coverage reports contain none of the changed lines of !{0}.", iid);
  return plural(lines.total, (shown) => ({
    one: l10n.t("{0}% of {1} changed line of !{2} is covered.", percent(lines), shown, iid),
    other: l10n.t("{0}% of {1} changed lines of !{2} are covered.", percent(lines), shown, iid),
  }));
}

/** Returns what the shown coverage lacks, as sentences. */
export function gapTexts({
  missing,
  unreadable,
  failed,
  cut,
  commit,
  head,
}: {
  /** Number of files that are not in the workspace. */
  readonly missing: number;
  /** Number of reports that could not be read. */
  readonly unreadable: number;
  /** Number of jobs whose artifacts could not be read. */
  readonly failed: number;
  readonly cut: boolean;
  /** The commits of the jobs and of the workspace, if covered files differ. */
  readonly commit?: string;
  readonly head?: string;
}): string[] {
  const texts: string[] = [];
  if (missing > 0)
    texts.push(
      plural(missing, (shown) => ({
        one: l10n.t("{0} file of the report is not in the workspace.", shown),
        other: l10n.t("{0} files of the report are not in the workspace.", shown),
      })),
    );
  if (unreadable > 0)
    texts.push(
      plural(unreadable, (shown) => ({
        one: l10n.t("{0} report could not be read.", shown),
        other: l10n.t("{0} reports could not be read.", shown),
      })),
    );
  if (failed > 0)
    texts.push(
      plural(failed, (shown) => ({
        one: l10n.t("The artifacts of {0} job could not be read.", shown),
        other: l10n.t("The artifacts of {0} jobs could not be read.", shown),
      })),
    );
  if (cut) texts.push(l10n.t("A report is too large, so some of its files or lines are missing."));
  if (commit !== undefined && head !== undefined)
    texts.push(
      l10n.t(
        "It was measured at commit {0}, but the workspace is at {1}: lines that differ have no coverage.",
        shortSha(commit),
        shortSha(head),
      ),
    );
  return texts;
}
