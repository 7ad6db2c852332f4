import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Context } from "../../../../../src/core/context.ts";
import { ActivityReader } from "../../../../../src/features/mergeRequests/page/activity/reader.ts";
import { OverviewReader } from "../../../../../src/features/mergeRequests/page/reader.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";
import { fault } from "../../../core/tree/fakeHost.ts";
import { full, instance, jobOf } from "./overviews.ts";

const never = new AbortController().signal;
const pipeline = { id: 9, sha: full.sha ?? "", ref: "feature/heat", status: "running", web_url: `${instance}/p/9` };

/** A host that answers as it is set; it notes what it is asked. */
class FakeHost {
  private asked: string[] = [];
  mergeRequest: MergeRequest | Error = full;
  jobs: readonly Job[] | Error = [];
  fork: unknown = { path_with_namespace: "bob/app" };
  /** The only project that has the jobs. */
  jobsIn: unknown;
  session = "alice";
  /** How often the conversation was forgotten. */
  forgotten = 0;
  readonly reported: string[] = [];
  private readonly connection = fakeConnection(this.client);
  readonly coverage = this.connection.pipelineJobs.coverage;
  readonly reader = new OverviewReader(
    {
      connections: { get: () => ({ ...this.connection, session: { id: this.session } }) },
      report: { background: (_: unknown, doing: string) => this.reported.push(doing) },
    } as unknown as Pick<Context, "connections" | "report">,
    { instance, project: "group/app", mergeRequest: { iid: 7, title: "", state: "", web_url: "" } },
    () => undefined,
    {
      read: () => Promise.resolve(),
      readCommits: () => Promise.resolve(),
      isNews: () => false,
      forget: () => (this.forgotten += 1),
    },
    () => 1000,
  );

  constructor(parts: Partial<FakeHost> = {}) {
    Object.assign(this, parts);
  }

  private get client(): Client {
    return {
      extras: {
        available: () => true,
        project: (project: unknown) => this.answer(`project ${String(project)}`, this.fork),
        approvals: () => this.answer("approvals", { user_has_approved: true }),
        mergeRequest: () => this.answer("itself", this.mergeRequest),
      },
      mergeRequests: {
        listForProject: () => this.paged("labels", [{ ...full, labels: [{ name: "bug", color: "#f00" }] }]),
      },
      pipelines: { list: () => this.paged("pipelines", [pipeline]) },
      discussions: { reviewersAvailable: () => undefined, reviewers: () => this.paged("reviewers", []) },
      jobs: {
        listForPipeline: (project: unknown) => {
          const isThere = this.jobsIn === undefined || this.jobsIn === project;
          return this.paged(`jobs ${String(project)}`, isThere ? this.jobs : fault("notFound"));
        },
      },
    } as unknown as Client;
  }

  private answer(name: string, value: unknown): Promise<unknown> {
    this.asked.push(name);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  }

  private paged(name: string, items: unknown): object {
    const page = async () => {
      const read = (await this.answer(name, items)) as readonly unknown[];
      return { items: read, pages: [{ cursor: { path: "" }, end: read.length }] };
    };
    return { page, all: page };
  }

  /** Loads the page. @returns what it shows */
  async load() {
    this.asked = [];
    await this.reader.load(never);
    return this.reader.value;
  }

  async poll(): Promise<string[]> {
    this.asked = [];
    await this.reader.poll(never);
    return this.asked;
  }

  requests(like = /./): string[] {
    return this.asked.filter((one) => like.test(one)).sort();
  }
}

const withPipeline = { ...full, head_pipeline: pipeline };

describe("the reader of a merge request's page", () => {
  it("shows the known coverage of its commit and pipeline alone, without a request", async () => {
    const host = new FakeHost({ mergeRequest: withPipeline });
    await host.load();
    const known = { covered: 25, total: 30, isPartial: false };
    host.coverage.keep({ iid: 7, head: full.sha ?? "", pipeline: 8 }, known);
    assert.equal(host.reader.value.coverage, undefined);
    host.coverage.keep({ iid: 7, head: full.sha ?? "", pipeline: 9 }, known);
    assert.deepEqual(host.reader.value.coverage, known);
    host.mergeRequest = { ...withPipeline, sha: "another" };
    assert.equal((await host.load()).coverage, undefined);
  });

  it("reads labels and the fork's name once, and its pipeline where the fork has run it", async () => {
    const jobs = [jobOf(1, "unit", "running")];
    const host = new FakeHost({ mergeRequest: { ...withPipeline, source_project_id: 44 }, jobsIn: 44, jobs });
    const { fork, pipeline: shown } = await host.load();
    assert.deepEqual([fork, shown?.project, shown?.stages?.length], ["bob/app", 44, 1]);
    assert.deepEqual(host.requests(/jobs|project/), ["jobs 44", "jobs group/app", "project 44"]);
    const { labels } = await host.load();
    assert.deepEqual(host.requests(/project|labels/), []);
    assert.deepEqual([labels.get("bug")?.color, labels.get("kind::small")?.color], ["#f00", undefined]);
    const hidden = new FakeHost({ mergeRequest: { ...full, source_project_id: 44 }, fork: fault("notFound") });
    assert.equal((await hidden.load()).fork, undefined);
    assert.deepEqual(hidden.reported, []);
  });

  it("forgets what another account has read", async () => {
    const host = new FakeHost({ mergeRequest: withPipeline });
    await host.load();
    assert.deepEqual([host.reader.renew(), host.reader.value.mergeRequest.title], [false, "Add heat"]);
    host.session = "bob";
    assert.deepEqual([host.reader.renew(), host.forgotten], [true, 1]);
    const { mergeRequest, loaded, pipeline: shown, labels, fork } = host.reader.value;
    assert.deepEqual(
      [mergeRequest, loaded, shown, labels.size, fork],
      [{ iid: 7, project_id: full.project_id, title: "", state: "", web_url: "" }, false, undefined, 0, undefined],
    );
  });

  it("polls one thing at a time: itself while the host checks, then the pipeline, then itself once that is over", async () => {
    const jobsOf = (status: string) => [jobOf(1, "unit", status, { pipeline: { ...pipeline, status } })];
    const host = new FakeHost({
      mergeRequest: { ...withPipeline, detailed_merge_status: "checking" },
      jobs: jobsOf("running"),
    });
    await host.load();
    assert.equal(host.reader.busy, true);
    host.mergeRequest = { ...withPipeline, detailed_merge_status: "ci_still_running" };
    assert.deepEqual(await host.poll(), ["itself"]);
    assert.deepEqual(await host.poll(), ["jobs group/app"]);
    assert.equal(host.reader.busy, true, "the pipeline runs");
    host.jobs = jobsOf("success");
    await host.poll();
    assert.equal(host.reader.value.pipeline?.pipeline.status, "success");
    assert.equal(host.reader.busy, true, "mergeability is not known yet");
    host.mergeRequest = { ...full, head_pipeline: { ...pipeline, status: "success" } };
    assert.deepEqual(await host.poll(), ["itself"]);
    assert.equal(host.reader.busy, false);
    host.mergeRequest = { ...host.mergeRequest, detailed_merge_status: "checking" };
    await host.load();
    assert.equal(host.reader.busy, true, "the host checks again");
  });

  it("shows no problem when a poll fails", async () => {
    const host = new FakeHost({ mergeRequest: { ...full, detailed_merge_status: "checking" } });
    await host.load();
    host.mergeRequest = fault("rateLimited");
    await assert.rejects(host.poll(), { kind: "rateLimited" });
    assert.equal(host.reader.value.problem, undefined);
  });

  it("ignores that the conversation cannot be read once it is aborted", async () => {
    const seen: unknown[] = [];
    const see = (what: unknown) => seen.push(what);
    const context = { changes: new Emitter(), report: { background: see } } as never;
    const read = () => Promise.reject(fault("network"));
    const talk = { discussions: { available: () => true, onDidChange: new Emitter().event, read } } as never;
    const ref = { instance, project: "group/app", mergeRequest: full };
    await new ActivityReader(context, ref, talk, () => see("changed")).read(AbortSignal.abort());
    assert.deepEqual(seen, []);
  });
});
