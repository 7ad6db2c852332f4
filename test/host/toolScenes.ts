/** How agents write by their tools, for the suite about faulty writes. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { ToolName } from "../../src/features/agents/toolNames.ts";
import { outer } from "./outer.ts";
import type { RoleWorld } from "./roleWorld.ts";
import type { Scenes, Taken } from "./writeScenes.ts";

/** Calls a tool, and says yes to VS Code's question. Returns what an agent is told that went wrong. */
const called = (name: ToolName, input: object) => async (): Promise<Taken> => {
  const answer = Promise.resolve(vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined })).then(
    () => true,
    (error: unknown) => (error instanceof Error ? error.message : assert.fail("An agent is told nothing")),
  );
  await Promise.race([answer, outer().ask({ action: "dialog", button: "Yes" })]);
  return answer;
};

/** A merge request, and the file that it adds, of one line. */
async function changed(world: RoleWorld): Promise<{ readonly iid: number; readonly file: string }> {
  const { mergeRequest }: MergeRequestRef = await world.mergeRequest();
  return { iid: mergeRequest.iid, file: `${mergeRequest.source_branch ?? ""}.txt` };
}

const failedJob = { name: "compile", status: "failed" };

export const toolScenes: Scenes = {
  "an agent's pipeline": {
    changes: "pipeline",
    write: () => Promise.resolve(called("forgeline_run_pipeline", { ref: "main" })),
  },
  "an agent's retry of a pipeline": {
    changes: "pipeline",
    write: async (world) => {
      const { pipeline } = (await world.pipeline({ status: "failed", jobs: [failedJob] })) as PipelineRef;
      return called("forgeline_retry", { pipeline: pipeline.id });
    },
    doneAlready: /has no failed or canceled jobs/,
  },
  "an agent's retry of a job": {
    changes: "job",
    write: async (world) => {
      const { job } = (await world.job("failed")) as JobRef;
      return called("forgeline_retry", { job: job.id });
    },
  },
  "an agent's comment": {
    changes: "mergeRequest",
    write: async (world) => {
      const { iid } = await changed(world);
      return called("forgeline_comment", { merge_request: iid, body: "Well done" });
    },
  },
  "an agent's thread on a line": {
    changes: "mergeRequest",
    write: async (world) => {
      const { iid, file } = await changed(world);
      return called("forgeline_comment", { merge_request: iid, file, line: 1, body: "Why?" });
    },
  },
  "an agent's reply": {
    changes: "mergeRequest",
    write: async (world) => {
      const { iid } = await changed(world);
      const { id: thread } = await world.api<{ id: string }>("POST", `./merge_requests/${iid}/discussions`, {
        body: "Why?",
      });
      return called("forgeline_comment", { merge_request: iid, thread, body: "Because." });
    },
  },
  "an agent's suggestion": {
    changes: "mergeRequest",
    write: async (world) => {
      const { iid, file } = await changed(world);
      return called("forgeline_suggest_change", { merge_request: iid, file, first_line: 1, replacement: "other" });
    },
  },
};
