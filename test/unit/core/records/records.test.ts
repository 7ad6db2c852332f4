import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { CommitTitles } from "../../../../src/core/records/commitTitles.ts";
import { kindByOperation } from "../../../../src/core/records/recordKinds.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { endpoints } from "../../../contract/contract.ts";

const sha = (at: number): string => at.toString(16).padStart(40, "0");

describe("the titles of commits in answers", () => {
  it("are those of commits and of what names one, and of nothing else", () => {
    const titles = new CommitTitles();
    titles.add([
      { id: sha(1), title: "A commit" },
      { id: 7, title: "A merge request", sha: sha(2) },
      { id: 8, commit: { id: sha(3), title: "Of a job" } },
      { name: "main", commit: { id: sha(4), title: " " } },
      { name: "gone", commit: null },
      { id: "main", title: "A wiki page" },
    ]);
    const found = [...[1, 2, 3, 4].map(sha), "main"].map((one) => titles.get(one));
    assert.deepEqual(found, ["A commit", undefined, "Of a job", undefined, undefined]);
  });

  it("are bounded in length and number", () => {
    const titles = new CommitTitles();
    titles.put(sha(0), "x".repeat(100_000));
    assert.equal(titles.get(sha(0))?.length, 300);
    for (let at = 1; at <= 5_000; at++) titles.put(sha(at), "t");
    assert.deepEqual([titles.get(sha(0)), titles.get(sha(1))], [undefined, "t"]);
  });
});

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

describe("the records of answers", () => {
  let store: RecordStore;
  let changes: string[];

  beforeEach(() => {
    store = new RecordStore();
    changes = [];
    store.onDidChange(({ projects: _, ...changed }) => {
      const ids = Object.entries(changed).flatMap(([kind, of]) => [...of].map((id) => `${kind} ${id}`));
      changes.push(ids.join(", "));
    });
  });

  it("are those of the latest request, or those that the host changed last when it meets an older state", () => {
    store.add("pipelines.get", [{ id: 2, status: "success" }], 20);
    store.add("pipelines.list", [{ id: 2, status: "running" }], 10);
    assert.equal(store.get("pipeline", 2)?.status, "success");
    store.add("pipelines.get", [{ id: 1, status: "success", updated_at: at(2) }], 10);
    store.add("pipelines.list", [{ id: 1, status: "running", updated_at: at(1) }], 20);
    assert.equal(store.get("pipeline", 1)?.status, "success");
    store.add("pipelines.retry", [{ id: 1, status: "running", updated_at: at(3) }], 5);
    assert.equal(store.get("pipeline", 1)?.status, "running");
    store.add("pipelines.list", [{ id: 1, status: "success", updated_at: at(2) }], 60_000);
    assert.equal(store.get("pipeline", 1)?.status, "success", "no replica lags for a minute");
  });

  it("include the pipelines that jobs, trigger jobs and merge requests name", () => {
    store.add("pipelines.list", [{ id: 7, status: "running", ref: "main", updated_at: at(1) }], 10);
    store.add("jobs.get", [{ id: 3, status: "failed", pipeline: { id: 7, status: "failed" } }], 20);
    store.add("extras.bridges", [{ id: 4, status: "success", downstream_pipeline: { id: 8, status: "success" } }], 20);
    store.add("extras.mergeRequest", [{ id: 5, iid: 1, head_pipeline: { id: 9, status: "pending" } }], 20);
    const statuses = [7, 8, 9].map((id) => store.get("pipeline", id)?.status);
    assert.deepEqual(statuses, ["failed", "success", "pending"]);
    assert.equal(store.get("pipeline", 7)?.ref, "main", "what an answer leaves out stays");
    store.add("pipelines.list", [{ id: 7, status: "running", ref: "main", updated_at: at(1) }], 15);
    assert.equal(store.get("pipeline", 7)?.status, "failed", "an answer from before is dropped");
  });

  it("replace the fields of what is shown, and leave what is shown alone if nothing is newer", () => {
    const shown = { id: 3, status: "running", name: "build", started_at: at(1) };
    assert.equal(store.newest("job", shown), shown);
    store.add("jobs.list", [shown], 10);
    assert.equal(store.newest("job", shown), shown);
    store.add("jobs.cancel", [{ id: 3, status: "canceled", name: "build", finished_at: at(2) }], 20);
    assert.deepEqual(store.newest("job", shown), { ...shown, status: "canceled", finished_at: at(2) });
  });

  it("keep the colors of labels when a later answer only has their names", () => {
    const colored = [{ name: "bug", color: "#f00" }];
    store.add("mergeRequests.listForProject", [{ id: 5, labels: colored }], 10);
    store.add("extras.mergeRequest", [{ id: 5, labels: ["bug"], state: "merged" }], 20);
    assert.deepEqual(store.get("mergeRequest", 5), { id: 5, labels: colored, state: "merged" });
    store.add("extras.mergeRequest", [{ id: 5, labels: ["bug", "ui"] }], 30);
    assert.deepEqual(store.get("mergeRequest", 5)?.labels, ["bug", "ui"]);
  });

  it("fire once per turn, if anything changed", async () => {
    const running = { id: 1, status: "running" };
    store.add("pipelines.list", [running, { id: 2, status: "running" }], 10);
    store.add("jobs.get", [{ id: 3, status: "running" }], 11);
    await turn();
    store.add("pipelines.list", [running, { id: 2, status: "success" }], 20);
    await turn();
    store.add("pipelines.list", [running, { id: 2, status: "success" }], 30);
    store.add("users.counts", [{ id: 9, status: "busy" }], 40);
    await turn();
    assert.deepEqual(changes, ["pipeline 1, pipeline 2, job 3", "pipeline 2"]);
  });

  it("know when they last changed; a pipeline also when one of its jobs did", () => {
    const job = { id: 3, status: "running", pipeline: { id: 1, status: "running" } };
    store.add("pipelines.list", [{ id: 1, status: "running" }], 10);
    store.add("jobs.listForPipeline", [job], 20);
    assert.equal(store.changedAt("pipeline", 1), 0, "to be seen first is no change");
    store.add("jobs.listForPipeline", [{ ...job, status: "success" }], 30);
    assert.deepEqual([store.changedAt("job", 3), store.changedAt("pipeline", 1)], [30, 30]);
    store.add("pipelines.list", [{ id: 1, status: "running" }], 40);
    assert.equal(store.changedAt("pipeline", 1), 30);
  });

  it("have not changed when an answer has more fields, or when a job has waited longer", () => {
    store.add("pipelines.list", [{ id: 1, status: "pending" }], 10);
    store.add("pipelines.get", [{ id: 1, status: "pending", before_sha: "0", duration: null }], 20);
    store.add("jobs.list", [{ id: 3, status: "pending", queued_duration: 10, pipeline: { id: 1 } }], 30);
    store.add("jobs.list", [{ id: 3, status: "pending", queued_duration: 25, pipeline: { id: 1 } }], 40);
    assert.deepEqual([store.changedAt("job", 3), store.changedAt("pipeline", 1)], [0, 0]);
    assert.equal(store.get("job", 3)?.queued_duration, 25);
  });

  it("are found in the answer of every documented operation that has any", () => {
    const pipelines = { Pipeline: "pipeline", PipelineListEntry: "pipeline" };
    const shapes: Readonly<Record<string, string>> = { ...pipelines, Job: "job", MergeRequest: "mergeRequest" };
    // Its answer is read as text, since real hosts only confirm it; the view reads the merge request again.
    const read = new Set(["mergeRequests.cancelAutoMerge"]);
    const expected = endpoints.flatMap(({ id, success }) => {
      const kind = shapes[success.shape ?? ""];
      return kind === undefined || read.has(id) ? [] : [[id, kind] as const];
    });
    assert.ok(expected.length > 15);
    const documented = [...kindByOperation].filter(([operation]) => !operation.startsWith("extras."));
    assert.deepEqual(new Map(documented.sort()), new Map(expected.sort()));
  });
});
