import type { JsonValue } from "../../../api/json.ts";
import type { TestCase, TestReport, TestReportSummary, TestSuite } from "../../../api/resources/pipelines.ts";

/** What became of a case; undefined for a status that nobody knows. */
export type Outcome = "passed" | "failed" | "errored" | "skipped";

/** A suite as a report or its summary tells of it. */
export interface ReportedSuite {
  /** The same in every report of the project: its name, and which of several that are named alike. */
  readonly key: string;
  readonly name: string;
  readonly counts: Counts;
  readonly error: string | undefined;
  /** The jobs that it came from; empty where the host does not say. */
  readonly jobIds: readonly number[];
}

/** `seconds` undefined where the host tells none. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly total: number;
  readonly seconds: number | undefined;
}

/** A suite with its cases, which are read one by one. */
export interface SuiteWithCases extends Omit<ReportedSuite, "jobIds"> {
  /** Whether its cases are of several classes. */
  readonly grouped: boolean;
  readonly cases: () => Generator<ReportedCase>;
}

/** A case of a suite. */
export interface ReportedCase {
  /** The same in every report of the suite: its class and name, and which of several that are named alike. */
  readonly key: string;
  readonly name: string;
  readonly classname: string;
  readonly file: string | undefined;
  readonly status: string;
  readonly outcome: Outcome | undefined;
  readonly milliseconds: number | undefined;
  /** What the report holds about a failure, or what a test wrote. */
  readonly output: string;
  readonly stack: string;
  readonly recentFailures: { readonly count: number; readonly branch: string | undefined } | undefined;
}

const outcomes: Readonly<Record<string, Outcome>> = {
  success: "passed",
  failed: "failed",
  error: "errored",
  skipped: "skipped",
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const amount = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Gives each of several equal names a key of its own, in their order. */
const numbered = (): ((name: string) => string) => {
  const seen = new Map<string, number>();
  return (name) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}#${before + 1}`;
  };
};

/** The suites of a summary (Part 2, Test report). */
export function summarySuites({ test_suites }: TestReportSummary): ReportedSuite[] {
  const key = numbered();
  return (test_suites ?? []).map((suite) => ({
    ...suiteOf(suite, key),
    jobIds: (suite.build_ids ?? []).filter((id) => typeof id === "number"),
  }));
}

/** The suites of a whole report, with how to read their cases (Part 2, Test report). */
export function reportSuites({ test_suites }: TestReport): SuiteWithCases[] {
  const key = numbered();
  return (test_suites ?? []).map((suite) => {
    const cases = suite.test_cases ?? [];
    const grouped = cases.some(({ classname }) => text(classname) !== text(cases[0]?.classname));
    return { ...suiteOf(suite, key), grouped, cases: () => readCases(cases) };
  });
}

function suiteOf(suite: Omit<TestSuite, "test_cases">, key: (name: string) => string): Omit<ReportedSuite, "jobIds"> {
  const name = text(suite.name);
  const [passed, failed, errored, skipped] = [
    suite.success_count,
    suite.failed_count,
    suite.error_count,
    suite.skipped_count,
  ].map(amount) as [number, number, number, number];
  const total = Math.max(amount(suite.total_count), passed + failed + errored + skipped);
  return {
    key: key(name),
    name,
    counts: { passed, failed, errored, skipped, total, seconds: seconds(suite.total_time) },
    error: text(suite.suite_error) || undefined,
  };
}

function* readCases(cases: readonly TestCase[]): Generator<ReportedCase> {
  const key = numbered();
  for (const one of cases) {
    const [name, classname, status] = [text(one.name), text(one.classname), text(one.status)];
    const time = seconds(one.execution_time);
    yield {
      key: key(JSON.stringify([classname, name])),
      name,
      classname,
      file: text(one.file) || undefined,
      status,
      outcome: Object.hasOwn(outcomes, status) ? outcomes[status] : undefined,
      milliseconds: time === undefined ? undefined : time * 1_000,
      output: outputText(one.system_output),
      stack: text(one.stack_trace),
      recentFailures: recentFailures(one),
    };
  }
}

/** Hosts hand on what a report brought: text, or an element with its parts. */
function outputText(output: JsonValue | undefined): string {
  if (typeof output === "string") return output;
  if (output === null || output === undefined) return "";
  const parts = Array.isArray(output) ? output : Object.values(output as object);
  return parts.every((part) => typeof part === "string") ? parts.join("\n") : JSON.stringify(output, undefined, 2);
}

/** Real hosts tell how often a case failed lately on the default branch; the documents do not. */
function recentFailures(one: TestCase): ReportedCase["recentFailures"] {
  const told = one.recent_failures;
  if (typeof told !== "object" || told === null || amount(told.count) === 0) return undefined;
  return { count: amount(told.count), branch: text(told.base_branch) || undefined };
}
