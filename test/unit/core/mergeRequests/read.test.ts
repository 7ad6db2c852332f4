import assert from "node:assert/strict";
import { it } from "mocha";
import type { Context } from "../../../../src/core/context.ts";
import "../../../support/vscodeStub.ts";

const { readRebased } = await import("../../../../src/core/mergeRequests/read.ts");

const mergeRequest = { iid: 3, title: "", state: "", web_url: "" };
const ref = { instance: "https://h", project: "a/b", mergeRequest } as const;

/** Reads until a rebase is over on a host that answers so, whether it goes on, and that it does from then on. */
const read = async (...answers: readonly boolean[]) => {
  const [queries, pauses]: [unknown[], number[]] = [[], []];
  const extras = {
    mergeRequest: (_project: unknown, _iid: unknown, query: unknown) =>
      Promise.resolve({ iid: 3, rebase_in_progress: answers[queries.push(query) - 1] ?? true }),
  };
  const context = { connections: { get: () => ({ client: { extras } }) } } as unknown as Context;
  const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
  const { rebase_in_progress: isRunning } = await readRebased(context, ref, new AbortController().signal, pause);
  return { queries, pauses, isRunning };
};

it("a rebase on the host is polled in growing intervals until it is over, at most 40 times", async () => {
  const { queries, pauses, isRunning } = await read(true, true, true, true, true, false);
  assert.deepEqual([isRunning, pauses], [false, [300, 700, 1500, 2500, 3000]]);
  assert.deepEqual(queries[0], { include_rebase_in_progress: true });
  const endless = await read();
  assert.deepEqual([endless.isRunning, endless.queries.length], [true, 40]);
});
