import assert from "node:assert/strict";
import { it } from "mocha";
import { sameText } from "../../../../src/core/remoteText/remoteText.ts";

it("sameText compares lines, and distinguishes a missing text from an empty one", () => {
  assert.deepEqual([sameText("a\r\nb", "a\nb"), sameText("", undefined)], [true, false]);
  assert.deepEqual([sameText(undefined, undefined), sameText("a", "a\n")], [true, false]);
});
