import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Note } from "../../../../../src/api/resources/discussionTypes.ts";
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
