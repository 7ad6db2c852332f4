/** Results of a CI file's jobs on its branch, and how often they are requested. */
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
import { FakeHost, job, pipeline } from "../../../core/tree/fakeHost.ts";

const { signal } = new AbortController();
const list = 'list {"ref":"main"}';

describe("BranchJobs", () => {
  let clock: number;
  let host: FakeHost;
  let branch: BranchJobs;
  const poll = async (looks: number, ...names: string[]): Promise<void> => {
    for (; looks > 0; looks--) {
      clock += 60_000;
      await branch.poll(names, signal);
    }
  };
  const results = (name: string): string[] =>
    branch.resultsOf(name).map(({ pipeline: { id }, parts }) => `${id} ${parts.map(({ status }) => status).join()}`);
  const requests = (): string[] => host.requests.splice(0).map(({ what }) => what.replace(/ page 1$/, ""));

  beforeEach(async () => {
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
    await branch.refresh(signal);
  });

  it("reads jobs of a running pipeline twice per list, and once more after its end", async () => {
    host.pipelines.push(pipeline(7, "running"));
    host.jobs.set(7, [job(70, "build", "build", "running", { pipeline: pipeline(7, "running") })]);
    await branch.refresh(signal);
    assert.equal(branch.running, true);
    requests();
    await poll(6, "build");
    assert.deepEqual(requests(), ["jobs 7", "jobs 7", list, "jobs 7", "jobs 7", list]);
    host.jobs.set(7, [job(70, "build", "build", "success", { pipeline: pipeline(7) })]);
    await poll(1, "build");
    assert.deepEqual([branch.running, results("build")[0]], [false, "7 success"]);
  });

  it("looks for a job in older pipelines, one request a look, each pipeline once", async () => {
    host.pipelines.push(pipeline(7));
    host.jobs.set(7, [job(70, "build", "build"), job(71, "deploy", "deploy", "manual")]);
    host.jobs.set(5, [job(51, "deploy", "deploy", "success")]);
    await branch.refresh(signal);
    assert.equal(branch.lastOf("deploy")?.pipeline.id, 7);
    requests();
    await poll(1, "build", "deploy");
    assert.equal(branch.lastOf("deploy")?.pipeline.id, 5);
    await poll(1, "build", "deploy");
    assert.deepEqual(requests(), ["jobs 5", list]);
  });

  it("reads a pipeline again after a write to it or to its job", async () => {
    await branch.readOlder(signal);
    requests();
    branch.markChanged(undefined, 31);
    assert.equal(branch.listReadAt, 0);
    host.jobs.set(3, [job(30, "build", "build"), job(36, "test", "test", "running")]);
    await branch.refresh(signal);
    assert.deepEqual(requests(), [list, "jobs 3"]);
    assert.ok(results("test").includes("3 running"));
    branch.markChanged(5, undefined);
    await branch.refresh(signal);
    assert.deepEqual(requests(), [list, "jobs 5"]);
  });
});

describe("the result of a job", () => {
  it("joins all its parts, by the name in the file", () => {
    const names = ["job 1/3", "job: [a, b]", "job: [linux] x", "a 1/2 b", "job"];
    assert.deepEqual(names.map(baseName), ["job", "job", "job: [linux] x", "a 1/2 b", "job"]);
    const is = ([name, base]: readonly [string, string]) => hasBaseName({ name }, base);
    assert.deepEqual(
      (
        [
          ["job 2/3", "job"],
          ["job 2/3", "job 2/3"],
          ["jobs", "job"],
        ] as const
      ).map(is),
      [true, true, false],
    );
  });

  it("puts failures before successes", () => {
    const parts = [
      job(1, "a 1/3", "t", "success", { duration: 5 }),
      job(2, "a 2/3", "t", "failed", { duration: 9 }),
      job(3, "a 3/3", "t", "skipped"),
    ];
    assert.deepEqual(
      [resultStatus({ parts }), failedParts({ parts }), mainPart({ parts })?.id, resultDuration({ parts }, 0)],
      ["failed", 1, 2, 9],
    );
    const skipped = { parts: parts.slice(2) };
    assert.deepEqual([resultDuration(skipped, 0), hasStarted(skipped)], [undefined, false]);
    assert.equal(mainPart({ parts: [job(1, "a", "t", "success"), job(2, "a", "t", "running")] })?.id, 2);
    const allowed = job(1, "a", "t", "failed", { allow_failure: true });
    assert.equal(mainPart({ parts: [allowed, job(2, "a", "t", "failed")] })?.id, 2);
  });
});
