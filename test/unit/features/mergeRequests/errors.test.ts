import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequestTypes.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { whyNoMerge } from "../../../../src/features/mergeRequests/errors.ts";
import { fakeApp, project } from "../../core/fakeApp.ts";
import { full } from "./page/overviews.ts";

const mergeRequest: MergeRequest = { ...full, detailed_merge_status: "" };
const ref = { instance: project.instance, project: project.project, mergeRequest };
const refusal = (kind: ApiErrorKind, status: number, outcomeUnknown = false): ApiError =>
  new ApiError({
    kind,
    outcomeUnknown,
    status,
    message: "",
    request: { method: "PUT", url: "https://git.example.com/api/v4/x", instance: project.instance },
    serviceMessage: "no",
  });

/** What a refusal is told as while the host tells this of the merge request now. */
async function told(
  error: unknown,
  now: Partial<MergeRequest> = {},
  later = false,
): Promise<{ message: string; command?: string }> {
  const { app } = fakeApp({
    extras: { mergeRequest: () => Promise.resolve({ ...mergeRequest, ...now }), available: () => true },
  });
  const why = await whyNoMerge(app, error, { ref, sha: mergeRequest.sha ?? "", later });
  if (!(why instanceof UserError)) throw why;
  assert.equal(why.cause, error);
  return { message: why.message, ...(why.action && { command: why.action.command }) };
}

describe("why a merge was refused", () => {
  it("leads to what helps, by the state of the merge request now", async () => {
    const conflict = { detailed_merge_status: "conflict" };
    for (const [kind, status, now, command, later] of [
      ["forbidden", 401, {}, "switchAccount"],
      ["methodNotAllowed", 405, { detailed_merge_status: "not_approved" }, "mergeRequest.approve"],
      ["methodNotAllowed", 405, { detailed_merge_status: "mergeable" }, "mergeRequest.openInBrowser"],
      ["methodNotAllowed", 405, { detailed_merge_status: "mergeable" }, "mergeRequest.merge", true],
      ["methodNotAllowed", 405, { state: "merged" }, "pipeline.showLatest"],
      ["notAcceptable", 406, conflict, "mergeRequest.checkOut"],
      ["conflict", 409, { sha: "b".repeat(40) }, "mergeRequest.showNew"],
      ["invalidRequest", 422, conflict, "mergeRequest.checkOut"],
    ] as const)
      assert.equal((await told(refusal(kind, status), now, later)).command, `forgeline.${command}`, kind);
  });

  it("is unknown where no answer came", async () => {
    for (const kind of ["timeout", "network", "server", "invalidResponse"] as const)
      assert.match((await told(refusal(kind, 500, true))).message, /!7 may have been merged anyway\. Check it/, kind);
  });

  it("is the error itself for all else", async () => {
    const others = [new CancelledError(), refusal("rateLimited", 429), refusal("invalidRequest", 400), new Error("x")];
    for (const error of others) await assert.rejects(told(error), (thrown) => thrown === error);
  });

  it("is what was known if the host does not say why", async () => {
    const { app, background } = fakeApp({
      extras: { mergeRequest: () => Promise.reject(refusal("server", 500)), available: () => true },
    });
    const draft = { ...ref, mergeRequest: { ...mergeRequest, detailed_merge_status: "draft_status" } };
    const why = await whyNoMerge(app, refusal("methodNotAllowed", 405), { ref: draft });
    assert.match(why instanceof UserError ? why.message : "", /It is a draft/);
    assert.equal(background.length, 1);
  });
});
