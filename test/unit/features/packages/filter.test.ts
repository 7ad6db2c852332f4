import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { isFiltered, packageFilters } = await import("../../../../src/features/packages/filter.ts");

describe("the filter of packages", () => {
  it("is made of whatever was kept, and drops what is not well formed", () => {
    assert.deepEqual(
      packageFilters.parse({ search: " core ", prerelease: false, group: { id: 3, path: "demo", more: 1 } }),
      { search: "core", prerelease: false, group: { id: 3, path: "demo" } },
    );
    for (const kept of [
      undefined,
      null,
      5,
      "x",
      {},
      { search: " ", prerelease: true, group: null },
      { group: { id: 0, path: "x" } },
      { group: { id: 1.5, path: "x" } },
      { group: { id: "3", path: "x" } },
      { group: { id: 3, path: "" } },
    ]) {
      assert.deepEqual(packageFilters.parse(kept), {});
    }
  });

  it("narrows by a search or without prereleases; a group's feed is another, not less", () => {
    assert.deepEqual(
      [{}, { search: "x" }, { prerelease: false }, { group: { id: 1, path: "a" } }].map((filter) =>
        isFiltered(packageFilters.parse(filter)),
      ),
      [false, true, true, false],
    );
  });
});
