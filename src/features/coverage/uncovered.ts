import { commands, l10n, Range, type TextDocumentShowOptions, ThemeIcon, window } from "vscode";
import { diffSides, diffTitle } from "../../core/comparisons/sides.ts";
import type { Context } from "../../core/context.ts";
import type { LineRange } from "../../core/coverage/changedLines.ts";
import { namedFile } from "../../core/files/namedFile.ts";
import { pickOne, type Row, separator } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { numberText, plural } from "../../core/ui/plural.ts";
import { cloneOf } from "../../git/clone.ts";
import type { ChangedFileCoverage, RequestCoverage } from "./changed.ts";
import { changedText } from "./labels.ts";

/** Limits of rows, and of those for whole files. */
const maxRows = 1_000;
const maxFiles = 200;

interface Uncovered {
  readonly file: ChangedFileCoverage;
  readonly lines: LineRange;
}

/** Lists the files with uncovered changed lines of a merge request if there are several, then the lines, and opens the chosen ones. */
export async function pickUncovered(context: Context, coverage: RequestCoverage): Promise<void> {
  const iid = coverage.changes.comparison.mergeRequest ?? 0;
  const { file, lines } = await pickOne<Uncovered>({
    title: l10n.t("Uncovered Changed Lines of !{0}", iid),
    placeholder: `${changedText(iid, coverage)} ${placeholder(coverage)}`,
    choices: rowsOf(coverage),
  });
  await open(context, coverage, file, lines);
}

const placeholder = ({ files }: RequestCoverage): string =>
  files.length > 1
    ? l10n.t("Select a file to go to its first uncovered line, or select lines")
    : l10n.t("Select lines to open");

/** Returns the files, if there are several, and the uncovered lines of each. */
export function rowsOf({ files, cut }: Pick<RequestCoverage, "files" | "cut">): Row<Uncovered>[] {
  const rows: Row<Uncovered>[] = files.length > 1 ? fileRows(files) : [];
  for (const file of files) {
    if (rows.length >= maxRows) break;
    const { covered, total, uncovered } = file;
    rows.push(
      separator(
        l10n.t("{0} ({1} of {2} covered)", plainText(file.file.path, 200), numberText(covered), numberText(total)),
      ),
    );
    const { name } = partsOf(file);
    for (const lines of uncovered)
      rows.push({
        label: `${name}:${rangeText(lines)}`,
        iconPath: new ThemeIcon("circle-slash"),
        description: countText(lines),
        value: { file, lines },
      });
  }
  if (cut || rows.length >= maxRows) rows.push(separator(l10n.t("Some files are not listed.")));
  return rows;
}

/** Returns a row for each file, those with most uncovered lines first. */
function fileRows(files: readonly ChangedFileCoverage[]): Row<Uncovered>[] {
  const sorted = files.toSorted((one, other) => missingOf(other) - missingOf(one));
  const rows = sorted.slice(0, maxFiles).flatMap((file): Row<Uncovered>[] => {
    const [lines] = file.uncovered;
    const { name, folder } = partsOf(file);
    if (lines === undefined) return [];
    const count = plural(file.total, (shown) => ({
      one: l10n.t("{0} of {1} changed line not covered", numberText(missingOf(file)), shown),
      other: l10n.t("{0} of {1} changed lines not covered", numberText(missingOf(file)), shown),
    }));
    return [
      {
        label: name,
        iconPath: new ThemeIcon("file"),
        description: folder === "" ? count : `${count} · ${folder}`,
        value: { file, lines },
      },
    ];
  });
  return [separator(l10n.t("Files")), ...rows];
}

const missingOf = ({ covered, total }: ChangedFileCoverage): number => total - covered;

/** Returns the name and the folder of a file. */
function partsOf({ file: { path } }: ChangedFileCoverage): { readonly name: string; readonly folder: string } {
  const at = path.lastIndexOf("/");
  return { name: plainText(path.slice(at + 1), 120), folder: plainText(path.slice(0, Math.max(0, at)), 200) };
}

const rangeText = ({ start, end }: LineRange): string => (start === end ? String(start) : `${start}-${end}`);

const countText = ({ start, end }: LineRange): string =>
  plural(end - start + 1, (shown) => ({ one: l10n.t("{0} line", shown), other: l10n.t("{0} lines", shown) }));

/** Opens lines in the file of the workspace, where coverage is shown, if it is at the head of the merge request; else in the diff. */
async function open(
  context: Context,
  { changes: { comparison } }: RequestCoverage,
  { file }: ChangedFileCoverage,
  { start, end }: LineRange,
): Promise<void> {
  const options: TextDocumentShowOptions = { preview: true, selection: new Range(start - 1, 0, end, 0) };
  const clone = cloneOf(context, comparison);
  if (clone && (await clone.resolve("HEAD")) === comparison.head) {
    await window.showTextDocument(await namedFile(clone.root, file.path), options);
    return;
  }
  const [base, head] = diffSides(comparison, file);
  await commands.executeCommand("vscode.diff", base, head, diffTitle(comparison, file), options);
}
