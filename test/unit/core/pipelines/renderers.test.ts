import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, job, pipeline } from "../tree/fakeHost.ts";

const { pipelineRenderers } = await import("../../../../src/core/pipelines/renderers.ts");
const { artifactRenderers } = await import("../../../../src/core/artifacts/renderers.ts");
const scope = { instance: "https://git.example.com", project: 1 };

describe("a pipeline's row", () => {
  it("offers a retry once its jobs are open and one of the latest attempts failed", async () => {
    const host = new FakeHost();
    const data = new ProjectPipelines({
      scope,
      client: host.client,
      filter: {},
      branch: new BranchPipeline(new FakeCurrent()),
    });
    const kinds = pipelineRenderers({
      data: () => data,
      read: () => undefined,
      silent: () => false,
      artifacts: artifactRenderers({
        artifacts: { load: () => Promise.reject(new Error("Not asked for")) },
        read: () => undefined,
        signal: new AbortController().signal,
      }),
    });
    const context = (): string | undefined =>
      kinds.pipeline.item({ kind: "pipeline", group: "all", ...scope, pipeline: pipeline(7, "success") }).contextValue;
    const open = async (...statuses: readonly string[]): Promise<void> => {
      host.jobs.set(
        7,
        statuses.map((status, at) => job(at + 1, "unit", "test", status)),
      );
      await data.jobs(7).load(new AbortController().signal);
    };
    assert.equal(context(), "pipeline");
    await open("failed", "success");
    assert.equal(context(), "pipeline", "an attempt that was retried already counts no more");
    await open("success", "failed");
    assert.equal(context(), "pipeline retryable");
  });
});
