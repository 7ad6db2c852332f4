import { ownText } from "../base/ownText.ts";

/** Limits of one report, above those of real projects: reports are files that a job's script wrote. */
export const MAX_FILES = 20_000;
export const MAX_LINES = 2_000_000;
/** Limits of one file. */
const maxLine = 300_000;
const maxBranches = 256;
const maxFunctions = 20_000;
const maxPath = 2_000;

export type CoverageFormat = "lcov" | "cobertura" | "jacoco" | "clover";

export interface CoveredFunction {
  readonly name: string;
  /** One-based. */
  readonly line: number;
  readonly hits: number;
}

/** Covered and all of something. */
export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** Coverage of a file. Lines are one-based. */
export interface FileReport {
  /** Paths that the report may mean, the most specific one first. */
  readonly paths: readonly string[];
  /** Hits by line. */
  readonly lines: Map<number, number>;
  /** How often each branch of a line was taken. */
  readonly branches: Map<number, number[]>;
  readonly functions: Map<string, CoveredFunction>;
}

/** A coverage report. */
export interface CoverageReport {
  readonly format: CoverageFormat;
  readonly files: readonly FileReport[];
  /** Folders that relative paths may be in, other than those above the report. */
  readonly folders?: readonly string[];
  /** Whether the hits count executions; otherwise they only say whether there were any. */
  readonly counted: boolean;
  /** Whether the report exceeds a limit, so that the rest of it is missing. */
  readonly cut: boolean;
}

/** Collects the files of a report within the limits. */
export class ReportBuilder {
  private readonly byKey = new Map<string, FileReport>();
  private lineCount = 0;
  private isCut = false;

  /** Returns the file with these paths; undefined beyond the limits. */
  file(paths: readonly string[]): FileReport | undefined {
    const named = paths.filter((path) => path !== "" && path.length <= maxPath);
    if (named.length === 0) return undefined;
    const key = named.join("\0");
    const known = this.byKey.get(key);
    if (known) return known;
    if (this.byKey.size >= MAX_FILES) {
      this.isCut = true;
      return undefined;
    }
    // Parts of a text keep the whole of it in memory.
    const file: FileReport = { paths: named.map(ownText), lines: new Map(), branches: new Map(), functions: new Map() };
    this.byKey.set(key, file);
    return file;
  }

  /** Adds hits of a line to those that are known. @param combine how hits of the same line add up; by default their sum */
  line(file: FileReport, line: number, hits: number, combine = (a: number, b: number): number => a + b): void {
    if (!isLine(line)) return;
    const known = file.lines.get(line);
    if (known === undefined) {
      if (this.lineCount >= MAX_LINES) {
        this.isCut = true;
        return;
      }
      this.lineCount++;
    }
    file.lines.set(line, known === undefined ? hits : combine(known, hits));
  }

  /** Adds branches of a line of which only the number is known. */
  branches(file: FileReport, line: number, { covered, total }: Ratio): void {
    if (!isLine(line) || !(total > 0) || file.branches.has(line)) return;
    const count = Math.min(total, maxBranches);
    const taken = Math.round((Math.min(covered, total) / total) * count);
    file.branches.set(
      line,
      Array.from({ length: count }, (_, index) => (index < taken ? 1 : 0)),
    );
  }

  /** Adds how often each branch of a line was taken. */
  addBranches(file: FileReport, line: number, taken: readonly number[]): void {
    if (isLine(line)) file.branches.set(line, mergeBranches(file.branches.get(line), taken.slice(0, maxBranches)));
  }

  addFunction(file: FileReport, name: string, line: number, hits: number): void {
    if (!isLine(line) || file.functions.size >= maxFunctions) return;
    const short = ownText(name.slice(0, 300));
    const key = `${line} ${short}`;
    file.functions.set(key, { name: short, line, hits: hits + (file.functions.get(key)?.hits ?? 0) });
  }

  /** Returns the report of the files that have lines. */
  finish(format: CoverageFormat, counted = true): CoverageReport {
    const files = [...this.byKey.values()].filter(({ lines }) => lines.size > 0);
    return { format, files, counted, cut: this.isCut };
  }
}

const isLine = (line: number): boolean => Number.isInteger(line) && line >= 1 && line <= maxLine;

/** Returns a count in a report; 0 for anything else. */
export function count(text: string | undefined): number {
  // Some tools count in scientific notation once a counter is large.
  const value = Number(text ?? "");
  return Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;
}

/** Adds the coverage of a file from another report. */
export function mergeFile(into: FileReport, from: FileReport): void {
  for (const [line, hits] of from.lines) into.lines.set(line, (into.lines.get(line) ?? 0) + hits);
  for (const [line, taken] of from.branches) into.branches.set(line, mergeBranches(into.branches.get(line), taken));
  for (const [key, one] of from.functions)
    into.functions.set(key, { ...one, hits: one.hits + (into.functions.get(key)?.hits ?? 0) });
}

function mergeBranches(known: readonly number[] = [], more: readonly number[]): number[] {
  return Array.from({ length: Math.max(known.length, more.length) }, (_, at) => (known[at] ?? 0) + (more[at] ?? 0));
}

/** Returns a copy that can be merged into. */
export const copyFile = ({ paths, lines, branches, functions }: FileReport): FileReport => ({
  paths,
  lines: new Map(lines),
  branches: new Map([...branches].map(([line, taken]) => [line, [...taken]])),
  functions: new Map(functions),
});

/** Lines, branches and functions of a file. */
export interface Totals {
  readonly lines: Ratio;
  readonly branches: Ratio;
  readonly functions: Ratio;
}

export function totalsOf({ lines, branches, functions }: Omit<FileReport, "paths">): Totals {
  return {
    lines: ratio(lines.values()),
    branches: ratio([...branches.values()].flat()),
    functions: ratio([...functions.values()].map(({ hits }) => hits)),
  };
}

function ratio(hits: Iterable<number>): Ratio {
  let [covered, total] = [0, 0];
  for (const one of hits) {
    total++;
    if (one > 0) covered++;
  }
  return { covered, total };
}

export const addRatios = (ratios: Iterable<Ratio>): Ratio => {
  let [covered, total] = [0, 0];
  for (const one of ratios) [covered, total] = [covered + one.covered, total + one.total];
  return { covered, total };
};

/** Returns whole percent, rounded down so that only complete coverage is 100. */
export const percent = ({ covered, total }: Ratio): number => (total === 0 ? 0 : Math.floor((covered / total) * 100));
