import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { sameText } from "../../../../src/core/remoteText/remoteText.ts";

describe("whether texts are the same", () => {
  it("compares lines, and distinguishes a missing text from an empty one", () => {
    assert.equal(sameText("a\r\nb", "a\nb"), true);
    assert.equal(sameText("", undefined), false);
    assert.equal(sameText(undefined, undefined), true);
    assert.equal(sameText("a", "a\n"), false);
  });
});
