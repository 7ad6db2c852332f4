import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../src/core/base/errors.ts";
import "../../support/fakes/signInEditor.ts";
import tables from "./messages.json" with { type: "json" };

const { otherHostError, pastedProblem, refusedError, signInError } = await import("../../../src/auth/messages.ts");

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

  it("warn of another issuer, and say that no code was sent", () => {
    const { message } = otherHostError(attempt.instance, "https://other\nhost");
    assert.match(message, /a response from https:\/\/other host\. If this is the same host.*No code was sent\./);
  });

  it("tell the problems of pasted texts apart", () => {
    const texts = (["otherHost", "bare", "wrongState", "unreadable"] as const).map(pastedProblem);
    assert.equal(new Set(texts).size, 4);
    for (const text of texts) assert.match(text, /[Pp]aste the/);
  });
});
