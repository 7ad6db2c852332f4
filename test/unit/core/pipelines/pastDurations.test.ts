import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { PastDurations } from "../../../../src/core/pipelines/pastDurations.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";

const minute = 60_000;
const past = (id: number, name: string, duration: number, of = id, project = 1): Job =>
  job(id, name, "test", "success", { duration, pipeline: pipeline(of, "success", { project_id: project }) });
const running = (name: string, project = 1): Job =>
  job(9_999, name, "test", "running", { pipeline: pipeline(999, "running", { project_id: project }) });

describe("the past durations of an account's jobs", () => {
  let now: number;
  let host: FakeHost;
  let records: RecordStore;
  let rows: Job[];
  let durations: PastDurations;
  const { signal } = new AbortController();

  beforeEach(() => {
    now = 1_000_000;
    host = new FakeHost();
    records = new RecordStore();
    rows = [past(1, "unit", 60), past(2, "lint", 10)];
    const jobs = {
      list: (project: unknown, query: object, options: object) =>
        host.pages(`${String(project)} ${JSON.stringify(query)}`, () => rows, options),
    };
    durations = new PastDurations({ jobs } as unknown as Pick<Client, "jobs">, records, () => now);
  });
  const seconds = (of: Job, project: string | number = "group/app"): number | undefined =>
    durations.usual(project, of)?.seconds;

  it("cost one request per half hour", async () => {
    await durations.ensure("group/app", signal);
    await durations.ensure("group/app", signal);
    assert.deepEqual(host.whats, ['group/app {"scope":["success"]} page 1']);
    assert.deepEqual([seconds(running("unit")), seconds(running("lint"))], [60, 10]);
    now += 31 * minute;
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
