import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { cut, messageText, terminalText } from "../../../../../src/features/pipelines/testReports/shownText.ts";

describe("text of a test report", () => {
  it("keeps its colours in the output, and obeys nothing else", () => {
    assert.equal(terminalText("a\u001b[31mred\u001b[0m\nb"), "a\u001b[31mred\u001b[0m\r\nb\u001b[0m");
    assert.equal(terminalText("a\u001b[2J\u001b]8;;http://x\u0007link\u001b[10;5Hb\u0007\u0008\rc"), "alinkb\r\nc");
    assert.equal(terminalText("\ue000plain\ttext\r\n"), "plain\ttext\r\n");
  });

  it("has no colours in a message", () =>
    assert.equal(messageText("\u001b[1mboom\u001b[0m\r\nat x\u0000\n"), "boom\nat x"));

  it("is cut between characters", () => {
    assert.deepEqual(cut("abc", 3), { text: "abc", whole: true });
    assert.deepEqual(cut("ab😀", 3), { text: "ab", whole: false });
  });
});
