import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { snippetFilters, snippetQuery } = await import("../../../../src/features/snippets/filter.ts");

describe("the filter of the Snippets view", () => {
  it("takes what is well formed of anything, and drops the rest", () => {
    assert.deepEqual(
      snippetFilters.parse({
        createdAfter: "2026-01-31T00:00:00.000Z",
        createdBefore: "soon",
        storage: " default ",
        other: 1,
      }),
      { createdAfter: "2026-01-31T00:00:00.000Z", storage: "default" },
    );
    for (const nothing of [undefined, null, 1, "x", {}, { createdAfter: 1, storage: " " }])
      assert.deepEqual(snippetFilters.parse(nothing), {});
  });

  it("asks for a storage among all snippets alone: the other lists know none", () => {
    const filter = {
      createdAfter: "2026-01-31T00:00:00.000Z",
      createdBefore: "2026-02-01T00:00:00.000Z",
      storage: "default",
    };
    const dates = { created_after: filter.createdAfter, created_before: filter.createdBefore };
    assert.deepEqual(
      [snippetQuery(filter, "mine"), snippetQuery(filter, "public"), snippetQuery(filter, "all")],
      [dates, dates, { ...dates, repository_storage: "default" }],
    );
    assert.deepEqual(snippetQuery({}, "all"), {});
  });
});
