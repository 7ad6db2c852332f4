import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Context } from "../../../../src/core/context.ts";
import "../../../support/vscodeStub.ts";

const { readRebased } = await import("../../../../src/core/mergeRequests/read.ts");

const mergeRequest = { iid: 3, title: "", state: "", web_url: "" };
const ref = { instance: "https://h", project: "a/b", mergeRequest } as const;

describe("a rebase on the host", () => {
  const reads = async (answers: readonly boolean[]) => {
    const queries: unknown[] = [];
    const pauses: number[] = [];
    const mergeRequest = (_project: unknown, _iid: unknown, query: unknown) =>
      Promise.resolve({ iid: 3, rebase_in_progress: answers[queries.push(query) - 1] ?? true });
    const context = { connections: { get: () => ({ client: { extras: { mergeRequest } } }) } };
    const read = await readRebased(context as unknown as Context, ref, new AbortController().signal, (ms) =>
      Promise.resolve(void pauses.push(ms)),
    );
    return { queries, pauses, read };
  };

  it("is polled in growing intervals until it is over, at most 40 times", async () => {
    const { queries, pauses, read } = await reads([true, true, true, true, true, false]);
    assert.deepEqual([read.rebase_in_progress, pauses], [false, [300, 700, 1500, 2500, 3000]]);
    assert.deepEqual(queries[0], { include_rebase_in_progress: true });
    const endless = await reads([]);
    assert.deepEqual([endless.read.rebase_in_progress, endless.queries.length], [true, 40]);
  });
});
