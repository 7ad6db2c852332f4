import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MessageItem, MessageOptions } from "vscode";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { FakeHost, job } from "../tree/fakeHost.ts";

const { confirmCancelJob, confirmCancelJobs, confirmCancelPipeline, confirmCancelPipelines } =
  await import("../../../../src/core/pipelines/confirmCancel.ts");

const me = { id: 1, username: "alice" };
const other = { id: 2, username: "bob" };
const scope = { instance: "https://git.example.org", project: "group/app" };

interface Known {
  /** The user in the pipeline's details, if they were read. */
  readonly by?: { readonly id: number; readonly username: string };
  /** Statuses and users of the jobs, if they were read. */
  readonly jobs?: readonly (readonly [status: string, user: typeof me])[];
  /** Milliseconds since then. */
  readonly age?: number;
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

async function contextOf({ by, jobs, age = 0 }: Known) {
  let now = 1_000;
  const records = new RecordStore();
  const host = new FakeHost();
  const pipelineJobs = new PipelineJobsCache(host.client, records, () => now);
  if (by) records.add("pipelines.get", [{ id: 7, status: "running", user: by }], 1);
  if (jobs) {
    const rows = jobs.map(([status, user], at) => ({ ...job(at + 1, `job ${at + 1}`, "test"), status, user }));
    host.jobs.set(7, rows);
    await pipelineJobs.of(scope.project, 7).load(new AbortController().signal);
  }
  now += age;
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
      "one's own pipeline whose jobs were read a while ago",
      { by: me, jobs: [["running", me]], age: 60_000 },
      "\nAll of its unfinished jobs will be stopped.",
    ],
    [
      "one's own pipeline whose jobs had ended a while ago",
      { by: me, jobs: [["success", me]], age: 60_000 },
      "\nAll of its unfinished jobs will be stopped.",
    ],
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

  it("asks once for several pipelines, of whoever they are", async () => {
    const context = await contextOf({ by: me, jobs: [["running", me]] });
    context.records.add("pipelines.get", [{ id: 8, status: "running", user: other }], 1);
    const refs = [7, 8, 9].map((id) => ({ ...scope, pipeline: { id } as never }));
    const said =
      "Cancel 3 pipelines on git.example.org?\n• pipeline #7\n• pipeline #8\n• pipeline #9\n1 of them was triggered by another user.\nSomeone else may have triggered 1 of them.\nAll of their unfinished jobs will be stopped.";
    const ask = (button: string) => asked(button, () => confirmCancelPipelines(context, refs));
    assert.deepEqual(await ask("Cancel Pipelines"), { said, went: true });
    assert.deepEqual(await ask("Keep Running"), { said, went: false });
  });

  it("asks once for several jobs, also for one's own", async () => {
    const context = await contextOf({});
    const refs = [3, 4].map((id) => ({ ...scope, job: { id, name: `unit ${id}`, user: me } as never }));
    const said = "Cancel 2 jobs on git.example.org?\n• job “unit 3”\n• job “unit 4”";
    const ask = (button: string) => asked(button, () => confirmCancelJobs(context, refs));
    assert.deepEqual(await ask("Cancel Jobs"), { said, went: true });
    assert.deepEqual(await ask("Keep Running"), { said, went: false });
  });

  it("keeps no jobs of a pipeline that nobody has shown", async () => {
    const { connections } = await contextOf({});
    await asked("Keep Running", () => confirmCancelPipeline({ connections }, pipeline));
    assert.equal(connections.get().pipelineJobs.known(7), undefined);
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
