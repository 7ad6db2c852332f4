import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import type { Connection } from "../../../../../src/core/connections.ts";
import { GraphReader, type GraphContext } from "../../../../../src/features/pipelines/graph/reader.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const { signal } = new AbortController();
const job = (id: number, name: string, stage: string, status: string, pipeline: string, more = {}): Job => ({
  id,
  name,
  stage,
  status,
  duration: 1,
  web_url: "",
  pipeline: { id: 9, status: pipeline },
  ...more,
});
const jobsOf = (status: string, pipeline = status): Job[] => [
  job(1, "a", "build", "success", pipeline),
  job(2, "b", "test", status, pipeline),
];
const pipeline = { id: 9, status: "running", sha: "abc", ref: "main", web_url: "" };
const ciFile = "a: {stage: build, script: x}\nb: {stage: test, script: x, needs: [a]}\n";

describe("reading the graph of a pipeline", () => {
  /** What the host answers. */
  let host: { pipeline: object | Error; jobs: readonly Job[] | Error; file: string | Error; past: readonly Job[] };
  let asked: string[];
  let shown: number;
  let session: string | undefined;

  beforeEach(() => {
    host = { pipeline, jobs: jobsOf("running"), file: ciFile, past: [] };
    asked = [];
    shown = 0;
    session = "alice";
  });

  function reader(more: object = {}): InstanceType<typeof GraphReader> {
    const answer = <K extends keyof typeof host>(what: K): Promise<Exclude<(typeof host)[K], Error>> => {
      asked.push(what);
      const given = host[what];
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given as never);
    };
    const page = async () => {
      const items = await answer("jobs");
      return { items, pages: [{ cursor: { path: "" }, end: items.length }] };
    };
    const client = {
      extras: { available: () => undefined, project: () => Promise.resolve({}) },
      pipelines: { get: () => answer("pipeline") },
      jobs: {
        list: () => ({ page: async () => ({ items: await answer("past") }) }),
        listForPipeline: () => ({ page, all: page }),
      },
      repositoryFiles: {
        raw: async () => ({ body: [Buffer.from(await answer("file"))], close: () => Promise.resolve() }),
      },
    } as unknown as Client;
    const connections = new Map<string | undefined, Connection>();
    const connect = (): Connection => {
      const made = { session: session === undefined ? undefined : ({ id: session } as Connection["session"]) };
      connections.set(session, connections.get(session) ?? fakeConnection(client, made));
      return connections.get(session) ?? assert.fail();
    };
    const context = {
      connections: { get: connect },
      templates: { dialect: () => "gitlab" },
      report: { background: (_: unknown, doing: string) => asked.push(doing) },
      loadCiFile: () => import("../../../../../src/features/pipelines/ciFileCode.ts"),
    } as unknown as GraphContext;
    const ref = { instance: "https://git.example", project: 5, pipeline: { ...pipeline, ...more } };
    return new GraphReader(
      context,
      ref,
      () => shown++,
      () => 1_000,
    );
  }
  /** Loads or polls, and returns the requests. */
  const requests = async (work: Promise<void>): Promise<string> => {
    await work;
    return asked.splice(0).sort().join();
  };

  it("shows the jobs when the CI file cannot be read, and reads it again with the next load", async () => {
    const one = reader();
    host.file = fault("server");
    assert.match(await requests(one.load(signal)), /^Read the CI file of a pipeline,/);
    assert.deepEqual([one.value.loaded, one.value.needs.kind, one.value.problem], [true, "failed", undefined]);
    host.file = ciFile;
    await one.load(signal);
    assert.equal(one.value.needs.kind, "known");
  });

  it("keeps what it knows after errors, and reports those of a load", async () => {
    const one = reader();
    await one.load(signal);
    host.jobs = fault("server");
    await assert.rejects(one.poll(signal), { kind: "server" });
    assert.deepEqual([one.value.stages?.length, one.value.problem], [2, undefined]);
    host.pipeline = fault("unauthorized");
    await one.load(signal);
    const { stages, problem } = one.value;
    assert.deepEqual([stages?.length, problem?.remedy, one.remedy?.command], [2, "Sign In", "forgeline.signIn"]);
    const canceled = reader();
    host.pipeline = fault("cancelled");
    await canceled.load(AbortSignal.abort());
    assert.equal(canceled.value.problem, undefined);
  });

  it("polls the jobs while the pipeline runs, then the pipeline once", async () => {
    const one = reader();
    await one.load(signal);
    asked = [];
    assert.deepEqual([await requests(one.poll(signal)), one.busy], ["jobs", true]);
    host.jobs = jobsOf("success");
    assert.deepEqual([await requests(one.poll(signal)), one.busy, one.ref.pipeline.status], ["jobs", true, "success"]);
    host.pipeline = { ...pipeline, status: "success", duration: 77 };
    assert.deepEqual([await requests(one.poll(signal)), one.busy, one.value.seconds], ["pipeline", false, 77]);
  });
});
