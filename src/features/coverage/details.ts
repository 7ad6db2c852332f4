import {
  BranchCoverage,
  DeclarationCoverage,
  FileCoverage,
  type FileCoverageDetail,
  Position,
  StatementCoverage,
  TestCoverageCount,
  type Uri,
} from "vscode";
import { type FileReport, type Ratio, totalsOf } from "../../core/coverage/report.ts";
import { plainText } from "../../core/ui/plainText.ts";

/** Returns the counts of a file. Without branches or functions, VS Code shows only lines. */
export function fileCoverage(uri: Uri, report: FileReport): FileCoverage {
  const { lines, branches, functions } = totalsOf(report);
  return new FileCoverage(uri, countOf(lines), counted(branches), counted(functions));
}

const countOf = ({ covered, total }: Ratio): TestCoverageCount => new TestCoverageCount(covered, total);
const counted = (ratio: Ratio): TestCoverageCount | undefined => (ratio.total === 0 ? undefined : countOf(ratio));

/**
 * Returns the lines, branches and functions of a file, from its top down: reports of several jobs are added up as they come.
 * @param executions whether hits count executions; otherwise VS Code shows only whether there were any
 */
export function coverageDetails({ lines, branches, functions }: FileReport, executions: boolean): FileCoverageDetail[] {
  const executed = (hits: number): number | boolean => (executions ? hits : hits > 0);
  const statements = [...lines].toSorted(byLine).map(
    ([line, hits]) =>
      // A position stands for the rest of its line.
      new StatementCoverage(
        executed(hits),
        new Position(line - 1, 0),
        (branches.get(line) ?? []).map((taken) => new BranchCoverage(executed(taken))),
      ),
  );
  const declarations = [...functions.values()]
    .toSorted((a, b) => a.line - b.line)
    .map(({ name, line, hits }) => new DeclarationCoverage(inHover(name), executed(hits), new Position(line - 1, 0)));
  return [...statements, ...declarations];
}

const byLine = ([a]: readonly [number, number], [b]: readonly [number, number]): number => a - b;

/** VS Code puts names between backticks in the Markdown of its hovers, which a report must not end. */
const inHover = (name: string): string => plainText(name, 200).replaceAll("`", "'");
