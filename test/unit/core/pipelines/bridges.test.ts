import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Bridge } from "../../../../src/api/resources/extraTypes.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";

const { signal } = new AbortController();
const bridge = (id: number, status: string, started?: ReturnType<typeof pipeline>): Bridge => ({
  ...job(id, `trigger ${id}`, "deploy", status),
  downstream_pipeline: started ?? null,
});

describe("the trigger jobs of a pipeline", () => {
  let host: FakeHost;
  let clock: number;
  let data: ProjectPipelines;
  let failures: unknown[];
  const opened = (...pipelines: number[]) => ({ list: false, branch: false, pipelines: new Set(pipelines) });

  beforeEach(() => {
    clock = 1_000_000;
    host = new FakeHost(() => clock);
    host.pipelines = [pipeline(7)];
    failures = [];
    data = new ProjectPipelines({
      failed: (error) => failures.push(error),
      scope: { instance: "https://git.example.com", project: 1 },
      client: host.client,
      filter: {},
      branch: new BranchPipeline(new FakeCurrent()),
      now: () => clock,
    });
  });

  it("are not requested without the route, and are empty after a failure", async () => {
    await data.bridges.load(1, 7, signal);
    assert.deepEqual(host.whats, []);
    host.bridges.set(7, [bridge(2, "success")]);
    host.fails = () => fault("server");
    await data.bridges.load(1, 7, signal);
    assert.deepEqual([data.bridges.of(7), failures.length], [[], 1], "the log tells why there are none");
  });

  it("are read again only while the pipeline is open and runs", async () => {
    const become = (status: string) =>
      host.bridges.set(7, [bridge(2, "success", pipeline(70, status, { project_id: 9 }))]);
    become("running");
    await data.bridges.load(1, 7, signal);
    const looks = async (...open: number[]): Promise<unknown[]> => {
      host.requests.length = 0;
      for (const task of data.refreshes(opened(...open)).filter(({ key }) => key.startsWith("bridges")))
        await task.run(signal);
      assert.ok(host.requests.every(({ repeat }) => !repeat));
      return [...host.whats, data.running];
    };
    assert.deepEqual([await looks(), await looks(7)], [[true], ["bridges 7 page 1", true]]);
    become("success");
    assert.deepEqual([await looks(7), await looks(7)], [["bridges 7 page 1", false], [false]]);
  });

  it("are dropped if the pipeline was closed while they were read", async () => {
    host.bridges.set(7, [bridge(2, "running", pipeline(70, "running", { project_id: 9 }))]);
    const reading = data.bridges.load(1, 7, signal);
    data.close(7);
    await reading;
    assert.equal(data.running, false);
    await data.bridges.load(1, 7, signal);
    const looking = data.bridges.refresh(7, signal);
    data.close(7);
    await looking;
    assert.equal(data.running, false);
  });

  it("lead to downstream jobs, which are followed while they run", async () => {
    host.bridges.set(7, [bridge(2, "running", pipeline(70, "running", { project_id: 9 }))]);
    await data.bridges.load(1, 7, signal);
    host.jobs.set(70, [job(700, "deep", "test", "running", { pipeline: pipeline(70, "success") })]);
    await data.jobs(70, 9).load(signal);
    host.requests.length = 0;
    const task = data.refreshes(opened(7, 70)).find(({ key }) => key === "jobs 70");
    assert.ok(task);
    await task.run(signal);
    assert.deepEqual(host.whats, ["jobs 70 page 1"]);
    assert.equal(data.bridges.downstream(70)?.status, "success");
    data.close(7);
    assert.equal(data.bridges.downstream(70), undefined);
  });
});
