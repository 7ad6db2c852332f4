import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import type { Context } from "../../../../../src/core/context.ts";
import type { PipelineJobsCache } from "../../../../../src/core/pipelines/pipelineJobsCache.ts";
import "../../../../support/vscodeStub.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";
import { full, instance, jobOf } from "./overviews.ts";

const { OverviewReader } = await import("../../../../../src/features/mergeRequests/page/reader.ts");
const never = new AbortController().signal;
const failure = (kind: ApiError["kind"]): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: "x", instance } });
const pipeline = { id: 9, sha: full.sha ?? "", ref: "feature/heat", status: "running", web_url: `${instance}/p/9` };

/** A host that answers as it is set, and what it was asked. */
class FakeHost {
  asked: string[] = [];
  mergeRequest: MergeRequest | Error = full;
  listed: MergeRequest = full;
  jobs: readonly Job[] | Error = [];
  fork: unknown = { id: 44, path_with_namespace: "bob/app" };
  approvals: unknown = { approved_by: [], user_has_approved: true };
  /** Jobs are in this project alone. */
  jobsIn: unknown;
  byItself = true;
  shown = 0;
  session = "alice";
  reported: string[] = [];
  pipelineJobs!: PipelineJobsCache;
  readonly reader = new OverviewReader(
    this.app,
    { instance, project: "group/app", mergeRequest: { iid: 7, title: "", state: "", web_url: "" } },
    () => this.shown++,
    undefined,
    () => 1000,
  );

  get app(): Pick<Context, "connections" | "report"> {
    const client = {
      extras: {
        available: () => this.byItself,
        project: (project: unknown) => this.answer(`project ${String(project)}`, this.fork),
        approvals: () => this.answer("approvals", this.approvals),
        mergeRequest: (project: unknown) =>
          this.answer(`mergeRequest ${String(project)}`, this.byItself ? this.mergeRequest : failure("notFound")),
      },
      mergeRequests: {
        listForProject: (_: unknown, query: object) =>
          this.paged(`list ${"with_labels_details" in query ? "labels" : "itself"}`, [this.listed]),
      },
      pipelines: { list: () => this.paged("pipelines", [pipeline]) },
      discussions: {
        reviewersAvailable: () => (this.byItself ? undefined : false),
        reviewers: () => this.paged("reviewers", []),
      },
      jobs: {
        listForPipeline: (project: unknown) =>
          this.paged(
            `jobs ${String(project)}`,
            this.jobsIn === undefined || this.jobsIn === project ? this.jobs : failure("notFound"),
          ),
      },
    };
    const connection = fakeConnection(client as unknown as Client);
    this.pipelineJobs = connection.pipelineJobs;
    return {
      connections: { get: () => ({ ...connection, session: { id: this.session } }) },
      report: { background: (_: unknown, doing: string) => this.reported.push(doing) },
    } as unknown as Pick<Context, "connections" | "report">;
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

  take(): string[] {
    return this.asked.splice(0);
  }
}

describe("reading the page of a merge request", () => {
  it("takes the merge request, its pipeline with jobs, and the looks of its labels", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, head_pipeline: pipeline };
    host.listed = { ...full, labels: [{ name: "bug", color: "#ff0000" }] };
    host.jobs = [jobOf(1, "unit", "running")];
    await host.reader.load(never);
    const { value } = host.reader;
    assert.deepEqual(host.take().sort(), [
      "approvals",
      "jobs group/app",
      "list labels",
      "mergeRequest group/app",
      "reviewers",
    ]);
    assert.equal(value.mergeRequest.title, "Add heat");
    assert.equal(value.loaded, true);
    assert.deepEqual(
      value.pipeline?.stages?.map(({ name }) => name),
      ["test"],
    );
    assert.equal(value.labels.get("bug")?.color, "#ff0000");
    assert.ok(host.shown > 1, "what is there is shown before everything is");
    await host.reader.load(never);
    assert.ok(!host.take().includes("list labels"), "known labels are not asked for again");
  });

  it("knows the coverage of the changed lines that was shown for its commit and pipeline, without a request", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, head_pipeline: pipeline };
    await host.reader.load(never);
    host.take();
    const { coverage } = host.pipelineJobs;
    const known = { covered: 25, total: 30, isPartial: false };
    coverage.keep({ iid: 7, head: full.sha ?? "", pipeline: 8 }, known);
    assert.equal(host.reader.value.coverage, undefined, "of another pipeline");
    coverage.keep({ iid: 7, head: full.sha ?? "", pipeline: 9 }, known);
    assert.deepEqual(host.reader.value.coverage, known);
    assert.deepEqual(host.take(), []);
    host.mergeRequest = { ...full, sha: "another", head_pipeline: pipeline };
    await host.reader.load(never);
    assert.equal(host.reader.value.coverage, undefined, "of another commit");
  });

  it("knows whether the account has approved an open one, and does without where the host does not say", async () => {
    const host = new FakeHost();
    await host.reader.load(never);
    assert.equal(host.reader.value.approved, true);
    host.approvals = { approved_by: [], user_has_approved: false };
    await host.reader.load(never);
    assert.equal(host.reader.value.approved, false);
    host.approvals = failure("forbidden");
    await host.reader.load(never);
    assert.equal(host.reader.value.problem, undefined);
    host.mergeRequest = { ...full, state: "merged" };
    host.take();
    await host.reader.load(never);
    assert.ok(!host.take().includes("approvals"));
  });

  it("makes do with lists on hosts that have no other route", async () => {
    const host = new FakeHost();
    host.byItself = false;
    await host.reader.load(never);
    assert.deepEqual(
      host.take().sort(),
      ["jobs group/app", "list itself", "list labels", "mergeRequest group/app", "pipelines"].sort(),
    );
    assert.equal(host.reader.value.pipeline?.pipeline.id, 9);
    assert.equal(host.reader.value.canApprove, false);
  });

  it("looks for the pipeline where a fork has run it", async () => {
    const host = new FakeHost();
    Object.assign(host, {
      mergeRequest: { ...full, source_project_id: 44, head_pipeline: pipeline },
      jobsIn: 44,
      jobs: [jobOf(1, "unit", "running")],
    });
    await host.reader.load(never);
    assert.equal(host.reader.value.pipeline?.project, 44);
    assert.equal(host.reader.value.pipeline.stages?.length, 1);
    assert.deepEqual(
      host.take().filter((asked) => asked.startsWith("jobs")),
      ["jobs group/app", "jobs 44"],
    );
  });

  it("asks once what a fork is called, and does without where the fork is not to be seen", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, source_project_id: 44 };
    await host.reader.load(never);
    await host.reader.load(never);
    assert.equal(host.reader.value.fork, "bob/app");
    assert.deepEqual(
      host.take().filter((asked) => asked.startsWith("project")),
      ["project 44"],
    );
    const other = new FakeHost();
    Object.assign(other, { mergeRequest: host.mergeRequest, fork: failure("notFound") });
    await other.reader.load(never);
    assert.deepEqual([other.reader.value.fork, other.reader.value.problem, other.reported], [undefined, undefined, []]);
  });

  it("asks for no pipeline without a commit, as of a deleted fork", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, sha: null, source_project_id: null };
    await host.reader.load(never);
    assert.deepEqual(
      host.take().filter((asked) => /pipelines|jobs/.test(asked)),
      [],
    );
    assert.equal(host.reader.value.pipeline, undefined);
  });

  it("shows a merge request whose pipeline is hidden from the account, and says why", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, head_pipeline: pipeline };
    host.jobs = failure("forbidden");
    await host.reader.load(never);
    const { value } = host.reader;
    assert.equal(value.problem, undefined);
    assert.match(value.pipeline?.problem ?? "", /does not have permission/);
    assert.deepEqual(host.reported, ["Read the pipeline of a merge request"]);
  });

  it("keeps what it read when the host fails, and says what helps", async () => {
    const host = new FakeHost();
    await host.reader.load(never);
    host.mergeRequest = failure("unauthorized");
    await host.reader.load(never);
    assert.equal(host.reader.value.mergeRequest.title, "Add heat");
    assert.match(host.reader.value.problem?.message ?? "", /Sign in again/);
    assert.equal(host.reader.remedy?.command, "forgeline.signIn");
    host.mergeRequest = full;
    await host.reader.load(never);
    assert.equal(host.reader.value.problem, undefined);
  });

  it("forgets what another account has read, and nothing as long as it is the same", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, head_pipeline: pipeline };
    await host.reader.load(never);
    assert.deepEqual([host.reader.renew(), host.reader.value.mergeRequest.title], [false, "Add heat"]);
    host.session = "bob";
    assert.equal(host.reader.renew(), true);
    const { mergeRequest, loaded, pipeline: shown, labels, fork } = host.reader.value;
    assert.deepEqual(
      [mergeRequest, loaded, shown, labels.size, fork],
      [{ iid: 7, project_id: full.project_id, title: "", state: "", web_url: "" }, false, undefined, 0, undefined],
    );
  });

  it("says nothing of a reading that was called off", async () => {
    const host = new FakeHost();
    const off = new AbortController();
    const done = host.reader.load(off.signal);
    off.abort();
    await done;
    assert.equal(host.reader.value.loaded, false);
    assert.equal(host.reader.value.problem, undefined);
  });

  it("renders a description once, however often it is looked at", async () => {
    const host = new FakeHost();
    await host.reader.load(never);
    assert.equal(host.reader.value.description?.nodes, host.reader.value.description?.nodes);
  });
});

describe("following a merge request", () => {
  it("asks one thing at a time: itself while the host checks, then the pipeline, then itself once that is over", async () => {
    const host = new FakeHost();
    const running = [jobOf(1, "unit", "running", { pipeline: { ...pipeline, status: "running" } })];
    Object.assign(host, {
      mergeRequest: { ...full, head_pipeline: pipeline, detailed_merge_status: "checking" },
      jobs: running,
    });
    await host.reader.load(never);
    host.take();
    assert.equal(host.reader.busy, true);

    await host.reader.poll(never);
    assert.deepEqual(host.take(), ["mergeRequest group/app"]);

    host.mergeRequest = { ...full, head_pipeline: pipeline, detailed_merge_status: "ci_still_running" };
    await host.reader.poll(never);
    host.take();
    await host.reader.poll(never);
    assert.deepEqual(host.take(), ["jobs group/app"]);
    assert.equal(host.reader.busy, true, "the pipeline runs");

    host.jobs = [jobOf(1, "unit", "success", { pipeline: { ...pipeline, status: "success" } })];
    await host.reader.poll(never);
    assert.equal(host.reader.value.pipeline?.pipeline.status, "success");
    assert.equal(host.reader.busy, true, "what that means for merging is not known yet");

    host.mergeRequest = { ...full, head_pipeline: { ...pipeline, status: "success" } };
    host.take();
    await host.reader.poll(never);
    assert.deepEqual(host.take(), ["mergeRequest group/app"]);
    assert.equal(host.reader.busy, false);
  });

  it("leaves what was known when a question fails, so that the budget waits longer", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, detailed_merge_status: "checking" };
    await host.reader.load(never);
    host.mergeRequest = failure("rateLimited");
    await assert.rejects(host.reader.poll(never), { kind: "rateLimited" });
    assert.equal(host.reader.value.problem, undefined);
    assert.equal(host.reader.value.mergeRequest.title, "Add heat");
  });

  it("rests when nothing changes by itself", async () => {
    const host = new FakeHost();
    host.mergeRequest = { ...full, head_pipeline: null };
    await host.reader.load(never);
    assert.equal(host.reader.busy, false);
  });
});
