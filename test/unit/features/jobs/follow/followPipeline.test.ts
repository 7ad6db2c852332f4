import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { CancelledError, UserError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { PipelineJobsCache } from "../../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../../src/core/records/recordStore.ts";
import "../../../../support/vscodeStub.ts";
import type { FollowEvent } from "../../../../../src/features/jobs/log/follow.ts";
import { FakeHost, fault, job, pipeline } from "../../../core/tree/fakeHost.ts";

const { followPipeline } = await import("../../../../../src/features/jobs/follow/followPipeline.ts");

/** A pipeline whose state changes when its follower looks at a log or waits. */
class FakeRun {
  status = "running";
  jobs: Job[] = [];
  past: Job[] = [];
  /** What happens while the log of a job is followed, by its name. */
  readonly during = new Map<string, () => void>();
  /** What happens in each turn of waiting. */
  readonly turns: (() => void)[] = [];
  readonly host = new FakeHost();
  readonly records = new RecordStore();
  readonly abort = new AbortController();
  checks = (): void => undefined;
  private time = 1_000;

  get requests(): string[] {
    return this.host.whats;
  }

  set(name: string, status: string, more: Partial<Job> = {}): void {
    this.jobs = this.jobs.map((one) => (one.name === name ? { ...one, status, duration: 60, ...more } : one));
  }

  /** Follows it, and returns what its channel would say. */
  async follow(): Promise<string[]> {
    const said: string[] = [];
    const { records, host } = this;
    const told = <T extends object>(operation: string, answer: readonly T[]): readonly T[] => {
      records.add(operation, answer, ++this.time);
      return answer;
    };
    const own = (): Job[] => this.jobs.map((one) => ({ ...one, pipeline: pipeline(7, this.status) }));
    const client = {
      jobs: {
        list: (_: unknown, query: object, options: object) =>
          host.pages(`past ${JSON.stringify(query)}`, () => this.past, options),
        listForPipeline: (_: unknown, id: number, _query: object, options: object) =>
          host.pages(`jobs ${id}`, () => told("jobs.listForPipeline", own()), options),
      },
      pipelines: {
        get: async (_: unknown, id: number) => {
          host.requests.push({ at: 0, what: `get ${id}`, repeat: false });
          await Promise.resolve();
          return told("pipelines.get", [{ ...pipeline(id, this.status), duration: 321 }])[0];
        },
      },
    } as unknown as Client;
    const pipelineJobs = new PipelineJobsCache(client, records, () => this.time);
    const events = followPipeline({
      ref: { instance: "https://git.example.com", project: 1, pipeline: pipeline(7, "running") },
      connection: { client, records, pipelineJobs },
      host: {
        check: () => this.checks(),
        request: async (request) => {
          this.checks();
          return request(client);
        },
      },
      follow: (one) => this.log(one),
      turns: {
        take: async (request) => {
          const happens = this.turns.shift();
          if (!happens) throw new Error("waits for ever");
          happens();
          await request(this.abort.signal);
        },
      },
      news: new Emitter<void>().event,
      now: () => this.time,
      signal: this.abort.signal,
    });
    for await (const event of events) {
      if (event.type === "log") said.push(`log of ${event.event.type === "end" ? "end" : event.event.type}`);
      else if ("job" in event) said.push(`${event.type} ${event.job.name}`);
      else if (event.type === "waiting") said.push(`waiting ${event.jobs.map(({ name }) => name).join()}`);
      else if (event.type === "end")
        said.push(
          `end ${event.pipeline.status} ${event.pipeline.duration}`,
          ...event.manual.map(({ name }) => `manual ${name}`),
          ...event.skipped.map(({ name }) => `skipped ${name}`),
        );
      else said.push(event.type);
    }
    return said;
  }

  private async *log(one: Job): AsyncGenerator<FollowEvent, void> {
    yield { type: "status", job: one };
    this.during.get(one.name ?? "")?.();
    await Promise.resolve();
    const ended = this.jobs.find(({ id }) => id === one.id);
    yield { type: "finished", job: { ...one, ...ended } };
    throw new Error("nobody waits for late output");
  }
}

describe("following a pipeline", () => {
  let run: FakeRun;

  beforeEach(() => {
    run = new FakeRun();
    run.jobs = [
      job(1, "build", "build", "running"),
      job(2, "unit", "test", "created"),
      job(3, "lint", "test", "created"),
    ];
  });

  it("goes on to what runs next, names what ran at the same time, and ends with the pipeline", async () => {
    run.during.set("build", () => {
      run.set("build", "success");
      run.set("unit", "pending");
      run.set("lint", "pending");
    });
    run.turns.push(() => {
      run.set("unit", "running");
      run.set("lint", "running");
    });
    run.during.set("unit", () => {
      run.set("lint", "failed");
      run.set("unit", "success");
      run.status = "failed";
    });
    assert.deepEqual(await run.follow(), [
      "begin",
      "job build",
      "log of status",
      "log of finished",
      "waiting unit,lint",
      "job unit",
      "log of status",
      "log of finished",
      "ended lint",
      "end failed 321",
    ]);
    assert.deepEqual(run.requests, [
      "jobs 7 page 1",
      'past {"scope":["success"]} page 1',
      "jobs 7 page 1", // build has ended
      "jobs 7 page 1", // a turn
      "jobs 7 page 1", // unit has ended
      "get 7",
    ]);
  });

  it("names first what has ended already, and needs a request less for it", async () => {
    run.jobs = [job(1, "build", "build", "success"), job(2, "unit", "test", "canceled")];
    run.status = "canceled";
    assert.deepEqual(await run.follow(), ["begin", "ended build", "ended unit", "end canceled 321"]);
  });

  it("begins with the job that takes longest by past runs", async () => {
    run.jobs = [job(11, "lint", "test", "running"), job(12, "unit", "test", "running")];
    run.past = [
      job(1, "lint", "test", "success", { duration: 10 }),
      job(2, "unit", "test", "success", { duration: 100 }),
    ];
    run.during.set("unit", () => {
      run.set("lint", "success");
      run.set("unit", "success");
      run.status = "success";
    });
    assert.deepEqual(
      (await run.follow()).filter((said) => !said.startsWith("log")),
      ["begin", "job unit", "ended lint", "end success 321"],
    );
  });

  it("waits until the pipeline has ended as well, with one request a turn", async () => {
    run.jobs = [job(1, "build", "build", "success")];
    run.turns.push(
      () => undefined,
      () => undefined,
      () => (run.status = "success"),
    );
    assert.deepEqual(await run.follow(), ["begin", "ended build", "waiting ", "end success 321"]);
    assert.deepEqual(run.requests.slice(2), ["get 7", "get 7", "get 7", "get 7"]);
  });

  it("ends where only somebody can go on, and names what did not run", async () => {
    run.jobs = [job(1, "build", "build", "success"), job(2, "go", "go", "manual"), job(3, "later", "later", "skipped")];
    run.status = "manual";
    assert.deepEqual(await run.follow(), ["begin", "ended build", "end manual 321", "manual go", "skipped later"]);
  });

  it("shows the new attempt of a job that was retried", async () => {
    run.during.set("build", () => {
      run.jobs = [job(1, "build", "build", "failed"), job(9, "build", "build", "running")];
      run.during.set("build", () => {
        run.jobs = [job(1, "build", "build", "failed"), job(9, "build", "build", "success")];
        run.status = "success";
      });
    });
    const said = await run.follow();
    assert.equal(said.filter((one) => one === "job build").length, 2);
  });

  it("goes on past failures that pass, and ends with others", async () => {
    run.during.set("build", () => {
      run.set("build", "success");
      run.host.fails = () => fault("network");
    });
    run.turns.push(() => {
      run.host.fails = undefined;
      run.status = "success";
      run.jobs = run.jobs.map((one) => ({ ...one, status: "success" }));
    });
    assert.equal((await run.follow()).at(-1), "end success 321");

    run.jobs = [job(21, "gone", "build", "running")];
    run.during.set("gone", () => (run.host.fails = () => fault("notFound")));
    run.status = "running";
    await assert.rejects(run.follow(), { kind: "notFound" });
  });

  it("ends when another account is in use, and when it is stopped", async () => {
    run.during.set("build", () => {
      run.checks = () => {
        throw new UserError("another account");
      };
    });
    await assert.rejects(run.follow(), UserError);
    run.checks = () => undefined;
    run.during.set("build", () => run.abort.abort(new CancelledError()));
    await assert.rejects(run.follow(), CancelledError);
  });
});
