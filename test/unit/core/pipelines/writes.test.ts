import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import "../../../support/vscodeStub.ts";

const { retryJob } = await import("../../../../src/core/pipelines/writes.ts");

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
