import type { JsonValue } from "../../api/json.ts";
import type { TestCase, TestReport, TestReportSummary, TestSuite } from "../../api/resources/pipelines.ts";

/** Result of a case. */
export type Outcome = "passed" | "failed" | "errored" | "skipped";

/** A suite of a report or its summary. */
export interface ReportedSuite {
  /** Stable across reports: the name, numbered if several suites share it. */
  readonly key: string;
  readonly name: string;
  readonly counts: Counts;
  readonly error: string | undefined;
  /** The jobs that produced it; empty if the host does not state them. */
  readonly jobIds: readonly number[];
}

/** Number of cases by outcome, and their duration. */
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
  /** Whether its cases have different classes. */
  readonly grouped: boolean;
  readonly cases: () => Generator<ReportedCase>;
}

/** A case of a suite. */
export interface ReportedCase {
  /** Stable across reports: class and name, numbered if several cases share them. */
  readonly key: string;
  readonly name: string;
  readonly classname: string;
  readonly file: string | undefined;
  readonly status: string;
  readonly outcome: Outcome | undefined;
  readonly milliseconds: number | undefined;
  /** Description of the failure, or output of the test. */
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
/** Returns a name of a report; Node.js's own JUnit reporter escapes quotation marks twice, and hosts undo it once. */
const nameText = (value: unknown): string => text(value).replaceAll("&quot;", '"');
const amount = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Returns a function that numbers repeated names. */
const numbered = (): ((name: string) => string) => {
  const seen = new Map<string, number>();
  return (name) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}#${before + 1}`;
  };
};

/** Returns the suites of a summary (Part 2, Test report). */
export function summarySuites({ test_suites }: TestReportSummary): ReportedSuite[] {
  const key = numbered();
  return test_suites.map((suite) => ({
    ...suiteOf(suite, key),
    jobIds: (suite.build_ids ?? []).filter((id) => typeof id === "number"),
  }));
}

/** Returns the suites of a report with their cases (Part 2, Test report). */
export function reportSuites({ test_suites }: TestReport): SuiteWithCases[] {
  const key = numbered();
  return test_suites.map((suite) => {
    const cases = suite.test_cases ?? [];
    const grouped = cases.some(({ classname }) => text(classname) !== text(cases[0]?.classname));
    return { ...suiteOf(suite, key), grouped, cases: () => readCases(cases) };
  });
}

function suiteOf(suite: Omit<TestSuite, "test_cases">, key: (name: string) => string): Omit<ReportedSuite, "jobIds"> {
  const name = nameText(suite.name);
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
    const [name, classname, status] = [nameText(one.name), nameText(one.classname), text(one.status)];
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

/** Returns output as text; hosts pass on what was in the report, text or an element. */
function outputText(output: JsonValue | undefined): string {
  if (typeof output === "string") return output;
  if (output === null || output === undefined) return "";
  const parts = Array.isArray(output) ? output : Object.values(output as object);
  return parts.every((part) => typeof part === "string") ? parts.join("\n") : JSON.stringify(output, undefined, 2);
}

/** Returns the recent failures on the default branch, an undocumented field. */
function recentFailures(one: TestCase): ReportedCase["recentFailures"] {
  const recent = one.recent_failures;
  if (typeof recent !== "object" || recent === null || amount(recent.count) === 0) return undefined;
  return { count: amount(recent.count), branch: text(recent.base_branch) || undefined };
}
