import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Context } from "../../../../src/core/context.ts";
import "../../../support/vscodeStub.ts";

const { readRebased } = await import("../../../../src/core/mergeRequests/read.ts");

const ref = {
  instance: "https://h",
  project: "a/b",
  mergeRequest: { iid: 3, title: "", state: "", web_url: "" },
} as const;

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

  it("is polled in growing intervals until it is over", async () => {
    const { queries, pauses, read } = await reads([true, true, true, true, true, false]);
    assert.equal(read.rebase_in_progress, false);
    assert.deepEqual(pauses, [300, 700, 1500, 2500, 3000]);
    assert.deepEqual(queries[0], { include_rebase_in_progress: true });
  });

  it("is polled at most 40 times", async () => {
    const { queries, read } = await reads([]);
    assert.equal(read.rebase_in_progress, true);
    assert.equal(queries.length, 40);
  });
});
