import { Pace } from "../base/pace.ts";
import type { CoverageReport, CoveredFunction, FileReport } from "./report.ts";

/** A report as threads hand it over: maps of a million lines would be copied in one piece. */
export interface PackedReport extends Omit<CoverageReport, "files"> {
  readonly files: readonly PackedFile[];
  /** The numbers of all files, one after the other. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** How many lines, lines with branches and functions a file has, with the names of the latter. */
interface PackedFile {
  readonly paths: readonly string[];
  readonly lines: number;
  readonly branches: number;
  readonly names: readonly string[];
}

export function packReport({ files, ...report }: CoverageReport): PackedReport {
  const numbers: number[] = [];
  const packed = files.map(({ paths, lines, branches, functions }): PackedFile => {
    for (const [line, hits] of lines) numbers.push(line, hits);
    for (const [line, taken] of branches) numbers.push(line, taken.length, ...taken);
    const names = [...functions.values()].map(({ name, line, hits }) => {
      numbers.push(line, hits);
      return name;
    });
    return { paths, lines: lines.size, branches: branches.size, names };
  });
  return { ...report, files: packed, numbers: Float64Array.from(numbers) };
}

/** Returns the report again. Yields to other work. @throws the signal's reason */
export async function unpackReport(
  { files: packed, numbers, ...report }: PackedReport,
  signal?: AbortSignal,
): Promise<CoverageReport> {
  const pace = new Pace();
  const files: FileReport[] = [];
  let at = 0;
  const next = (): number => numbers[at++] ?? 0;
  const isDue = (left: number): boolean => left % 1_000 === 0 && pace.due;
  for (const { paths, lines: lineCount, branches: branchCount, names } of packed) {
    if (pace.due) await pace.rest(signal);
    const lines = new Map<number, number>();
    for (let left = lineCount; left > 0; left--) {
      lines.set(next(), next());
      if (isDue(left)) await pace.rest(signal);
    }
    const branches = new Map<number, number[]>();
    for (let left = branchCount; left > 0; left--) {
      const [line, count] = [next(), next()];
      branches.set(line, Array.from({ length: count }, next));
      if (isDue(left)) await pace.rest(signal);
    }
    const functions = new Map<string, CoveredFunction>();
    for (const name of names) {
      const [line, hits] = [next(), next()];
      functions.set(`${line} ${name}`, { name, line, hits });
    }
    files.push({ paths, lines, branches, functions });
  }
  return { ...report, files };
}
