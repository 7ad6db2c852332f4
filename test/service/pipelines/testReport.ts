import type { JobRecord } from "../records.ts";
import { readJunit, type TestCase } from "./junit.ts";

interface Suite {
  readonly name: string;
  readonly jobId: number;
  readonly error: string | null;
  readonly cases: readonly TestCase[];
}

/** Part 2, Test report: one suite per job that uploaded JUnit files. */
export function testReport(jobs: readonly JobRecord[]): object {
  const suites = readSuites(jobs);
  return {
    ...counts(suites.flatMap((suite) => suite.cases)),
    test_suites: suites.map((suite) => ({
      name: suite.name,
      ...counts(suite.cases),
      suite_error: suite.error,
      test_cases: suite.cases,
    })),
  };
}

/** Part 2, Test report summary. */
export function testReportSummary(jobs: readonly JobRecord[]): object {
  const suites = readSuites(jobs);
  const total = counts(suites.flatMap((suite) => suite.cases));
  return {
    total: {
      time: total.total_time,
      count: total.total_count,
      success: total.success_count,
      failed: total.failed_count,
      skipped: total.skipped_count,
      error: total.error_count,
      suite_error: suites.find((suite) => suite.error !== null)?.error ?? null,
    },
    test_suites: suites.map((suite) => ({
      name: suite.name,
      ...counts(suite.cases),
      build_ids: [suite.jobId],
      suite_error: suite.error,
    })),
  };
}

function readSuites(jobs: readonly JobRecord[]): Suite[] {
  return jobs
    .filter((job) => job.junit.length > 0)
    .map((job) => {
      try {
        return {
          name: job.name,
          jobId: job.id,
          error: null,
          cases: job.junit.flatMap((xml) => readJunit(xml.toString("utf8"))),
        };
      } catch (error) {
        return {
          name: job.name,
          jobId: job.id,
          error: error instanceof Error ? error.message : String(error),
          cases: [],
        };
      }
    });
}

function counts(
  cases: readonly TestCase[],
): Record<"total_time" | "total_count" | "success_count" | "failed_count" | "skipped_count" | "error_count", number> {
  const count = (status: TestCase["status"]): number => cases.filter((one) => one.status === status).length;
  return {
    total_time: Number(cases.reduce((sum, one) => sum + one.execution_time, 0).toFixed(6)),
    total_count: cases.length,
    success_count: count("success"),
    failed_count: count("failed"),
    skipped_count: count("skipped"),
    error_count: count("error"),
  };
}
