import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../src/core/base/errors.ts";
import "../../support/fakes/signInEditor.ts";
import tables from "./messages.json" with { type: "json" };

const { otherHostError, pastedProblem, refusedError, sharedRedirectError, signInError } =
  await import("../../../src/auth/messages.ts");

const attempt = {
  instance: "https://git.example.com/forge",
  wanted: ["api"],
  inSettings: true,
  redirectUri: "vscode://x/callback",
} as const;

describe("messages of a failed sign-in", () => {
  for (const [kind, next] of tables.next as [ApiErrorKind, string][])
    it(`name the host, the next step and a button for ${kind}`, () => {
      const request = { method: "POST", url: "u" };
      const cause = new ApiError({
        kind,
        message: "m",
        code: "E",
        status: 499,
        serviceMessage: "line\n  two",
        request,
      });
      for (const step of ["exchange", "browserToken", "personalToken"] as const) {
        const error = signInError(cause, { ...attempt, step });
        assert.ok(error instanceof UserError);
        assert.match(error.message, /git\.example\.com\/forge/);
        assert.match(error.message, new RegExp(next));
        assert.doesNotMatch(error.message, /\n|\{\d\}/);
        assert.ok(error.action);
        assert.equal(error.cause, cause);
      }
    });

  it("leave cancellation and finished messages as they are, and quote errors of another kind", () => {
    const aborted = new ApiError({ kind: "cancelled", message: "m", request: { method: "GET", url: "u" } });
    const shown = (error: Error) => signInError(error, { ...attempt, step: "exchange" });
    for (const error of [new UserError("done"), new CancelledError(), aborted]) assert.equal(shown(error), error);
    assert.match(String(shown(new Error("disk full"))), /disk full.*Try again/);
  });

  it("quote an unknown refusal on one short line", () => {
    const { message } = refusedError("odd", `a\nb ${"x".repeat(1_000)}`, { ...attempt, step: "exchange" });
    assert.match(message, /refused the sign-in: a b x/);
    assert.ok(message.length < 500);
  });

  it("warn of another host, and say that no code was sent", () => {
    const { message } = otherHostError(attempt.instance, undefined);
    assert.match(
      message,
      /Sign-in to .* stopped: the browser returned to the redirect URI of another host\. .* might be trying to use your access to that host\. No code was sent.*only if you trust git/,
    );
    assert.match(
      otherHostError(attempt.instance, "https://other\nhost").message,
      /a response from https:\/\/other host\. If this is the same host.*No code was sent\./,
    );
  });

  it("name the redirect URI to register, and the setting where there is one", () => {
    const own = "vscode://x/callback/0123";
    const set = sharedRedirectError(attempt.instance, own, true);
    assert.match(
      set.message,
      /Add the redirect URI vscode:\/\/x\/callback\/0123 to the application on git.*"redirect": "own".*forgeline\.instances/,
    );
    assert.equal(set.action?.command, "forgeline.openSettings");
    const remembered = sharedRedirectError(attempt.instance, own, false);
    assert.match(remembered.message, /vscode:\/\/x\/callback\/0123.*sign in again/);
    assert.doesNotMatch(remembered.message, /forgeline\.instances/);
    assert.deepEqual([remembered.action?.command, remembered.action?.args], ["forgeline.signIn", [attempt.instance]]);
  });

  it("tell the problems of pasted texts apart", () => {
    const texts = (["otherHost", "bare", "wrongState", "unreadable"] as const).map(pastedProblem);
    assert.equal(new Set(texts).size, 4);
    for (const text of texts) assert.match(text, /[Pp]aste the/);
  });
});
