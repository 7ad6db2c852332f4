import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import "../../../support/vscodeStub.ts";

const { retryJob } = await import("../../../../src/core/pipelines/writes.ts");

it("a retry without a response is looked for by the name that the job has on the host", async () => {
  const instance = "https://git.example.com";
  const lost = new ApiError({
    kind: "network",
    outcomeUnknown: true,
    message: "",
    request: { method: "POST", url: `${instance}/api/v4/x`, instance },
  });
  const items = [
    { id: 9, name: "unit 2/2" },
    { id: 8, name: "unit 1/2" },
    { id: 7, name: "unit 1/2" },
  ];
  const jobs = {
    retry: () => Promise.reject(lost),
    listForPipeline: (...[, , query]: unknown[]) => ({
      all: () => {
        assert.deepEqual(query, { include_retried: true });
        return Promise.resolve({ items });
      },
    }),
  };
  const context = {
    connections: { get: () => ({ client: { jobs } }) },
    unanswered: new UnansweredWrites(),
    changes: { fire: () => undefined },
    report: { background: () => undefined },
  };
  const pipeline = { id: 3, status: "failed", ref: "main", sha: "", web_url: "" };
  const ref = { instance, project: "a/b", job: { id: 7, name: "unit", pipeline } };
  const { signal } = new AbortController();
  assert.equal((await retryJob(context as never, ref, signal)).id, 8);
});

describe("a retry that the host refuses with 403", () => {
  const instance = "https://git.example.com";
  const refused = new ApiError({
    kind: "forbidden",
    message: "",
    serviceMessage: "403 Forbidden - Job is not retryable",
    request: { method: "POST", url: `${instance}/api/v4/x`, instance },
  });
  const pipeline = { id: 3, status: "failed", ref: "main", sha: "", web_url: "" };
  const retried = (job: object, items: readonly object[] = []): Promise<unknown> => {
    const jobs = {
      retry: () => Promise.reject(refused),
      get: () => Promise.resolve(job),
      listForPipeline: () => ({ all: () => Promise.resolve({ items }) }),
    };
    const context = {
      connections: { get: () => ({ client: { jobs } }) },
      unanswered: new UnansweredWrites(),
      changes: { fire: () => undefined },
      report: { background: () => undefined },
    };
    const ref = { instance, project: "a/b", job: { id: 7, name: "unit", pipeline } };
    return retryJob(context as never, ref, new AbortController().signal);
  };

  it("says that the job's status excludes it", async () => {
    await assert.rejects(retried({ status: "running" }), {
      message: "Cannot retry job “unit”. Its status is “running”.",
    });
  });

  it("says that the job was retried already", async () => {
    const items = [
      { id: 9, name: "unit" },
      { id: 7, name: "unit" },
    ];
    await assert.rejects(retried({ status: "failed" }, items), {
      message: "Cannot retry job “unit”. It was already retried as job #9.",
    });
  });

  it("is about the permission otherwise", async () => {
    await assert.rejects(retried({ status: "failed" }, [{ id: 7, name: "unit" }]), refused);
  });
});
