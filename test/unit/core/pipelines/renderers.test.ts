import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import type { PipelineDetails } from "../../../../src/api/resources/pipelines.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import type { Group, PipelineNode, PipelinesNode, StageNode } from "../../../../src/core/pipelines/nodes.ts";
import { PipelineTitles } from "../../../../src/core/pipelines/pipelineTitles.ts";
import { ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, job, pipeline } from "../tree/fakeHost.ts";

const { pipelineRenderers } = await import("../../../../src/core/pipelines/renderers.ts");
const { artifactRenderers } = await import("../../../../src/core/artifacts/renderers.ts");
const scope = { instance: "https://git.example.com", project: 1 };

const { TreeItemCollapsibleState } = await import("vscode");
const { Collapsed, Expanded } = TreeItemCollapsibleState;
const { signal } = new AbortController();

describe("the rows of the Pipelines view", () => {
  let host: FakeHost;
  let records: RecordStore;
  let branch: BranchPipeline;
  let data: ProjectPipelines;
  let kinds: ReturnType<typeof pipelineRenderers>;
  let isCurrentShown: boolean;
  let titles: Map<string, string>;

  beforeEach(() => {
    host = new FakeHost();
    records = new RecordStore();
    titles = new Map();
    isCurrentShown = true;
    const current = new FakeCurrent();
    branch = new BranchPipeline(current);
    current.ready(host.client);
    data = new ProjectPipelines({
      scope,
      client: host.client,
      records,
      filter: {},
      branch,
      titles: new PipelineTitles({
        client: host.client,
        project: 1,
        known: records.titles,
        clone: () => ({ titles: () => Promise.resolve(titles) }),
        silent: () => true,
        signal,
        late: () => undefined,
        failed: () => undefined,
      }),
    });
    kinds = pipelineRenderers({
      data: () => data,
      read: () => undefined,
      silent: () => false,
      isCurrentShown: () => isCurrentShown,
      artifacts: artifactRenderers({
        artifacts: { load: () => Promise.reject(new Error("Not asked for")) },
        read: () => undefined,
        signal,
      }),
    });
  });

  const row = (of: PipelineDetails, group: Group = "all"): PipelineNode => ({
    kind: "pipeline",
    group,
    ...scope,
    pipeline: of,
  });
  const below = async (group: Group): Promise<{ ids: number[]; note: string | undefined }> => {
    const rows = await kinds.group.children?.({ kind: "group", group, ...scope }, signal);
    const known = kinds.group.known?.({ kind: "group", group, ...scope });
    assert.deepEqual(known?.nodes, rows?.nodes);
    return {
      ids: (rows?.nodes ?? []).flatMap((node) => (node.kind === "pipeline" ? [node.pipeline.id] : [])),
      note: rows?.note,
    };
  };
  const open = async (of: PipelineDetails): Promise<readonly PipelinesNode[]> =>
    (await kinds.pipeline.children?.(row(of), signal))?.nodes ?? [];

  it("offer a retry once a latest attempt is known to have failed", async () => {
    const context = (): string | undefined => kinds.pipeline.item(row(pipeline(7, "success"))).contextValue;
    const read = async (...statuses: readonly string[]): Promise<void> => {
      host.jobs.set(
        7,
        statuses.map((status, at) => job(at + 1, "unit", "test", status)),
      );
      await data.jobs(7).load(signal);
    };
    assert.equal(context(), "pipeline");
    await read("failed", "success");
    assert.equal(context(), "pipeline");
    await read("success", "failed");
    assert.equal(context(), "pipeline retryable");
  });

  it("show title and age, or ID and ref without a title", () => {
    const sha = "a".repeat(40);
    const of = pipeline(108, "failed", { sha, ref: "topic", created_at: new Date(Date.now() - 310_000).toISOString() });
    const drawn = (more: Partial<PipelineDetails> = {}) => {
      const { label, description, accessibilityInformation } = kinds.pipeline.item(row({ ...of, ...more }));
      return [label, description, accessibilityInformation?.label];
    };
    const ago = "5 min ago";
    const spoken = `ref topic, commit aaaaaaaa, started by push, ${ago}`;
    assert.deepEqual(drawn(), ["#108 topic", `aaaaaaaa · push · ${ago}`, `Pipeline 108, failed, ${spoken}`]);
    records.titles.put(sha, "Fix the login redirect");
    assert.deepEqual(drawn(), [
      "Fix the login redirect",
      `${ago} · #108 · topic`,
      `Pipeline 108, failed, Fix the login redirect, ${spoken}`,
    ]);
    assert.deepEqual(drawn({ name: "Nightly" }), [
      "Nightly",
      `${ago} · #108 · topic`,
      `Pipeline 108, failed, Nightly, Fix the login redirect, ${spoken}`,
    ]);
  });

  it("show the title of the branch's pipeline without another request", async () => {
    const sha = "d".repeat(40);
    host.pipelines = [pipeline(1, "success", { sha })];
    host.latest = 1;
    await branch.load();
    const current = { kind: "group", group: "current", ...scope } as const;
    assert.equal(kinds.group.known?.(current), undefined, "it waits");
    titles.set(sha, "In the clone");
    await below("current");
    assert.equal(kinds.pipeline.item(row(pipeline(1, "success", { sha }), "current")).label, "In the clone");
    const latest = (): number => host.whats.filter((what) => what.startsWith("latest")).length;
    assert.equal(latest(), 1);
    await below("current");
    assert.equal(latest(), 2, "a refresh asks");
  });

  it("have the branch's pipeline once, unless it is filtered or its row hidden", async () => {
    host.pipelines = [3, 2, 1].map((id) => pipeline(id));
    host.latest = 2;
    assert.deepEqual(await below("current"), { ids: [2], note: undefined });
    assert.deepEqual((await below("all")).ids, [3, 1]);
    data.addFound(pipeline(2));
    assert.deepEqual((await below("found")).ids, []);
    isCurrentShown = false;
    assert.deepEqual((await below("all")).ids, [3, 2, 1]);
    isCurrentShown = true;
    data.filter = { ref: "main" };
    assert.deepEqual((await below("all")).ids, [3, 2, 1]);
  });

  it("say that there are no other pipelines", async () => {
    host.pipelines = [pipeline(2)];
    host.latest = 2;
    await below("current");
    assert.deepEqual(await below("all"), { ids: [], note: "No other pipelines" });
    host.pipelines = [];
    host.latest = undefined;
    await below("current");
    assert.deepEqual(await below("all"), { ids: [], note: "No pipelines yet" });
  });

  for (const [status, current, listed] of [
    ["failed", Expanded, Collapsed],
    ["running", Expanded, Collapsed],
    ["created", Collapsed, Collapsed],
    ["success", Collapsed, Collapsed],
  ] as const)
    it(`have their initial state while ${status}`, () => {
      const of = pipeline(1, status);
      assert.equal(kinds.pipeline.item(row(of, "current")).collapsibleState, current);
      assert.equal(kinds.pipeline.item(row(of)).collapsibleState, listed, "which would need a request");
    });

  it("expand failed stages, and group the parts of a job", async () => {
    host.jobs.set(1, [
      job(1, "app", "build"),
      job(2, "lint", "test"),
      ...[1, 2, 3].map((part) => job(2 + part, `rspec ${part}/3`, "test", part === 3 ? "failed" : "success")),
      job(6, "ship: [a]", "deploy", "created"),
      job(7, "ship: [b]", "deploy", "created"),
    ]);
    const stages = (await open(pipeline(1, "failed"))).filter((node): node is StageNode => node.kind === "stage");
    assert.deepEqual(
      stages.map((node) => kinds.stage.item(node)).map((one) => [one.collapsibleState, one.contextValue]),
      [
        [Collapsed, "stage"],
        [Expanded, "stage retryable"],
        [Collapsed, "stage"],
      ],
    );
    const [lint, rspec] = stages[1] ? (kinds.stage.known?.(stages[1])?.nodes ?? []) : [];
    assert.ok(lint?.kind === "job" && rspec?.kind === "jobGroup");
    const item = kinds.jobGroup.item(rspec);
    assert.deepEqual(
      [item.label, item.description, item.contextValue, item.collapsibleState, item.accessibilityInformation?.label],
      ["rspec", "1 of 3 failed", "jobGroup retryable", Expanded, "Jobs rspec, failed, 1 of 3 failed"],
    );
    const jobs = kinds.jobGroup.known?.(rspec)?.nodes ?? [];
    assert.deepEqual(
      jobs.map((node) => node.kind === "job" && `${node.job.name} ${kinds.job.id(node)}`),
      [5, 3, 4].map((id) => `rspec ${id - 2}/3 ${scope.instance} 1/all/1/test?jobs/rspec/${id}`),
    );
    const [ship] = stages[2] ? (kinds.stage.known?.(stages[2])?.nodes ?? []) : [];
    assert.ok(ship?.kind === "jobGroup");
    assert.equal(kinds.jobGroup.item(ship).collapsibleState, Collapsed);
  });

  it("show the error of an invalid CI file, requested once", async () => {
    const of = pipeline(1, "failed", { sha: "c".repeat(40) });
    host.pipelines = [{ ...of, yaml_errors: "job x: chosen stage y does not exist" } as PipelineDetails];
    const [error, ...others] = await open(of);
    assert.deepEqual(others, []);
    assert.ok(error?.kind === "ciError");
    const { label, command, accessibilityInformation } = kinds.ciError.item(error);
    const text = "job x: chosen stage y does not exist";
    assert.deepEqual([label, accessibilityInformation?.label], [text, `Invalid CI file: ${text}`]);
    assert.equal(command?.command, "forgeline.ciFile.showError");
    assert.deepEqual(command.arguments, [{ ...scope, sha: of.sha, error: text }]);
    const details = (): number => host.whats.filter((what) => what === "get 1").length;
    assert.equal(details(), 1);
    await open(of);
    assert.equal(details(), 1);
  });

  it("request no details of a pipeline that has jobs or passed", async () => {
    host.pipelines = [pipeline(1, "failed"), pipeline(2, "skipped")];
    host.jobs.set(1, [job(1, "x", "test", "failed")]);
    await open(pipeline(1, "failed"));
    assert.deepEqual(await open(pipeline(2, "skipped")), []);
    assert.ok(!host.whats.some((what) => what.startsWith("get")));
  });
});
