import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Note } from "../../../../../src/api/resources/discussionTypes.ts";
import { suggestionBlock } from "../../../../../src/core/mergeRequests/review/suggestionBlock.ts";
import {
  findLines,
  isAppliable,
  linesOf,
  withDiffs,
} from "../../../../../src/features/mergeRequests/review/suggestions.ts";

const change = { id: 1, from_content: "a\nb\n", to_content: "c\n" };
const note = (body: string, suggestions: Note["suggestions"] = [change]): Note => ({ id: 1, body, suggestions });
const shown = (one: Note): string => withDiffs(one, ({ id }) => `Change ${id}`);

describe("suggestions in comments", () => {
  it("are shown as what they remove and add", () => {
    assert.equal(
      shown(note("Better:\n\n```suggestion:-1+0\nc\n```\n\nIs it?")),
      "Better:\n\nChange 1\n\n```diff\n-a\n-b\n+c\n```\n\n\n\nIs it?",
    );
  });

  it("may be several, in longer fences, with Windows line breaks, and empty", () => {
    const second = { id: 2, from_content: "x\r\n", to_content: "" };
    assert.equal(
      shown(note("````suggestion\r\nc\r\n````\r\n~~~suggestion:-0+0\r\n~~~", [change, second])),
      "Change 1\n\n```diff\n-a\n-b\n+c\n```\n\nChange 2\n\n```diff\n-x\n```\n\n",
    );
  });

  it("stay as they are written where the host lists others, or none", () => {
    for (const suggestions of [null, [], [change, change], [{ id: 1 }]]) {
      const body = "```suggestion\nc\n```";
      assert.equal(shown(note(body, suggestions)), body);
    }
    const quoted = "````\n```suggestion\n````";
    assert.equal(shown(note(quoted)), quoted);
  });

  it("cannot leave their block", () => {
    const hostile = { id: 1, from_content: "a\n", to_content: "```\n# Free\n" };
    assert.equal(
      shown(note("````suggestion\n```\n# Free\n````", [hostile])),
      "Change 1\n\n````diff\n-a\n+```\n+# Free\n````\n\n",
    );
  });

  it("are made of the lines of a thread", () => {
    for (const [lines, before, block] of [
      [["  a"], 0, "```suggestion\n  a\n```"],
      [["a", "", "b"], 2, "```suggestion:-2+0\na\n\nb\n```"],
      [["```"], 0, "````suggestion\n```\n````"],
      [[""], 0, "```suggestion\n\n```"],
    ] as const)
      assert.equal(suggestionBlock(lines, before), block);
  });

  it("can be applied unless the host says otherwise, in either spelling", () => {
    for (const yes of [{}, { appliable: true }]) assert.ok(isAppliable({ id: 1, ...yes }));
    for (const no of [
      { appliable: false },
      { applicable: false },
      { applied: true },
      { applied: true, appliable: true },
    ])
      assert.ok(!isAppliable({ id: 1, ...no }), JSON.stringify(no));
  });

  it("are found where their lines are now, the nearest first", () => {
    const file = "x\na\nb\nx\na\nb\nx\n";
    for (const [text, lines, near, line] of [
      [file, ["a", "b"], 1, 1],
      [file, ["a", "b"], 6, 4],
      [file, ["x", "x"], 0, undefined],
      [file, [], 0, undefined],
      ["a\nx\na\n", ["a"], 1, undefined],
    ] as const)
      assert.equal(findLines(linesOf(text), lines, near), line);
  });
});
