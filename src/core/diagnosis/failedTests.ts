import type { TestReport } from "../../api/resources/pipelines.ts";
import { type ReportedCase, reportSuites } from "../pipelines/testCases.ts";

/** Limit of failed cases kept per suite. */
const caseLimit = 50;
/** Limit of characters of a message. */
const messageLimit = 2000;

/** A test case that failed. */
export interface FailedTest {
  /** Stable across reports, within its suite. */
  readonly key: string;
  readonly name: string;
  readonly classname: string;
  readonly file: string | undefined;
  /** Beginning of the failure's description, or of the stack trace. */
  readonly message: string;
  /** Recent failures on the default branch, if the host counts them. */
  readonly recentFailures: number | undefined;
}

/** The failed cases of a suite. Hosts name suites after the job that produced them. */
export interface FailedSuite {
  readonly key: string;
  readonly name: string;
  /** Number of failed cases, also those that are not listed. */
  readonly failed: number;
  readonly total: number;
  /** Why the report could not be read. */
  readonly error: string | undefined;
  readonly cases: readonly FailedTest[];
}

/** Returns the suites of a test report with failures or errors (Part 2, Test report). */
export function failedSuites(report: TestReport): FailedSuite[] {
  return reportSuites(report).flatMap(({ key, name, counts, error, cases }) => {
    const failed = counts.failed + counts.errored;
    if (failed === 0 && error === undefined) return [];
    const listed: FailedTest[] = [];
    for (const one of cases()) {
      if (one.outcome !== "failed" && one.outcome !== "errored") continue;
      listed.push(failedTest(one));
      if (listed.length === caseLimit) break;
    }
    return [{ key, name, failed: Math.max(failed, listed.length), total: counts.total, error, cases: listed }];
  });
}

const failedTest = ({ key, name, classname, file, output, stack, recentFailures }: ReportedCase): FailedTest => ({
  key,
  name,
  classname,
  file,
  message: (output.trim() === "" ? stack : output).trim().slice(0, messageLimit),
  recentFailures: recentFailures?.count,
});

/** Returns whether a suite is of a job. Hosts name suites after jobs, those of a matrix without its variables. */
export function isSuiteOf(suite: Pick<FailedSuite, "name">, jobName: string, groupName: string): boolean {
  return suite.name === jobName || suite.name === groupName;
}
