import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { mergeStatusLabel } = await import("../../../../src/core/mergeRequests/labels.ts");
const { whyNotMerged } = await import("../../../../src/core/mergeRequests/mergeability.ts");

/** The values that the client's type names. */
const source = readFileSync(
  path.join(import.meta.dirname, "../../../../src/api/resources/mergeRequestTypes.ts"),
  "utf8",
);
const [, union = ""] = /type DetailedMergeStatus =([^;]+);/.exec(source) ?? [];
const statuses = [...union.matchAll(/"(\w+)"/g)].map(([, status = ""]) => status);

describe("a status of merging, beside the row and in its tooltip", () => {
  it("has words of its own for every value that hosts send", () => {
    assert.ok(statuses.length >= 28);
    for (const status of [...statuses, "can_be_merged", "cannot_be_merged_recheck"]) {
      // The older ones are words already.
      if (status !== "can_be_merged") assert.notEqual(mergeStatusLabel(status), status.replaceAll("_", " "), status);
      assert.ok(mergeStatusLabel(status).length <= 40, `${status} leaves no room for the rest`);
      assert.doesNotMatch(whyNotMerged(status).words, /does not know/, status);
    }
  });

  it("is spelled as the host does where nobody knows it", () =>
    assert.equal(mergeStatusLabel("moon_phase"), "moon phase"));
});
