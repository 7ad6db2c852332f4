import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";

const { userFilters } = await import("../../../../../src/features/people/users/filter.ts");

describe("what users are narrowed to", () => {
  it("is taken from anything that may be kept, without what is no filter", () => {
    assert.deepEqual(userFilters.parse({ search: "  Łukasz ", username: " @bob", state: "blocked", other: 1 }), {
      search: "Łukasz",
      username: "bob",
      state: "blocked",
    });
    for (const kept of [
      undefined,
      null,
      "x",
      7,
      { search: " ", username: "@", state: "banned" },
      { search: 1, state: false },
    ])
      assert.deepEqual(userFilters.parse(kept), {});
  });

  it("is asked as the host takes it: its switches know no false", () => {
    assert.deepEqual(userFilters.query({}), {});
    assert.deepEqual(userFilters.query({ search: "a", username: "b", state: "active" }), {
      search: "a",
      username: "b",
      active: true,
    });
    assert.deepEqual(userFilters.query({ state: "blocked" }), { blocked: true });
  });
});
