import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import type { Bridge } from "../../../../../src/api/resources/extraTypes.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { CancelledError, UserError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { PipelineJobsCache } from "../../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../../src/core/records/recordStore.ts";
import type { PipelineEvent } from "../../../../../src/features/jobs/follow/events.ts";
import { followPipeline } from "../../../../../src/features/jobs/follow/followPipeline.ts";
import type { FollowEvent } from "../../../../../src/features/jobs/log/follow.ts";
import { FakeHost, fault, job, pipeline } from "../../../core/tree/fakeHost.ts";

/** What a channel would say of an event, without the log itself. */
function wordsOf(event: PipelineEvent): string[] {
  switch (event.type) {
    case "log":
      return [];
    case "ended":
      return [`ended ${event.job.name}${event.error ? ` by line ${event.error.line}` : ""}`];
    case "waiting":
      return [`waiting ${event.jobs.map(({ name }) => name).join()}`];
    case "downstreamEnd":
      return [`downstream end ${event.pipeline.id} ${event.pipeline.status} ${event.pipeline.duration}`];
    case "end":
      return [
        `end ${event.pipeline.status} ${event.pipeline.duration}`,
        ...event.manual.map(({ name }) => `manual ${name}`),
        ...event.skipped.map(({ name }) => `skipped ${name}`),
        ...(event.leftOut > 0 ? [`left out ${event.leftOut}`] : []),
      ];
    default:
      if ("job" in event) return [`${event.type} ${event.job.name}`];
      return ["trigger" in event ? `${event.type} ${event.pipeline.id} of ${event.trigger.name}` : event.type];
  }
}

/** A pipeline whose state changes when its follower looks at a log or waits. */
class FakeRun {
  status = "running";
  jobs: Job[] = [];
  /** Its trigger jobs; undefined on a host without the route. */
  triggers: Bridge[] | undefined;
  /** The pipelines that it started, by ID. */
  readonly started = new Map<number, { status: string; jobs: Job[]; triggers?: Bridge[]; project?: number }>();
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
    const of = (id: number) => (id === 7 ? this : this.started.get(id));
    const own = (id: number): Job[] =>
      (of(id)?.jobs ?? []).map((one) => ({ ...one, pipeline: pipeline(id, of(id)?.status) }));
    const triggers = (id: number): Bridge[] =>
      (of(id)?.triggers ?? []).map((one) => {
        const { downstream_pipeline: known } = one;
        return known ? { ...one, downstream_pipeline: { ...known, status: of(known.id)?.status ?? "" } } : one;
      });
    const client = {
      jobs: {
        list: (_: unknown, query: object, options: object) =>
          host.pages(`past ${JSON.stringify(query)}`, () => this.past, options),
        listForPipeline: (project: number, id: number, _query: object, options: object) =>
          host.pages(
            `jobs ${id}${project === 1 ? "" : ` of ${project}`}`,
            () => told("jobs.listForPipeline", own(id)),
            options,
          ),
      },
      extras: {
        available: () => this.triggers !== undefined,
        bridges: (_: unknown, id: number, options: object) =>
          host.pages(`bridges ${id}`, () => told("extras.bridges", triggers(id)), options),
      },
      pipelines: {
        get: async (_: unknown, id: number) => {
          host.requests.push({ at: 0, what: `get ${id}`, repeat: false });
          await Promise.resolve();
          return told("pipelines.get", [{ ...pipeline(id, of(id)?.status), duration: id === 7 ? 321 : 5 }])[0];
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
      firstError: (one, project) => {
        host.requests.push({ at: 0, what: `log ${one.name}${project === 1 ? "" : ` of ${project}`}`, repeat: false });
        return Promise.resolve({ line: one.id, isSure: true, around: { from: 0, lines: [] } });
      },
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
    for await (const event of events) said.push(...wordsOf(event));
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

const trigger = (id: number, name: string, status: string, started?: number, project = 1): Bridge => ({
  ...job(id, name, "deploy", status),
  downstream_pipeline: started === undefined ? null : pipeline(started, "running", { project_id: project }),
});
const ended = { status: "success", jobs: [] };

describe("following a pipeline", () => {
  let run: FakeRun;

  beforeEach(() => {
    run = new FakeRun();
    run.jobs = [job(1, "build", "build", "success")];
  });
  const asked = (what: string): string[] => run.requests.filter((one) => one.startsWith(what));
  /** All jobs, and the pipeline, have ended. */
  const finish = (): void => {
    run.status = "success";
    run.jobs = run.jobs.map((one) => ({ ...one, status: "success" }));
  };

  it("goes on to what runs next, reports what ended meanwhile, and ends with the pipeline", async () => {
    run.jobs = ["build", "unit", "lint"].map((name, at) => job(at + 1, name, at === 0 ? name : "test", "created"));
    run.set("build", "running");
    run.during.set("build", () => {
      run.set("build", "success");
      for (const name of ["unit", "lint"]) run.set(name, "pending");
    });
    run.turns.push(() => {
      for (const name of ["unit", "lint"]) run.set(name, "running");
    });
    run.during.set("unit", () => {
      run.set("lint", "failed", { failure_reason: "script_failure" });
      run.set("unit", "success");
      run.status = "failed";
    });
    const said = "begin; job build; waiting unit,lint; job unit; ended lint by line 3; end failed 321";
    assert.equal((await run.follow()).join("; "), said);
    // Of the jobs: at first, after the end of build, in a turn, and after the end of unit.
    const jobs = "jobs 7 page 1";
    const past = 'past {"scope":["success"]} page 1';
    assert.deepEqual(run.requests, [jobs, past, jobs, jobs, jobs, "log lint", "get 7"]);
  });

  it("ends where only a user can continue, and names what did not run", async () => {
    run.jobs.push(job(2, "go", "go", "manual"), job(3, "later", "later", "skipped"));
    run.status = "manual";
    assert.deepEqual(await run.follow(), ["begin", "ended build", "end manual 321", "manual go", "skipped later"]);
  });

  it("continues after temporary errors, and ends with others", async () => {
    run.set("build", "running");
    run.jobs.push(job(2, "unit", "test", "created"));
    run.during.set("build", () => (run.host.fails = () => fault("network")));
    run.turns.push(() => {
      run.host.fails = undefined;
      finish();
    });
    assert.equal((await run.follow()).at(-1), "end success 321");
    run.jobs = [job(21, "gone", "build", "running")];
    run.during.set("gone", () => (run.host.fails = () => fault("notFound")));
    run.status = "running";
    await assert.rejects(run.follow(), { kind: "notFound" });
  });

  it("ends when the account changes, and when it is stopped", async () => {
    run.set("build", "running");
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

  it("reads the first errors of three jobs that were not followed, except those allowed to fail", async () => {
    const failed = (id: number, name: string, more = {}): Job => job(id, name, "test", "failed", more);
    const [tidy, lost] = [{ allow_failure: true }, { failure_reason: "no_matching_runner" }];
    run.jobs = [failed(1, "tidy", tidy), failed(2, "a"), failed(3, "lost", lost), failed(4, "b"), failed(5, "c")];
    run.jobs.push(job(6, "build", "test", "running"));
    run.during.set("build", () => {
      run.set("build", "failed");
      run.jobs.push(failed(7, "d"));
      run.status = "failed";
    });
    const said = "ended tidy; ended a by line 2; ended lost; ended b by line 4; ended c by line 5; job build; ended d";
    assert.equal((await run.follow()).slice(1, -1).join("; "), said);
    assert.deepEqual(asked("log"), ["log a", "log b", "log c"]);
  });

  it("reports downstream pipelines that it may not read, and goes on", async () => {
    run.status = "failed";
    run.triggers = [trigger(20, "secret", "success", 70, 5), trigger(21, "broken", "failed")];
    run.triggers.push(trigger(22, "open", "success", 71), trigger(23, "later", "manual"));
    run.started.set(71, ended);
    run.host.fails = (what) => (what.startsWith("jobs 70") ? fault("notFound") : undefined);
    const said = (await run.follow()).slice(2).join("; ");
    assert.match(said, /^unreadableDownstream 70 of secret; ended broken; downstream 71 of open; downstream end 71 /);
    assert.match(said, /; end failed 321; manual later$/);
    assert.deepEqual(asked("log"), [], "trigger jobs have no log");
  });

  it("follows ten downstream pipelines, two levels deep, each once", async () => {
    run.status = "success";
    run.triggers = Array.from({ length: 12 }, (_, at) => trigger(20 + at, `t${at}`, "success", 70 + at));
    // A pipeline that starts another one, which starts the next, and so on.
    for (let id = 70; id < 82; id++)
      run.started.set(id, { ...ended, triggers: [trigger(id + 30, "again", "success", id + 1)] });
    const said = (await run.follow()).filter((one) => /^downstream \d|^left/.test(one));
    assert.deepEqual(said.slice(0, 3), ["downstream 70 of t0", "downstream 71 of again", "downstream 72 of t2"]);
    assert.deepEqual([said.length, said.at(-1)], [11, "left out 2"]);
    assert.equal(asked("bridges").length, new Set(asked("bridges")).size, "each asked once");
    assert.ok(!asked("bridges").includes("bridges 71 page 1"), "two levels");
  });

  it("goes on when downstream pipelines cannot be listed", async () => {
    run.status = "success";
    run.triggers = [trigger(20, "child", "success", 70)];
    for (const kind of ["forbidden", "server"] as const) {
      run.host.fails = (what) => (what.startsWith("bridges") ? fault(kind) : undefined);
      assert.equal((await run.follow()).at(-1), "end success 321", kind);
    }
  });
});
