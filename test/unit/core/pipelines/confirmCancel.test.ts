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
      const ask = (button: string) => asked(button, () => confirmCancelPipeline(context, pipeline));
      assert.deepEqual(await ask("Cancel Pipeline"), { went: true, ...(question !== undefined && { said: question }) });
      assert.equal((await ask("Keep Running")).went, said === undefined);
    });

  for (const [what, user, why] of [
    ["own job", me, undefined],
    ["another user's job", other, "It was triggered by @bob."],
    ["a job of an unknown user", undefined, unknown],
  ] as const)
    it(`${why === undefined ? "does not ask" : "asks"} for ${what}`, async () => {
      const context = await contextOf({});
      const ref = { ...scope, job: { id: 3, name: "unit", ...(user && { user }) } };
      const ask = (button: string) => asked(button, () => confirmCancelJob(context, ref));
      const said = why && `Cancel job “unit” on git.example.org?\n${why}`;
      assert.deepEqual(await ask("Cancel Job"), { went: true, ...(said !== undefined && { said }) });
      assert.equal((await ask("Keep Running")).went, why === undefined);
    });

  it("asks once for several pipelines or jobs, own ones too", async () => {
    const context = await contextOf({ by: me, jobs: running });
    context.records.add("pipelines.get", [{ id: 8, status: "running", user: other }], 1);
    const pipelines = [7, 8, 9].map((id) => ({ ...scope, pipeline: { id } as never }));
    const jobs = [3, 4].map((id) => ({ ...scope, job: { id, name: `unit ${id}`, user: me } as never }));
    for (const [button, act, lines] of [
      ["Cancel Pipelines", () => confirmCancelPipelines(context, pipelines), ["by another user", "may have", "All of"]],
      ["Cancel Jobs", () => confirmCancelJobs(context, jobs), []],
    ] as const) {
      const { said = "", went } = await asked(button, act);
      const [question, ...rest] = said.split("\n");
      assert.match(question ?? "", /^Cancel [32] (pipelines|jobs) on git\.example\.org\?$/);
      const listed = rest.filter((line) => line.startsWith("• "));
      assert.deepEqual([went, listed.length], [true, lines.length === 0 ? 2 : 3]);
      rest.slice(listed.length).forEach((line, at) => assert.ok(line.includes(lines[at] ?? "none"), line));
      assert.deepEqual(await asked("Keep Running", act), { said, went: false });
    }
  });

  it("keeps no jobs of a pipeline that is not shown", async () => {
    const { connections } = await contextOf({});
    await asked("Keep Running", () => confirmCancelPipeline({ connections }, pipeline));
    assert.equal(connections.get().pipelineJobs.known(7), undefined);
  });

  it("does not ask for a job that another answer shows to be own", async () => {
    const { records, ...context } = await contextOf({});
    records.add("jobs.list", [{ id: 3, status: "running", user: me }], 1);
    const done = await asked("Keep Running", () =>
      confirmCancelJob(context, { ...scope, job: { id: 3, name: "unit" } }),
    );
    assert.deepEqual(done, { went: true });
  });
});
