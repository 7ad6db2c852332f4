import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequestTypes.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../core/fakeApp.ts";

const { whyNoMerge } = await import("../../../../src/features/mergeRequests/errors.ts");

const mergeRequest: MergeRequest = {
  id: 70,
  iid: 7,
  project_id: 1,
  title: "Do it",
  state: "opened",
  created_at: null,
  updated_at: null,
  web_url: "https://git.example.com/7",
  target_branch: "main",
  sha: "a".repeat(40),
};
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
  const why = await whyNoMerge(app, error, { ref, sha: mergeRequest.sha ?? undefined, later });
  if (!(why instanceof UserError)) throw why;
  assert.equal(why.cause, error);
  return { message: why.message, ...(why.action && { command: why.action.command }) };
}

describe("why a merge was refused", () => {
  it("has words and a next step of its own for 401, 405, 406, 409 and 422", async () => {
    const conflict = { detailed_merge_status: "conflict" };
    const answers = await Promise.all([
      told(refusal("forbidden", 401)),
      told(refusal("methodNotAllowed", 405), { detailed_merge_status: "not_approved" }),
      told(refusal("notAcceptable", 406), conflict),
      told(refusal("conflict", 409), { sha: "b".repeat(40) }),
      told(refusal("invalidRequest", 422), conflict),
    ]);
    assert.equal(new Set(answers.map(({ message }) => message)).size, 5);
    assert.deepEqual(
      answers.map(({ command }) => command),
      [
        "forgeline.switchAccount",
        "forgeline.mergeRequest.approve",
        "forgeline.mergeRequest.checkOut",
        "forgeline.mergeRequest.showNew",
        "forgeline.mergeRequest.checkOut",
      ],
    );
  });

  it("tells a merge that cannot wait from one that the host refuses without a reason", async () => {
    const ready = { detailed_merge_status: "mergeable" };
    assert.deepEqual(await told(refusal("methodNotAllowed", 405), ready, true), {
      message: "!7 has no running pipeline to wait for. Merge it now.",
      command: "forgeline.mergeRequest.merge",
    });
    assert.equal((await told(refusal("methodNotAllowed", 405), ready)).command, "forgeline.mergeRequest.openInBrowser");
  });

  it("says that somebody else merged it meanwhile, and leads to what came of it", async () => {
    const { message, command } = await told(refusal("methodNotAllowed", 405), { state: "merged" });
    assert.match(message, /!7 was merged in the meantime/);
    assert.equal(command, "forgeline.pipeline.showLatest");
  });

  it("says that it may be merged all the same where no answer came", async () => {
    for (const kind of ["timeout", "network", "server", "invalidResponse"] as const)
      assert.match(
        (await told(refusal(kind, 500, true))).message,
        /!7 may have been merged anyway\. Check it before you try again\./,
        kind,
      );
  });

  it("leaves everything else as it is", async () => {
    for (const error of [
      new CancelledError(),
      refusal("rateLimited", 429),
      refusal("invalidRequest", 400),
      new Error("x"),
    ])
      await assert.rejects(told(error), (thrown) => thrown === error);
  });

  it("goes by what was known when the host does not even tell why", async () => {
    const { app, background } = fakeApp({
      extras: { mergeRequest: () => Promise.reject(refusal("server", 500)), available: () => true },
    });
    const why = await whyNoMerge(app, refusal("methodNotAllowed", 405), {
      ref: { ...ref, mergeRequest: { ...mergeRequest, detailed_merge_status: "draft_status" } },
    });
    assert.ok(why instanceof UserError);
    assert.match(why.message, /It is a draft/);
    assert.equal(background.length, 1);
  });
});
