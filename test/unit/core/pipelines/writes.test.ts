import assert from "node:assert/strict";
import type { MessageItem, MessageOptions } from "vscode";
import { ApiError } from "../../../../src/api/errors.ts";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import {
  confirmCancelJob,
  confirmCancelJobs,
  confirmCancelPipeline,
  confirmCancelPipelines,
} from "../../../../src/core/pipelines/confirmCancel.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import * as rules from "../../../../src/core/pipelines/variableRules.ts";
import { retryJob } from "../../../../src/core/pipelines/writes.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { FakeHost, job } from "../tree/fakeHost.ts";

const instance = "https://git.example.com";
const request = { method: "POST", url: `${instance}/api/v4/x`, instance };
const lost = new ApiError({ kind: "network", outcomeUnknown: true, message: "", request });
const refused = new ApiError({ kind: "forbidden", message: "", serviceMessage: "Job is not retryable", request });

type Listed = readonly { readonly id: number; readonly name: string }[];
/** Retries job 7 on a host that fails with an error, and lists these jobs afterwards. */
const retried = (error: ApiError, items: Listed, status = "failed"): Promise<{ readonly id: number }> => {
  const listForPipeline = (...[, , query]: unknown[]) => {
    assert.deepEqual(query, { include_retried: true });
    return { all: () => Promise.resolve({ items }) };
  };
  const jobs = { retry: () => Promise.reject(error), get: () => Promise.resolve({ status }), listForPipeline };
  const context = {
    connections: { get: () => ({ client: { jobs } }) },
    unanswered: new UnansweredWrites(),
    changes: { fire: () => undefined },
    report: { background: () => undefined },
  };
  const pipeline = { id: 3, status: "failed", ref: "main", sha: "", web_url: "" };
  const ref = { instance, project: "a/b", job: { id: 7, name: "unit", pipeline } };
  return retryJob(context as never, ref, new AbortController().signal);
};

describe("a retry of a job", () => {
  const old = { id: 7, name: "unit" };

  it("without a response is found by the name that the job has on the host", async () => {
    const listed = [9, 8, 7].map((id) => ({ id, name: id === 9 ? "unit 2/2" : "unit 1/2" }));
    assert.equal((await retried(lost, listed)).id, 8);
  });

  it("that is refused says whether the status or an earlier retry excludes it", async () => {
    const message = "Cannot retry job “unit”.";
    await assert.rejects(retried(refused, [old], "running"), { message: `${message} Its status is “running”.` });
    const again = [{ id: 9, name: "unit" }, old];
    await assert.rejects(retried(refused, again), { message: `${message} It was already retried as job #9.` });
    await assert.rejects(retried(refused, [old]), refused);
  });
});

const { keyProblem, longestKey, variablesText, withoutVariable, withVariable } = rules;

const variable = (key: string, value = "v"): rules.Variable => ({ key, value, variable_type: "env_var" });

describe("variables of a new pipeline", () => {
  for (const [problem, ...keys] of [
    [undefined, "DEPLOY_TO", "a1", "1A", "x".repeat(longestKey)],
    ["empty", ""],
    ["characters", "A B", "A-B", "ÄÖ", "A\n", "$(x)"],
    ["tooLong", "x".repeat(longestKey + 1)],
    ["taken", "TAKEN"],
  ] as const)
    it(`${problem ?? "accepts"}: ${JSON.stringify(keys).slice(0, 60)}`, () => {
      for (const key of keys) assert.equal(keyProblem(key, ["TAKEN"]), problem, key);
    });

  it("appends, replaces and removes in a copy of the list", () => {
    const list = [variable("A"), variable("B")];
    const keys = (of: readonly rules.Variable[]): string => of.map(({ key }) => key).join("");
    const changed = [
      withVariable(list, 2, variable("C")),
      withVariable(list, 0, variable("C")),
      withoutVariable(list, 0),
    ];
    assert.deepEqual([...changed, list].map(keys), ["ABC", "CB", "B", "AB"]);
  });

  it("writes lines and, below their names, files", () => {
    const text = variablesText([
      { key: "A", value: "1" },
      { key: "EMPTY", value: "", variable_type: "env_var" },
      { key: "CONFIG", value: "x: 1\ny: 2", variable_type: "file" },
      { key: "LONG", value: "a\nb\n" },
    ]);
    assert.equal(text, "A=1\nEMPTY=\n# CONFIG (file)\nx: 1\ny: 2\n# LONG\na\nb\n");
  });
});

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
