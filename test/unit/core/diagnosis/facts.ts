/** What a host answers about a failed pipeline, made up. */
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { Facts } from "../../../../src/core/diagnosis/diagnosis.ts";
import type { FailedSuite } from "../../../../src/core/diagnosis/failedTests.ts";
import type { LogFacts } from "../../../../src/core/diagnosis/logFacts.ts";

export const pipeline = { id: 20, status: "failed", ref: "topic", sha: "abcdef1234567890" };

/** A job that failed; those with higher IDs ended later. */
export const job = (id: number, name: string, more: Partial<Job> = {}): Job => ({
  id,
  name,
  status: "failed",
  stage: "test",
  failure_reason: "script_failure",
  finished_at: `2026-01-01T00:00:${String(id).padStart(2, "0")}Z`,
  ...more,
});

/** A log with this first error. */
export const log = (text: string, more: Partial<LogFacts> = {}): LogFacts => ({
  firstError: { line: 11, text, before: ["$ make"], after: ["stopped"] },
  problems: [],
  problemCount: 0,
  checkouts: [],
  lines: 30,
  exitCode: 2,
  isCut: false,
  ...more,
});

export const suite = (name: string, more: Partial<FailedSuite> = {}): FailedSuite => ({
  key: name,
  name,
  failed: 1,
  total: 2,
  error: undefined,
  cases: [],
  ...more,
});

export const facts = (more: Partial<Facts>): Facts => ({
  pipeline,
  jobs: [],
  areJobsCut: false,
  bridges: [],
  tests: undefined,
  logs: new Map(),
  target: undefined,
  pipelines: undefined,
  suspects: undefined,
  recentJobs: undefined,
  ...more,
});
