import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import { replacedLines } from "../../../../src/features/agents/replacedLines.ts";

describe("lines that a suggestion replaces", () => {
  it("are shown above the new lines", () => {
    assert.equal(replacedLines(["\tfive", "SIX"], ["\tfünf"]), "-\tfive\n-SIX\n+\tfünf");
    assert.equal(replacedLines(["one"], []), "-one");
  });

  it("cannot leave the diff or hide characters", () => {
    assert.equal(
      replacedLines(["a\r", "b\r```\u2028# Title", "c\u202eed\u0000\tf"], ["```"]),
      "-a\n-b\ufffd```\ufffd# Title\n-c\ufffded\ufffd\tf\n+```",
    );
  });
});
