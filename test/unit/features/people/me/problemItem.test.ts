import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { problemItem } = await import("../../../../../src/features/people/me/items.ts");

describe("the row of what could not be read about the own account", () => {
  beforeEach(() => {
    vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => undefined }) };
  });
  afterEach(() => vscodeFakes.reset());

  const instance = "https://gitlab.example.com";
  const itemOf = (kind: ApiErrorKind | undefined) => {
    const request = { method: "GET", url: `${instance}/api/v4/user_counts`, instance };
    return problemItem({
      kind: "myProblem",
      instance,
      what: "counts",
      words: "Why",
      error: kind && new ApiError({ kind, message: "", request }),
    });
  };

  it("does nothing where the host does not have it", () => {
    const item = itemOf(undefined);
    assert.deepEqual([item.contextValue, item.command, item.tooltip], ["myProblem", undefined, "Why"]);
  });

  it("does what may help, and says so", () => {
    const item = itemOf("server");
    assert.deepEqual(
      [item.contextValue, item.command?.command, item.description, item.accessibilityInformation],
      [
        "myProblem",
        "forgeline.refresh",
        "Why",
        { label: `My work is not available, Why, ${item.command?.title ?? ""}`, role: "button" },
      ],
    );
    assert.equal(itemOf("unauthorized").command?.command, "forgeline.signIn");
  });

  it("offers VS Code's network in the menus of error rows where connecting failed", () => {
    assert.equal(itemOf("proxy").contextValue, "error unconnected");
  });
});
