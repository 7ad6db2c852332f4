import assert from "node:assert/strict";
import { it } from "mocha";
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
