import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import "../../../../support/vscodeStub.ts";

const { problemItem } = await import("../../../../../src/features/people/me/items.ts");

describe("the row of what could not be read about the own account", () => {
  it("runs what may help, and nothing where the host has no such data", () => {
    const instance = "https://gitlab.example.com";
    const request = { method: "GET", url: instance, instance };
    const itemOf = (kind?: ApiErrorKind) =>
      problemItem({
        kind: "myProblem",
        instance,
        what: "counts",
        words: "Why",
        error: kind && new ApiError({ kind, message: "", request }),
      });
    for (const [kind, context, command] of [
      [undefined, "myProblem", undefined],
      ["server", "myProblem", "forgeline.refresh"],
      ["unauthorized", "myProblem", "forgeline.signIn"],
    ] as const) {
      const item = itemOf(kind);
      assert.deepEqual([item.contextValue, item.command?.command], [context, command]);
    }
    assert.equal(itemOf("server").accessibilityInformation?.role, "button");
  });
});
