import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Diagnosis, diagnose } from "../../../../src/core/diagnosis/diagnosis.ts";
import { logsToRead } from "../../../../src/core/diagnosis/pipelineDiagnosis.ts";
import { facts, job, log, pipeline, suite } from "./facts.ts";

const names = (jobs: Diagnosis["failures"]): (string | null | undefined)[] => jobs.map(({ job: one }) => one.name);

describe("a diagnosis", () => {
  it("separates allowed failures and canceled jobs", () => {
    const jobs = [job(1, "a"), job(2, "b", { allow_failure: true }), job(3, "c", { status: "canceled" })];
    const { failures, allowed, canceled, state } = diagnose(facts({ jobs }));
    assert.deepEqual([names(failures), names(allowed), names(canceled), state], [["a"], ["b"], ["c"], "failed"]);
  });

  const lost = { failure_reason: "runner_system_failure" };

  it("sorts new failures first, then those of runners, flaky ones and those of the target", () => {
    const jobs = [job(1, "flaky"), job(2, "old"), job(3, "lost", lost), job(5, "later"), job(4, "new")];
    const target = { ref: "main", pipeline: { id: 9, status: "failed" }, failed: [job(90, "old")] };
    const recentJobs = ["failed", "success"].map((status, at) =>
      job(50 + at, "flaky", { commit: { id: "x" }, status }),
    );
    const { failures } = diagnose(facts({ jobs, target, recentJobs }));
    const found = failures.map(({ job: { name }, onTarget }) => `${name} ${onTarget}`);
    assert.deepEqual(found, ["new passes", "later passes", "lost passes", "flaky passes", "old fails"]);
  });

  it("counts timeouts as scripts, and sorts by the end", () => {
    const jobs = [
      job(1, "lost", lost),
      job(2, "second"),
      job(3, "slow", { failure_reason: "job_execution_timeout" }),
      job(4, "first", { finished_at: "2025-12-31T00:00:00Z" }),
      job(5, "unknown end", { finished_at: null }),
    ];
    assert.deepEqual(names(diagnose(facts({ jobs })).failures), ["first", "second", "slow", "unknown end", "lost"]);
  });

  it("compares no allowed failures with a green target, and nothing with one without a finished pipeline", () => {
    const jobs = [job(1, "a"), job(2, "b", { allow_failure: true })];
    const target = { ref: "main", pipeline: { id: 9, status: "success" }, failed: [] };
    const { failures, allowed } = diagnose(facts({ jobs, target }));
    assert.deepEqual([failures[0]?.onTarget, allowed[0]?.onTarget], ["passes", undefined]);
    const unfinished = diagnose(facts({ jobs, target: { ...target, pipeline: undefined } }));
    assert.equal(unfinished.failures[0]?.onTarget, undefined);
  });

  it("groups parts of a job that failed alike", () => {
    const jobs = [job(1, "unit 1/3"), job(2, "unit 2/3"), job(3, "unit 3/3"), job(4, "lint")];
    const errors = ["port 8041 is in use", "port 9077 is in use", "no space left", "port 8041 is in use"];
    const logs = new Map(errors.map((error, at) => [at + 1, log(`Error: ${error}`)]));
    const { failures } = diagnose(facts({ jobs, logs }));
    const listed = failures.map(({ job: { name }, alike }) => [name, ...alike.map((one) => one.name)].join(" = "));
    assert.deepEqual(listed, ["unit 1/3 = unit 2/3", "unit 3/3", "lint"]);
  });

  it("does not group jobs with failed tests or without a script", () => {
    const jobs = [job(1, "unit 1/4"), job(2, "unit 2/4"), job(3, "unit 3/4", lost), job(4, "unit 4/4", lost)];
    const logs = new Map(jobs.map(({ id }) => [id, log("ERROR: Job failed")]));
    const { failures } = diagnose(facts({ jobs, logs, tests: [suite("unit 1/4"), suite("unit 2/4")] }));
    assert.deepEqual(names(failures), ["unit 1/4", "unit 2/4", "unit 3/4", "unit 4/4"]);
  });

  it("assigns suites to jobs by name, none to canceled ones", () => {
    const tests = [suite("unit"), suite("integration"), suite("elsewhere"), suite("docs")];
    const jobs = [job(1, "unit: [node 24, linux]"), job(2, "integration"), job(3, "docs", { status: "canceled" })];
    const { failures, canceled, otherSuites } = diagnose(facts({ jobs, tests }));
    const suites = [...failures, ...canceled].map((one) => one.suites.map(({ name }) => name).join());
    assert.deepEqual(suites, ["unit", "integration", ""]);
    const shown = otherSuites.map(({ name }) => name);
    assert.deepEqual(shown, ["elsewhere", "docs"]);
  });

  it("reports an invalid CI file", () => {
    const { state, ciFileErrors } = diagnose(facts({ pipeline: { ...pipeline, yaml_errors: " a is unknown \n" } }));
    assert.deepEqual([state, ciFileErrors], ["invalidCiFile", "a is unknown"]);
    const warned = diagnose(facts({ pipeline: { ...pipeline, yaml_errors: "a is deprecated" }, jobs: [job(1, "a")] }));
    assert.equal(warned.state, "failed", "its jobs ran");
  });

  it("has a history only of a failed pipeline, and no failure of a passed or unread one", () => {
    const pipelines = [{ id: 19, status: "success" }];
    assert.equal(diagnose(facts({ pipelines })).since?.lastGreen?.id, 19);
    assert.equal(diagnose(facts({ pipelines, pipeline: { ...pipeline, status: "running" } })).since, undefined);
    assert.equal(diagnose(facts({ pipeline: { ...pipeline, status: "success" } })).state, "noFailure");
    assert.equal(diagnose(facts({ pipeline: undefined })).state, "reading");
  });
});

it("ten logs at most are read unasked: one of each group first, allowed failures last, none without a script", () => {
  const matrix = Array.from({ length: 12 }, (_, at) => job(at + 1, `unit ${at + 1}/12`));
  const stuck = job(22, "deploy", { failure_reason: "stuck_or_timeout_failure" });
  const read = logsToRead([job(20, "lint"), job(21, "style", { allow_failure: true }), stuck, ...matrix]);
  assert.deepEqual([read.length, read[0]?.name, read[1]?.name], [10, "unit 1/12", "lint"]);
  assert.ok(!read.some(({ name }) => name === "style" || name === "deploy"));
});
