import assert from "node:assert/strict";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequestTypes.ts";
import type { TestCase, TestSuite, Pipeline } from "../../../../src/api/resources/pipelines.ts";
import { endingOf } from "../../../../src/core/diagnosis/ending.ts";
import { failedSuites } from "../../../../src/core/diagnosis/failedTests.ts";
import { broughtBy, flipsOf, redSince } from "../../../../src/core/diagnosis/history.ts";
import { readLogFacts } from "../../../../src/core/diagnosis/logFacts.ts";
import tables from "./facts.json" with { type: "json" };

describe("how a job ended", () => {
  for (const [kind, ...reasons] of tables.endings)
    it(`is ${kind} for ${reasons.map(String).join(", ")}`, () => {
      for (const failure_reason of reasons) assert.equal(endingOf({ status: "failed", failure_reason }).kind, kind);
    });

  it("is canceled in either spelling, whatever the reason, and of the script without one", () => {
    assert.equal(endingOf({ status: "failed" }).kind, "script");
    assert.equal(endingOf({ status: "canceled", failure_reason: "script_failure" }).kind, "canceled");
    assert.equal(endingOf({ status: "cancelled" }).kind, "canceled");
  });
});

const suite = (cases: readonly TestCase[], more: Partial<TestSuite> = {}): TestSuite => {
  const count = (status: string): number => cases.filter((one) => one.status === status).length;
  return {
    ...{ name: "unit", total_count: cases.length, success_count: count("success"), failed_count: count("failed") },
    ...{ error_count: count("error"), skipped_count: count("skipped"), test_cases: cases, ...more },
  };
};
const failed = (...suites: readonly TestSuite[]) => failedSuites({ test_suites: suites });

describe("the failed tests of a report", () => {
  it("are those with failures or errors", () => {
    const [found] = failed(
      suite([
        { name: "passes", status: "success" },
        { name: "fails", status: "failed", system_output: "expected 3" },
        { name: "breaks", status: "error", system_output: " ", stack_trace: "at a.js:4" },
        { name: "later", status: "skipped" },
      ]),
    );
    assert.deepEqual([found?.failed, found?.total], [2, 4]);
    const listed = found?.cases.map(({ name, message }) => `${name}: ${message}`).join();
    assert.equal(listed, "fails: expected 3,breaks: at a.js:4");
    assert.deepEqual(failed(suite([{ name: "passes", status: "success" }])), []);
    assert.equal(failed(suite([{ name: "breaks", status: "error" }])).length, 1);
  });

  it("include unreadable reports", () => {
    assert.equal(failed(suite([], { suite_error: "JUnit XML parsing failed" }))[0]?.error, "JUnit XML parsing failed");
  });

  it("are fifty per suite, with cut messages", () => {
    const long = { status: "failed", system_output: "x".repeat(5_000) };
    const cases = Array.from({ length: 60 }, (_, at) => ({ name: `t${at}`, ...long }));
    const [found] = failed(suite(cases));
    assert.deepEqual([found?.failed, found?.cases.length, found?.cases[0]?.message.length], [60, 50, 2_000]);
  });
});

const { signal } = new AbortController();
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}
const script = (body: string): string =>
  `section_start:1:step_script\r\u001b[0K\u001b[0mExecuting "step_script"\n${body}section_end:9:step_script\r\u001b[0K`;

describe("the facts of a log", () => {
  const failure = "\u001b[31msrc/b.c:12:3: error: expected ';' before 'return'\u001b[0m";
  const lines = ["$ make", "cc -c a.c", "cc -c b.c", failure, "   12 |   return 1", "", ""];
  const log = `Running\n${script(lines.join("\n"))}\u001b[31;1mERROR: Job failed: exit code 2\n\u001b[0;m`;

  it("has the first error with its context, without colors", async () => {
    const { firstError, exitCode, problems, isCut } = await readLogFacts(chunks(log), signal);
    assert.equal(firstError?.text, "src/b.c:12:3: error: expected ';' before 'return'");
    assert.deepEqual(firstError.before, ["$ make", "cc -c a.c", "cc -c b.c"]);
    assert.equal(firstError.after[0], "   12 |   return 1");
    assert.deepEqual([exitCode, isCut], [2, false]);
    const found = problems.map(({ path, line, severity }) => [path, line, severity]);
    assert.deepEqual(found, [["src/b.c", 12, "error"]]);
  });

  it("has three lines before the error and eight after it", async () => {
    const lines = Array.from({ length: 40 }, (_, at) => (at === 20 ? "error: it broke" : `line ${at}`));
    const { firstError } = await readLogFacts(chunks(lines.join("\n")), signal);
    const listed = [firstError?.line, firstError?.before, firstError?.after];
    assert.deepEqual(listed, [20, lines.slice(17, 20), lines.slice(21, 29)]);
  });

  it("keeps fifty problems, errors first, and counts all", async () => {
    const warnings = Array.from({ length: 60 }, (_, at) => `src/a.c:${at + 1}:1: warning: w${at}`).join("\n");
    const facts = await readLogFacts(chunks(`${warnings}\nsrc/a.c:99:1: error: e\n`), signal);
    assert.deepEqual([facts.problemCount, facts.problems.length, facts.problems[0]?.message], [61, 50, "e"]);
  });

  it("marks a log that the runner cut, and cuts long lines", async () => {
    const long = `error: ${"x".repeat(100_000)}\n`;
    const facts = await readLogFacts(chunks(`${long}Job's log exceeded limit of 4194304 bytes.\n`), signal);
    assert.equal(facts.isCut, true);
    assert.ok((facts.firstError?.text.length ?? 0) <= 1000);
  });

  it("is empty for an empty log", async () => {
    const facts = await readLogFacts(chunks(""), signal);
    assert.deepEqual([facts.firstError, facts.problems, facts.lines, facts.exitCode], [undefined, [], 0, undefined]);
  });
});

const pipeline = (id: number, status: string): Pipeline => ({ id, status, ref: "main", sha: `sha${id}` });
const job = (id: number, name: string, status: string, sha: string, more: Partial<Job> = {}): Job => ({
  id,
  name,
  status,
  commit: { id: sha },
  ...more,
});

/** By their numbers: failed with `!`, canceled with `?`. */
const pipelinesOf = (text: string): Pipeline[] =>
  text
    .split(" ")
    .map((one) => pipeline(parseInt(one), one.endsWith("!") ? "failed" : one.endsWith("?") ? "canceled" : "success"));

describe("the history of a red branch", () => {
  for (const [title, id, read, expected] of [
    ["starts at the first failed pipeline after a green one", 9, "9! 8! 7! 6 5", [6, 7, 3, 4]],
    ["skips canceled and later pipelines", 11, "12 10? 9 8!", [9, 11, 1, 3]],
    ["starts at the oldest pipeline if none passed", 9, "3!", [undefined, 3, 2, 1]],
  ] as const)
    it(title, () => {
      const { lastGreen, firstRed, redCount, read: earlier } = redSince(pipeline(id, "failed"), pipelinesOf(read));
      assert.deepEqual([lastGreen?.id, firstRed.id, redCount, earlier], expected);
    });
});

describe("flaky jobs", () => {
  it("passed and failed on one commit", () => {
    const runs = "unit failed a,unit success a,unit failed b,unit failed b,lint success b,unit success c,unit failed c";
    const jobs = runs.split(",").map((one, at) => job(at + 1, ...(one.split(" ") as [string, string, string])));
    const flips = flipsOf("unit", jobs).map(({ sha, passed, failed }) => `${sha} ${passed.id} ${failed.id}`);
    assert.deepEqual(flips, ["c 6 7", "a 2 1"]);
    assert.deepEqual(flipsOf("lint", jobs), []);
  });

  it("exclude runner failures", () => {
    const lost = job(1, "unit", "failed", "a", { failure_reason: "runner_system_failure" });
    const stuck = job(3, "unit", "failed", "a", { failure_reason: "stuck_or_timeout_failure" });
    assert.deepEqual(flipsOf("unit", [lost, stuck, job(2, "unit", "success", "a")]), []);
  });

  it("use the commit of the pipeline if a job has none", () => {
    const bare = (id: number, status: string): Job => ({ id, name: "unit", status, pipeline: pipeline(5, "failed") });
    assert.equal(flipsOf("unit", [bare(1, "success"), bare(2, "failed")])[0]?.sha, "sha5");
  });
});

it("merge requests brought commits by their merge commit, their squashed commit or their head", () => {
  const merged = [
    { iid: 1, merge_commit_sha: "a" },
    { iid: 2, merge_commit_sha: null, squash_commit_sha: "b" },
    { iid: 3, sha: "c" },
    { iid: 4, sha: "d", merge_commit_sha: null },
  ] as unknown as MergeRequest[];
  const brought = broughtBy(
    ["a", "b", "c"].map((id) => ({ id })),
    merged,
  );
  const found = brought.map(({ iid }) => iid);
  assert.deepEqual(found, [1, 2, 3]);
});
