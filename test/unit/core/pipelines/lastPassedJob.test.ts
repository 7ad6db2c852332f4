/** Finding the last passed job on the local service: which one it is, and how many requests it takes. */
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { lastPassedJob } from "../../../../src/core/pipelines/lastPassedJob.ts";
import type { FabricatedPipeline } from "../../../service/fabricated.ts";
import { emptyService } from "../../../support/emptyService.ts";

describe("the last passed job of a name", () => {
  const service = emptyService();
  const { signal } = new AbortController();
  let path: string;
  let projects = 0;
  beforeEach(async () => {
    projects += 1;
    path = `demo/p${projects}`;
    await service.control.createProject({ path, members: ["alice"], files: { "a.txt": "0\n" } });
  });

  /** Adds a pipeline with a job `unit`. @returns the job's ID */
  const add = async (ref: string, status: string, more: FabricatedPipeline = {}): Promise<number> => {
    const unit = [{ name: "unit", status }];
    const { jobs } = await service.control.addPipeline({ project: path, ref, status, jobs: unit, ...more });
    return jobs[0] ?? 0;
  };
  const lint = { jobs: [{ name: "lint", status: "success" }] };
  const find = async (id: number): Promise<{ readonly id: number | undefined; readonly requests: number }> => {
    const job = await service.client.jobs.get(path, id);
    const since = await service.control.lastRequest();
    const found = await lastPassedJob(service.client, path, job, signal);
    return { id: found?.id, requests: (await service.control.requests(since)).length };
  };
  /** Passed jobs of other work, so many that the first page of the project's jobs has no others. */
  const others = (): Promise<number> => add("busy", "success", { jobs: [], jobCount: 120 });

  it("is the newest earlier one on the branch, found by one request", async () => {
    await add("topic", "success");
    const passed = await add("topic", "success", { status: "failed" });
    await add("main", "success");
    await add("topic", "success", lint);
    const failed = await add("topic", "failed");
    await add("topic", "success");
    assert.deepEqual(await find(failed), { id: passed, requests: 1 });
  });

  it("is found in the newest green pipeline of a busy branch", async () => {
    await add("topic", "success");
    const passed = await add("topic", "success");
    await others();
    const failed = await add("topic", "failed");
    await add("topic", "success");
    assert.deepEqual(await find(failed), { id: passed, requests: 3 });
  });

  it("is that of the default branch if none passed on the branch, found by six requests at most", async () => {
    const passed = await add("main", "success");
    const { id, requests } = await find(await add("topic", "failed"));
    assert.equal(id, passed);
    assert.ok(requests <= 3, String(requests));
    await others();
    for (const _ of ["no green pipeline", "one without the job"]) {
      assert.deepEqual(await find(await add("topic", "failed")), { id: passed, requests: 6 });
      await add("topic", "success", lint);
    }
  });

  it("is that of the merge request's target", async () => {
    const { control } = service;
    for (const [branch, startBranch] of [
      ["release", "main"],
      ["topic", "release"],
    ] as const)
      await control.commit({ "a.txt": branch }, { project: path, branch, startBranch, message: branch });
    await control.addMergeRequest({ project: path, sourceBranch: "topic", targetBranch: "release", title: "Topic" });
    const passed = await add("release", "success");
    await add("main", "success");
    assert.equal((await find(await add("topic", "failed"))).id, passed);
  });

  it("is one with an erased log only if there is no other", async () => {
    const erased = { jobs: [{ name: "unit", status: "success", overrides: { erased_at: "2026-01-01T00:00:00Z" } }] };
    const only = await add("topic", "success", erased);
    assert.equal((await find(await add("topic", "failed"))).id, only);
    const kept = await add("main", "success");
    await add("topic", "success", erased);
    assert.equal((await find(await add("topic", "failed"))).id, kept);
  });

  it("is missing if none passed", async () => {
    await add("main", "success", lint);
    assert.equal((await find(await add("main", "failed"))).id, undefined);
  });
});
