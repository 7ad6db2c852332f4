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

/** Answers the question with a button. @returns whether the act goes on, and what was said if anything was asked */
async function answered(button: string, act: () => Promise<void>): Promise<[went: boolean, said: string | undefined]> {
  let said: string | undefined;
  vscodeFakes.window["showWarningMessage"] = (
    text: string,
    { modal, detail }: MessageOptions,
    ...more: MessageItem[]
  ) => {
    assert.equal(modal, true);
    said = `${text}\n${detail}`;
    return Promise.resolve(more.find(({ title }) => title === button));
  };
  const error: unknown = await act().catch((thrown: unknown) => thrown);
  assert.ok(error === undefined || error instanceof CancelledError);
  return [error === undefined, said];
}
/** Fails unless this is said, if anything, and the act goes on with the button alone. */
async function assertAsked(button: string, act: () => Promise<void>, said: string | undefined): Promise<void> {
  assert.deepEqual(await answered(button, act), [true, said]);
  assert.deepEqual(await answered("Keep Running", act), [said === undefined, said]);
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
  const running: Known["jobs"] = [["running", me]];
  const unfinished = "\nAll of its unfinished jobs will be stopped.";
  const one = "\nIts running job will be stopped, and jobs that have not started will not run.";
  const two = "\nIts 2 running jobs will be stopped, and jobs that have not started will not run.";
  const byBob = `\nIt was triggered by @bob.${one}`;
  const unknown = "Someone else may have triggered it.";
  const cases: readonly (readonly [what: string, known: Known, said?: string])[] = [
    ["own pipeline with one running job", { by: me, jobs: running }],
    ["own pipeline with several running jobs", { by: me, jobs: [...running, ...running] }, two],
    ["own pipeline with unknown jobs", { by: me }, unfinished],
    ["own pipeline whose jobs were read a minute ago", { by: me, jobs: running, age: 60_000 }, unfinished],
    ["own pipeline whose jobs had ended a minute ago", { by: me, jobs: [["success", me]], age: 60_000 }, unfinished],
    ["another user's pipeline", { by: other, jobs: [["running", other]] }, byBob],
    ["own pipeline with another user's job", { by: me, jobs: [["running", other]] }, byBob],
    ["pipeline known only by its row", {}, `\n${unknown}${unfinished}`],
  ];
  for (const [what, known, said] of cases)
    it(`${said === undefined ? "does not ask" : "asks"} for ${what}`, async () => {
      const context = await contextOf(known);
      const question = said && `Cancel pipeline #7 on git.example.org?${said}`;
      await assertAsked("Cancel Pipeline", () => confirmCancelPipeline(context, pipeline), question);
      if (!known.jobs) assert.equal(context.connections.get().pipelineJobs.known(7), undefined, "it is not shown");
    });

  for (const [what, user, why] of [
    ["own job", me, undefined],
    ["another user's job", other, "It was triggered by @bob."],
    ["a job of an unknown user", undefined, unknown],
  ] as const)
    it(`${why === undefined ? "does not ask" : "asks"} for ${what}`, async () => {
      const context = await contextOf({});
      const ref = { ...scope, job: { id: 3, name: "unit", ...(user && { user }) } };
      const question = why && `Cancel job “unit” on git.example.org?\n${why}`;
      await assertAsked("Cancel Job", () => confirmCancelJob(context, ref), question);
      context.records.add("jobs.list", [{ id: 3, status: "running", user: me }], 1);
      await assertAsked(
        "Cancel Job",
        () => confirmCancelJob(context, { ...scope, job: { id: 3, name: "unit" } }),
        undefined,
      );
    });

  it("asks once for several pipelines or jobs, own ones too", async () => {
    const context = await contextOf({ by: me, jobs: running });
    context.records.add("pipelines.get", [{ id: 8, status: "running", user: other }], 1);
    const pipelines = [7, 8, 9].map((id) => ({ ...scope, pipeline: { id } as never }));
    const listed = "Cancel 3 pipelines on git.example.org?\n• pipeline #7\n• pipeline #8\n• pipeline #9\n";
    const owners = "1 of them was triggered by another user.\nSomeone else may have triggered 1 of them.\n";
    const question = `${listed}${owners}All of their unfinished jobs will be stopped.`;
    await assertAsked("Cancel Pipelines", () => confirmCancelPipelines(context, pipelines), question);
    const jobs = [3, 4].map((id) => ({ ...scope, job: { id, name: `unit ${id}`, user: me } as never }));
    const ofJobs = "Cancel 2 jobs on git.example.org?\n• job “unit 3”\n• job “unit 4”";
    await assertAsked("Cancel Jobs", () => confirmCancelJobs(context, jobs), ofJobs);
  });
});
