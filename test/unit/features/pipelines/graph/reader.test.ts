import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import type { Connection } from "../../../../../src/core/connections.ts";
import type { PipelineRef } from "../../../../../src/core/pipelines/refs.ts";
import "../../../../support/vscodeStub.ts";
import type { GraphContext } from "../../../../../src/features/pipelines/graph/reader.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";

const { GraphReader } = await import("../../../../../src/features/pipelines/graph/reader.ts");
const { graphOf } = await import("../../../../../src/features/pipelines/graph/graph.ts");
const never = new AbortController().signal;
const instance = "https://git.example";
const failure = (kind: ApiError["kind"]): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: "x", instance } });
const job = (id: number, name: string, stage: string, status: string, pipeline: string): Job => ({
  id,
  name,
  stage,
  status,
  duration: 1,
  web_url: "",
  pipeline: { id: 9, status: pipeline },
});

/** A host that answers as it is set, and what it was asked. */
class FakeHost {
  asked: string[] = [];
  pipeline: Record<string, unknown> | Error = {
    id: 9,
    status: "running",
    sha: "abc",
    ref: "main",
    web_url: "",
    duration: null,
  };
  jobs: readonly Job[] | Error = [
    job(1, "a", "build", "success", "running"),
    job(2, "b", "test", "running", "running"),
  ];
  file: string | Error = "a: {stage: build, script: x}\nb: {stage: test, script: x, needs: [a]}\n";
  /** Past runs, and how often they were asked for. */
  past: readonly Job[] = [];
  askedForPast = 0;
  shown = 0;
  session: string | undefined = "alice";
  reported: string[] = [];

  reader(pipeline: Partial<PipelineRef["pipeline"]> = {}): InstanceType<typeof GraphReader> {
    const client = {
      extras: { available: () => undefined, project: () => Promise.resolve({}) },
      pipelines: { get: () => this.answer("pipeline", this.pipeline) },
      jobs: {
        list: () => ({
          page: () => {
            this.askedForPast++;
            return Promise.resolve({ items: this.past });
          },
        }),
        listForPipeline: () => ({ page: () => this.paged(), all: () => this.paged() }),
      },
      repositoryFiles: {
        raw: async () => ({
          body: [Buffer.from((await this.answer("file", this.file)) as string)],
          close: () => Promise.resolve(),
        }),
      },
    };
    const connections = new Map<string | undefined, Connection>();
    const connect = (id: string | undefined): Connection => {
      const session = id === undefined ? undefined : ({ id } as Connection["session"]);
      const connection = connections.get(id) ?? fakeConnection(client as unknown as Client, { session });
      connections.set(id, connection);
      return connection;
    };
    const app = {
      connections: { get: () => connect(this.session) },
      templates: { dialect: () => "gitlab" },
      report: { background: (_: unknown, doing: string) => this.reported.push(doing) },
      loadCiFile: () => import("../../../../../src/features/pipelines/ciFileCode.ts"),
    } as unknown as GraphContext;
    return new GraphReader(
      app,
      {
        instance,
        project: 5,
        pipeline: { id: 9, status: "running", sha: "abc", ref: "main", web_url: "", ...pipeline },
      },
      () => this.shown++,
      () => 1_000,
    );
  }

  take(): string[] {
    return this.asked.splice(0).sort();
  }

  private async paged(): Promise<object> {
    const items = (await this.answer("jobs", this.jobs)) as readonly Job[];
    return { items, pages: [{ cursor: { path: "" }, end: items.length }] };
  }

  private answer(name: string, value: unknown): Promise<unknown> {
    this.asked.push(name);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  }
}

type Reader = InstanceType<typeof GraphReader>;
const edges = ({ value: { stages, needs } }: Reader): number =>
  stages && needs.kind === "known" ? graphOf(stages, needs.byJob, 0).edges.length : -1;

describe("reading the graph of a pipeline", () => {
  it("asks for the pipeline, its jobs and the CI file, once each", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    assert.deepEqual([reader.value.loaded, reader.value.needs.kind, reader.busy], [false, "reading", false]);
    await reader.load(never);
    assert.deepEqual(host.take(), ["file", "jobs", "pipeline"]);
    assert.deepEqual([reader.value.loaded, edges(reader), reader.busy], [true, 1, true]);
    assert.ok(host.shown > 0);
  });

  it("knows how long a running pipeline still takes, with its needs, from past runs that are read once", async () => {
    const host = new FakeHost();
    const created = { pipeline: { id: 9, status: "running" }, web_url: "", status: "created" };
    host.jobs = [
      job(11, "a", "build", "success", "running"),
      { ...created, id: 12, name: "slow", stage: "build" },
      { ...created, id: 13, name: "b", stage: "test" },
    ];
    host.past = [
      { ...job(1, "slow", "build", "success", "success"), duration: 100 },
      { ...job(2, "b", "test", "success", "success"), duration: 30 },
    ];
    const reader = host.reader();
    await reader.load(never);
    const shown = host.shown;
    await new Promise(setImmediate);
    assert.ok(host.shown > shown, "it is drawn again");
    assert.equal(reader.value.times?.left, 100, "b needs only a");
    await reader.load(never);
    assert.equal(host.askedForPast, 1);
    const over = new FakeHost();
    over.pipeline = { id: 9, status: "success", sha: "abc", ref: "main" };
    await over.reader({ status: "success" }).load(never);
    assert.equal(over.askedForPast, 0, "nothing runs");
  });

  it("finds out the commit first where only the id is known", async () => {
    const host = new FakeHost();
    const reader = host.reader({ sha: "" });
    await reader.load(never);
    assert.equal(edges(reader), 1);
  });

  it("does not read the CI file of a commit again", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    await reader.load(never);
    host.take();
    await reader.load(never);
    assert.deepEqual(host.take(), ["jobs", "pipeline"]);
  });

  it("does not look for the CI file of a pipeline that another one started", async () => {
    const host = new FakeHost();
    const reader = host.reader({ source: "parent_pipeline" });
    host.pipeline = { id: 9, status: "success", sha: "abc", source: "parent_pipeline" };
    await reader.load(never);
    assert.deepEqual([host.take(), reader.value.needs.kind], [["jobs", "pipeline"], "started"]);
  });

  it("shows the jobs when the CI file cannot be read, and tries again with the next reading", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    host.file = failure("server");
    await reader.load(never);
    assert.deepEqual([reader.value.loaded, reader.value.needs.kind, reader.value.problem], [true, "failed", undefined]);
    host.file = "b: {needs: [a]}";
    await reader.load(never);
    assert.deepEqual([reader.value.needs.kind, host.reported], ["known", ["Read the CI file of a pipeline"]]);
  });

  it("keeps what it knew when the host fails, and says why", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    await reader.load(never);
    host.pipeline = failure("unauthorized");
    await reader.load(never);
    assert.equal(reader.value.stages?.length, 2);
    assert.equal(reader.value.problem?.remedy, "Sign In");
    assert.equal(reader.remedy?.command, "forgeline.signIn");
  });

  it("forgets what another account has read, and nothing as long as it is the same", async () => {
    const host = new FakeHost();
    const reader = host.reader({ project_id: 5, name: "secret plans" });
    await reader.load(never);
    assert.deepEqual([reader.renew(), reader.value.stages?.length], [false, 2]);
    host.session = "bob";
    host.pipeline = failure("notFound");
    const { shown } = host;
    assert.deepEqual([reader.renew(), host.shown], [true, shown + 1]);
    const { loaded, stages, seconds, needs, ref } = reader.value;
    assert.deepEqual(
      [loaded, stages, seconds, needs.kind, reader.busy],
      [false, undefined, undefined, "reading", false],
    );
    assert.deepEqual(ref.pipeline, { id: 9, status: "", ref: "", sha: "", web_url: "" });
    host.take();
    host.jobs = failure("notFound");
    await reader.load(never);
    assert.deepEqual([reader.value.stages, reader.value.problem !== undefined], [undefined, true]);
    host.session = undefined;
    assert.equal(reader.renew(), true);
  });

  it("says nothing of a reading that is called off", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    const work = new AbortController();
    work.abort();
    host.pipeline = failure("cancelled");
    await reader.load(work.signal);
    assert.deepEqual([reader.value.problem, host.reported], [undefined, []]);
  });
});

describe("following a pipeline in its graph", () => {
  it("sends one request for the jobs while it runs, then one for how it ended", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    await reader.load(never);
    host.take();
    await reader.poll(never);
    assert.deepEqual([host.take(), reader.busy], [["jobs"], true]);
    host.jobs = [job(1, "a", "build", "success", "success"), job(2, "b", "test", "success", "success")];
    await reader.poll(never);
    assert.deepEqual([host.take(), reader.busy, reader.value.ref.pipeline.status], [["jobs"], true, "success"]);
    host.pipeline = { id: 9, status: "success", sha: "abc", duration: 77 };
    await reader.poll(never);
    assert.deepEqual([host.take(), reader.busy, reader.value.seconds], [["pipeline"], false, 77]);
  });

  it("leaves failures to the budget, and keeps what it knew", async () => {
    const host = new FakeHost();
    const reader = host.reader();
    await reader.load(never);
    host.jobs = failure("server");
    await assert.rejects(reader.poll(never), { kind: "server" });
    assert.deepEqual([reader.value.stages?.length, reader.value.problem], [2, undefined]);
  });
});
