import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";

const { fieldsWords, orRefresh, orSwitchAccount, refusalOf, withRefusals } =
  await import("../../../../src/core/ui/refusals.ts");

const error = (kind: ApiErrorKind, serviceMessage?: string): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "POST", url: "x" }, serviceMessage });
const table = {
  forbidden: () => orSwitchAccount("not yours"),
  notFound: () => orRefresh("gone"),
  conflict: ({ serviceMessage }: ApiError) => (serviceMessage === "taken" ? "taken already" : undefined),
};

describe("refusals", () => {
  it("have the words and the button of the table, and leave other errors as they are", () => {
    for (const [refused, message, command] of [
      [error("forbidden"), "not yours", "forgeline.switchAccount"],
      [error("notFound"), "gone", "forgeline.refresh"],
      [error("conflict", "taken"), "taken already", undefined],
    ] as const) {
      const words = refusalOf(refused, table) as UserError;
      const found = [words.name, words.message, words.action?.command, words.cause];
      assert.deepEqual(found, ["UserError", message, command, refused]);
    }
    for (const other of [error("conflict", "else"), error("server"), new UserError("x"), new Error("x"), "x"])
      assert.equal(refusalOf(other, table), other);
  });

  it("are thrown by what was refused, and not by what was done", async () => {
    assert.equal(await withRefusals(table, () => Promise.resolve(3)), 3);
    const refused = withRefusals(table, () => Promise.reject(error("notFound")));
    await assert.rejects(refused, { name: "UserError", message: "gone" });
  });

  it("have a sentence for each field, or none", () => {
    const words = (field: string, texts: readonly string[]): string => `${field} ${texts.join()}.`;
    assert.equal(fieldsWords({ a: ["x", "y"], b: ["z"] }, words), "a x,y. b z.");
    assert.equal(fieldsWords({}, words), undefined);
  });
});
