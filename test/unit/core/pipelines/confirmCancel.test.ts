import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MessageItem, MessageOptions } from "vscode";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { FakeHost, job } from "../tree/fakeHost.ts";

const { confirmCancelJob, confirmCancelPipeline } = await import("../../../../src/core/pipelines/confirmCancel.ts");

const me = { id: 1, username: "alice" };
const other = { id: 2, username: "bob" };
const scope = { instance: "https://git.example.org", project: "group/app" };

interface Known {
  /** The user in the pipeline's details, if they were read. */
  readonly by?: { readonly id: number; readonly username: string };
  /** Statuses and users of the jobs, if they were read. */
  readonly jobs?: readonly (readonly [status: string, user: typeof me])[];
}

/** Answers the question with a button, and returns what it said; undefined if nothing was asked. */
async function asked(button: string, act: () => Promise<void>): Promise<{ said?: string; went: boolean }> {
  let said: string | undefined;
  vscodeFakes.window["showWarningMessage"] = (
    text: string,
    { modal, detail }: MessageOptions,
    ...items: MessageItem[]
  ) => {
    assert.equal(modal, true);
    said = `${text}\n${detail}`;
    return Promise.resolve(items.find(({ title }) => title === button));
  };
  const went = await act().then(
    () => true,
    (error: unknown) => {
      assert.ok(error instanceof CancelledError);
      return false;
    },
  );
  return { went, ...(said !== undefined && { said }) };
}

async function contextOf({ by, jobs }: Known) {
  const records = new RecordStore();
  const host = new FakeHost();
  const pipelineJobs = new PipelineJobsCache(host.client, records, () => 1_000);
  if (by) records.add("pipelines.get", [{ id: 7, status: "running", user: by }], 1);
  if (jobs) {
    const rows = jobs.map(([status, user], at) => ({ ...job(at + 1, `job ${at + 1}`, "test"), status, user }));
    host.jobs.set(7, rows);
    await pipelineJobs.of(scope.project, 7).load(new AbortController().signal);
  }
  const session = { user: me } as never;
  return { connections: { get: () => ({ session, records, pipelineJobs }) }, records };
}

describe("canceling", () => {
  const pipeline = { ...scope, pipeline: { id: 7 } };
  const cases: readonly (readonly [what: string, known: Known, said: string | undefined])[] = [
    ["one's own pipeline with one running job", { by: me, jobs: [["running", me]] }, undefined],
    [
      "one's own pipeline with several running jobs",
      {
        by: me,
        jobs: [
          ["running", me],
          ["running", me],
        ],
      },
      "\nIts 2 running jobs will be stopped, and jobs that have not started will not run.",
    ],
    ["one's own pipeline whose jobs are unknown", { by: me }, "\nAll of its unfinished jobs will be stopped."],
    [
      "another's pipeline",
      { by: other, jobs: [["running", other]] },
      "\nIt was triggered by @bob.\nIts running job will be stopped, and jobs that have not started will not run.",
    ],
    [
      "one's own pipeline in which another retried a job",
      { by: me, jobs: [["running", other]] },
      "\nIt was triggered by @bob.\nIts running job will be stopped, and jobs that have not started will not run.",
    ],
    [
      "a pipeline of which only the row is known",
      {},
      "\nSomeone else may have triggered it.\nAll of its unfinished jobs will be stopped.",
    ],
  ];
  for (const [what, known, said] of cases)
    it(`${said === undefined ? "does not ask" : "asks"} for ${what}`, async () => {
      const context = await contextOf(known);
      const question = said && `Cancel pipeline #7 on git.example.org?${said}`;
      const yes = await asked("Cancel Pipeline", () => confirmCancelPipeline(context, pipeline));
      assert.deepEqual(yes, { went: true, ...(question !== undefined && { said: question }) });
      const no = await asked("Keep Running", () => confirmCancelPipeline(context, pipeline));
      assert.equal(no.went, said === undefined);
    });

  const jobs: readonly (readonly [what: string, user: typeof me | undefined, said: string | undefined])[] = [
    ["one's own job", me, undefined],
    ["another's job", other, "Cancel job “unit” on git.example.org?\nIt was triggered by @bob."],
    [
      "a job whose user is unknown",
      undefined,
      "Cancel job “unit” on git.example.org?\nSomeone else may have triggered it.",
    ],
  ];
  for (const [what, user, said] of jobs)
    it(`${said === undefined ? "does not ask" : "asks"} for ${what}`, async () => {
      const context = await contextOf({});
      const ref = { ...scope, job: { id: 3, name: "unit", ...(user && { user }) } };
      const yes = await asked("Cancel Job", () => confirmCancelJob(context, ref));
      assert.deepEqual(yes, { went: true, ...(said !== undefined && { said }) });
      assert.equal((await asked("Keep Running", () => confirmCancelJob(context, ref))).went, said === undefined);
    });

  it("does not ask for a job that another answer shows to be one's own", async () => {
    const { records, ...context } = await contextOf({});
    records.add("jobs.list", [{ id: 3, status: "running", user: me }], 1);
    const done = await asked("Keep Running", () =>
      confirmCancelJob(context, { ...scope, job: { id: 3, name: "unit" } }),
    );
    assert.deepEqual(done, { went: true });
  });
});
