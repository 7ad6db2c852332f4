import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Diagnosis, diagnose } from "../../../../src/core/diagnosis/diagnosis.ts";
import { logsToRead } from "../../../../src/core/diagnosis/pipelineDiagnosis.ts";
import { facts, job, log, pipeline, suite } from "./facts.ts";

const names = (jobs: Diagnosis["failures"]): (string | null | undefined)[] => jobs.map(({ job: one }) => one.name);

describe("a diagnosis", () => {
  it("separates allowed failures and canceled jobs", () => {
    const { failures, allowed, canceled, state } = diagnose(
      facts({ jobs: [job(1, "a"), job(2, "b", { allow_failure: true }), job(3, "c", { status: "canceled" })] }),
    );
    assert.deepEqual([names(failures), names(allowed), names(canceled), state], [["a"], ["b"], ["c"], "failed"]);
  });

  it("sorts new failures first, then those of runners, flaky ones and those of the target", () => {
    const jobs = [
      job(1, "flaky"),
      job(2, "old"),
      job(3, "lost", { failure_reason: "runner_system_failure" }),
      job(5, "later"),
      job(4, "new"),
    ];
    const { failures } = diagnose(
      facts({
        jobs,
        target: { ref: "main", pipeline: { id: 9, status: "failed" }, failed: [job(90, "old")] },
        recentJobs: [
          job(50, "flaky", { commit: { id: "x" } }),
          job(51, "flaky", { commit: { id: "x" }, status: "success" }),
        ],
      }),
    );
    assert.deepEqual(names(failures), ["new", "later", "lost", "flaky", "old"]);
    assert.deepEqual(
      failures.map(({ onTarget }) => onTarget),
      ["passes", "passes", "passes", "passes", "fails"],
    );
  });

  it("counts timeouts as scripts, and sorts by the end", () => {
    const jobs = [
      job(1, "lost", { failure_reason: "runner_system_failure" }),
      job(2, "second"),
      job(3, "slow", { failure_reason: "job_execution_timeout" }),
      job(4, "first", { finished_at: "2025-12-31T00:00:00Z" }),
      job(5, "unknown end", { finished_at: null }),
    ];
    assert.deepEqual(names(diagnose(facts({ jobs })).failures), ["first", "second", "slow", "unknown end", "lost"]);
  });

  it("does not compare allowed failures with a green target", () => {
    const jobs = [job(1, "a"), job(2, "b", { allow_failure: true })];
    const target = { ref: "main", pipeline: { id: 9, status: "success" }, failed: [] };
    const { failures, allowed } = diagnose(facts({ jobs, target }));
    assert.deepEqual([failures[0]?.onTarget, allowed[0]?.onTarget], ["passes", undefined]);
  });

  it("does not compare with a target without a finished pipeline", () => {
    const { failures } = diagnose(
      facts({ jobs: [job(1, "a")], target: { ref: "main", pipeline: undefined, failed: [] } }),
    );
    assert.equal(failures[0]?.onTarget, undefined);
  });

  it("groups parts of a job that failed alike", () => {
    const jobs = [job(1, "unit 1/3"), job(2, "unit 2/3"), job(3, "unit 3/3"), job(4, "lint")];
    const logs = new Map([
      [1, log("Error: port 8041 is in use")],
      [2, log("Error: port 9077 is in use")],
      [3, log("Error: no space left")],
      [4, log("Error: port 8041 is in use")],
    ]);
    const { failures } = diagnose(facts({ jobs, logs }));
    assert.deepEqual(
      failures.map(({ job: { name }, alike }) => [name, ...alike.map((one) => one.name)].join(" = ")),
      ["unit 1/3 = unit 2/3", "unit 3/3", "lint"],
    );
  });

  it("does not group jobs with failed tests or without a script", () => {
    const lost = { failure_reason: "runner_system_failure" };
    const jobs = [job(1, "unit 1/4"), job(2, "unit 2/4"), job(3, "unit 3/4", lost), job(4, "unit 4/4", lost)];
    const logs = new Map(jobs.map(({ id }) => [id, log("ERROR: Job failed")]));
    const { failures } = diagnose(facts({ jobs, logs, tests: [suite("unit 1/4"), suite("unit 2/4")] }));
    assert.deepEqual(names(failures), ["unit 1/4", "unit 2/4", "unit 3/4", "unit 4/4"]);
  });

  it("has no tests of canceled jobs", () => {
    const jobs = [job(1, "unit", { status: "canceled" }), job(2, "lint")];
    const { canceled, otherSuites } = diagnose(facts({ jobs, tests: [suite("unit")] }));
    assert.deepEqual([canceled[0]?.suites, otherSuites.length], [[], 1]);
  });

  it("assigns suites to jobs by name", () => {
    const tests = [suite("unit"), suite("integration"), suite("elsewhere")];
    const { failures, otherSuites } = diagnose(
      facts({ jobs: [job(1, "unit: [node 24, linux]"), job(2, "integration")], tests }),
    );
    const suites = failures.map((one) => one.suites.map(({ name }) => name).join());
    assert.deepEqual([suites, otherSuites.map(({ name }) => name)], [["unit", "integration"], ["elsewhere"]]);
  });

  it("reports an invalid CI file", () => {
    const { state, ciFileErrors } = diagnose(
      facts({ pipeline: { ...pipeline, yaml_errors: " jobs:a is unknown \n" } }),
    );
    assert.deepEqual([state, ciFileErrors], ["invalidCiFile", "jobs:a is unknown"]);
    const warned = diagnose(facts({ pipeline: { ...pipeline, yaml_errors: "a is deprecated" }, jobs: [job(1, "a")] }));
    assert.equal(warned.state, "failed", "its jobs ran");
  });

  it("has a history only of a failed pipeline", () => {
    const pipelines = [{ id: 19, status: "success" }];
    assert.equal(diagnose(facts({ pipelines })).since?.lastGreen?.id, 19);
    assert.equal(diagnose(facts({ pipelines, pipeline: { ...pipeline, status: "running" } })).since, undefined);
  });

  it("finds no failure in a passed or unread pipeline", () => {
    assert.equal(diagnose(facts({ pipeline: { ...pipeline, status: "success" } })).state, "noFailure");
    assert.equal(diagnose(facts({ pipeline: undefined })).state, "reading");
  });
});

describe("the logs that are read without being asked for", () => {
  it("are at most ten: one of each group first, allowed failures last, none without a script", () => {
    const matrix = Array.from({ length: 12 }, (_, at) => job(at + 1, `unit ${at + 1}/12`));
    const others = [
      job(20, "lint"),
      job(21, "style", { allow_failure: true }),
      job(22, "deploy", { failure_reason: "stuck_or_timeout_failure" }),
    ];
    const read = logsToRead([...others, ...matrix]).map(({ name }) => name);
    assert.equal(read.length, 10);
    assert.deepEqual(read.slice(0, 2), ["unit 1/12", "lint"]);
    assert.ok(!read.includes("style") && !read.includes("deploy"));
  });
});
