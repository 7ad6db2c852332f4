/** How the jobs of a CI file went on its branch, and how often that is asked for. */
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { baseName } from "../../../../../src/core/ciFile/names.ts";
import { BranchJobs } from "../../../../../src/features/ci/lens/branchJobs.ts";
import {
  failedParts,
  hasStarted,
  hasBaseName,
  resultDuration,
  resultStatus,
  mainPart,
} from "../../../../../src/features/ci/lens/jobResults.ts";
import { FakeHost, fault, job, pipeline } from "../../../core/tree/fakeHost.ts";

const { signal } = new AbortController();

describe("the jobs of the last pipelines of a branch", () => {
  let clock: number;
  let host: FakeHost;
  let branch: BranchJobs;
  const poll = async (...names: string[]): Promise<void> => {
    clock += 60_000;
    await branch.poll(names, signal);
  };
  const told = (name: string): string[] =>
    branch.resultsOf(name).map(({ pipeline: { id }, parts }) => `${id} ${parts.map(({ status }) => status).join()}`);
  const asked = (): string[] => host.requests.splice(0).map(({ what }) => what.replace(/ page 1$/, ""));

  beforeEach(() => {
    clock = 1_000_000;
    host = new FakeHost(() => clock);
    host.pipelines = [1, 2, 3, 4, 5, 6].map((id) => pipeline(id));
    for (const { id } of host.pipelines)
      host.jobs.set(id, [job(id * 10, "build", "build"), job(id * 10 + 1, "test", "test", "failed")]);
    branch = new BranchJobs({
      scope: { instance: "https://git.example.com", project: 1 },
      target: { ref: "main" },
      client: host.client,
      now: () => clock,
    });
  });

  it("are seen with two requests, which are not sent again when they fail", async () => {
    await branch.refresh(signal);
    assert.ok(host.requests.every(({ repeat }) => !repeat));
    assert.deepEqual(asked(), ['list {"ref":"main"}', "jobs 6"]);
    assert.deepEqual(told("test"), ["6 failed"]);
    assert.equal(branch.lastOf("none"), undefined);
  });

  it("cost one request a look while they rest, and none for what is over", async () => {
    await branch.refresh(signal);
    asked();
    for (let looks = 0; looks < 5; looks++) await poll("build", "test");
    assert.deepEqual(asked(), Array(5).fill('list {"ref":"main"}'));
    await branch.refresh(signal);
    assert.deepEqual(asked(), ['list {"ref":"main"}']);
  });

  it("are followed while they run, by looking at the jobs more often than at the list, and once more after the end", async () => {
    host.pipelines.push(pipeline(7, "running"));
    host.jobs.set(7, [job(70, "build", "build", "running", { pipeline: pipeline(7, "running") })]);
    await branch.refresh(signal);
    assert.equal(branch.running, true);
    asked();
    for (let looks = 0; looks < 8; looks++) await poll("build");
    assert.deepEqual(asked(), [
      "jobs 7",
      "jobs 7",
      'list {"ref":"main"}',
      "jobs 7",
      "jobs 7",
      'list {"ref":"main"}',
      "jobs 7",
      "jobs 7",
    ]);
    host.jobs.set(7, [job(70, "build", "build", "success", { pipeline: pipeline(7) })]);
    for (let looks = 0; looks < 3 && told("build")[0] !== "7 success"; looks++) await poll("build");
    assert.equal(branch.running, false);
    assert.equal(told("build")[0], "7 success");
  });

  it("are looked for in older pipelines when the newest ran them not, one request a look, each pipeline once", async () => {
    host.jobs.set(6, [job(60, "build", "build"), job(61, "deploy", "deploy", "manual")]);
    host.jobs.set(4, [job(41, "deploy", "deploy", "success")]);
    await branch.refresh(signal);
    assert.equal(branch.lastOf("deploy")?.pipeline.id, 6);
    asked();
    await poll("build", "deploy");
    await poll("build", "deploy");
    assert.deepEqual(asked(), ["jobs 5", "jobs 4"]);
    assert.equal(branch.lastOf("deploy")?.pipeline.id, 4);
    await poll("build", "deploy");
    assert.deepEqual(asked(), ['list {"ref":"main"}']);
  });

  it("never go further back than five pipelines, and are read once for whoever wants to see them", async () => {
    await branch.refresh(signal);
    asked();
    await Promise.all([branch.readOlder(signal), branch.readOlder(signal)]);
    assert.deepEqual(asked(), ["jobs 5", "jobs 4", "jobs 3", "jobs 2"]);
    await branch.readOlder(signal);
    assert.deepEqual(asked(), []);
    assert.deepEqual(told("build"), ["6 success", "5 success", "4 success", "3 success", "2 success"]);
  });

  it("are read again when one of them was written to, by its pipeline or itself", async () => {
    await branch.refresh(signal);
    await branch.readOlder(signal);
    asked();
    branch.markChanged(undefined, 31);
    assert.equal(branch.listReadAt, 0);
    host.jobs.set(3, [job(30, "build", "build"), job(36, "test", "test", "running")]);
    await branch.refresh(signal);
    assert.deepEqual(asked(), ['list {"ref":"main"}', "jobs 3"]);
    assert.ok(told("test").includes("3 running"));
    branch.markChanged(5, undefined);
    await branch.refresh(signal);
    assert.deepEqual(asked(), ['list {"ref":"main"}', "jobs 5"]);
  });

  it("keep what is known when the host fails, and get over it", async () => {
    await branch.refresh(signal);
    host.fails = () => fault("server");
    await assert.rejects(branch.refresh(signal));
    assert.deepEqual(told("build"), ["6 success"]);
    host.fails = undefined;
    host.pipelines.push(pipeline(7));
    host.jobs.set(7, [job(70, "build", "build", "canceled")]);
    await branch.refresh(signal);
    assert.equal(branch.lastOf("build")?.pipeline.id, 7);
  });
});

describe("the result of a job", () => {
  it("is that of all its parts, by the name that the file has", () => {
    assert.deepEqual(["job 1/3", "job: [a, b]", "job: [linux] x", "a 1/2 b", "job"].map(baseName), [
      "job",
      "job",
      "job: [linux] x",
      "a 1/2 b",
      "job",
    ]);
    assert.equal(hasBaseName({ name: "job 2/3" }, "job"), true);
    assert.equal(hasBaseName({ name: "job 2/3" }, "job 2/3"), true);
    assert.equal(hasBaseName({ name: "jobs" }, "job"), false);
  });

  it("says what went wrong before what went well", () => {
    const parts = [
      job(1, "a 1/3", "t", "success", { duration: 5 }),
      job(2, "a 2/3", "t", "failed", { duration: 9 }),
      job(3, "a 3/3", "t", "skipped"),
    ];
    assert.equal(resultStatus({ parts }), "failed");
    assert.equal(failedParts({ parts }), 1);
    assert.equal(mainPart({ parts })?.id, 2);
    assert.equal(resultDuration({ parts }, 0), 9);
    assert.equal(resultDuration({ parts: parts.slice(2) }, 0), undefined);
    assert.equal(hasStarted({ parts: parts.slice(2) }), false);
    assert.equal(mainPart({ parts: [job(1, "a", "t", "success"), job(2, "a", "t", "running")] })?.id, 2);
    assert.equal(
      mainPart({ parts: [job(1, "a", "t", "failed", { allow_failure: true }), job(2, "a", "t", "failed")] })?.id,
      2,
    );
  });
});
