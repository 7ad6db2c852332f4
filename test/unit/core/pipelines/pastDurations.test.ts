import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { PastDurations } from "../../../../src/core/pipelines/pastDurations.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";

const past = (id: number, name: string, duration: number, of = id): Job =>
  job(id, name, "test", "success", { duration, pipeline: pipeline(of) });
const { signal } = new AbortController();

describe("the past durations of an account's jobs", () => {
  let now: number;
  let host: FakeHost;
  let rows: Job[];
  let durations: PastDurations;

  beforeEach(() => {
    now = 1_000_000;
    host = new FakeHost();
    rows = [past(1, "unit", 60), past(2, "lint", 10)];
    const list = (project: unknown, query: object, options: object) =>
      host.pages(`${String(project)} ${JSON.stringify(query)}`, () => rows, options);
    durations = new PastDurations({ jobs: { list } } as unknown as Pick<Client, "jobs">, new RecordStore(), () => now);
  });

  it("cost one request per half hour", async () => {
    for (const _ of [1, 2]) await durations.ensure("group/app", signal);
    assert.deepEqual(host.whats, ['group/app {"scope":["success"]} page 1']);
    const running = (name: string) => job(9, name, "test", "running", { pipeline: pipeline(999, "running") });
    const seconds = ["unit", "lint"].map((name) => durations.usual("group/app", running(name))?.seconds);
    assert.deepEqual(seconds, [60, 10]);
    now += 31 * 60_000;
    assert.equal(durations.isDue("group/app"), true);
    await durations.ensure("group/app", signal);
    assert.equal(host.requests.length, 2);
  });

  it("cost a second request where few pipelines fill a page", async () => {
    for (const [count, requests] of [
      [150, 2],
      [10, 1],
    ] as const) {
      host.requests.length = 0;
      rows = Array.from({ length: 350 }, (_, at) => past(at + 1, `job ${at % count}`, 5, Math.floor(at / count)));
      await durations.ensure(count, signal);
      assert.equal(host.requests.length, requests);
    }
  });

  it("are requested again after a cancellation, not soon after a failure", async () => {
    host.fails = () => fault("forbidden");
    await assert.rejects(durations.ensure(1, signal), { kind: "forbidden" });
    assert.equal(durations.isDue(1), false);
    await assert.rejects(durations.ensure(2, AbortSignal.abort()));
    assert.equal(durations.isDue(2), true);
  });
});
