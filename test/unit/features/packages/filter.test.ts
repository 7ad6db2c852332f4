import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { isFiltered, packageFilters } = await import("../../../../src/features/packages/filter.ts");

describe("the filter of packages", () => {
  it("keeps what is valid of a stored value", () => {
    assert.deepEqual(
      packageFilters.parse({ search: " core ", prerelease: false, group: { id: 3, path: "demo", more: 1 } }),
      { search: "core", prerelease: false, group: { id: 3, path: "demo" } },
    );
    for (const kept of [undefined, null, 5, "x", {}, { search: " ", prerelease: true, group: null }])
      assert.deepEqual(packageFilters.parse(kept), {});
    for (const id of [0, 1.5, "3"]) assert.deepEqual(packageFilters.parse({ group: { id, path: "x" } }), {});
    assert.deepEqual(packageFilters.parse({ group: { id: 3, path: "" } }), {});
  });

  it("filters by a search or prereleases, not by another feed", () => {
    assert.deepEqual(
      [{}, { search: "x" }, { prerelease: false }, { group: { id: 1, path: "a" } }].map((filter) =>
        isFiltered(packageFilters.parse(filter)),
      ),
      [false, true, true, false],
    );
  });
});
