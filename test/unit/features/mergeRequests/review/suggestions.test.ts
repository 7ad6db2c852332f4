import assert from "node:assert/strict";
import type { Note } from "../../../../../src/api/resources/discussionTypes.ts";
import {
  findLines,
  isAppliable,
  linesOf,
  suggestionsIn,
  withDiffs,
} from "../../../../../src/features/mergeRequests/review/suggestions.ts";

const change = { id: 1, from_content: "a\nb\n", to_content: "c\n" };
const note = (body: string, suggestions: Note["suggestions"] = [change]): Note => ({ id: 1, body, suggestions });
const shown = (one: Note): string => withDiffs(one, ({ id }) => `Change ${id}`);

describe("suggestions in comments", () => {
  it("are shown as what they remove and add", () => {
    const found = shown(note("Better:\n```suggestion:-1+0\nc\n```\n\nIs it?"));
    assert.equal(found, "Better:\n\nChange 1\n\n```diff\n-a\n-b\n+c\n```\n\n\nIs it?");
  });

  for (const [where, body, difference] of [
    [
      "below a numbered item",
      "1. So:\n   ~~~ suggestion:-1\n   c\n   ~~~\n",
      ["1. So:", "", "   Change 1", "", "   ```diff"],
    ],
    [
      "as an item",
      "- ```suggestion:+1\n  c\n  ```\n- b",
      ["- Change 1", "", "  ```diff", "  -a", "  -b", "  +c", "  ```", "", "- b"],
    ],
    [
      "in a quote",
      "> ```suggestion:-0+2 x\n> c\n",
      ["> Change 1", ">", "> ```diff", "> -a", "> -b", "> +c", "> ```", ">"],
    ],
    [
      "beside other code",
      "```js\nc\n```\n```suggestions\nc\n```\n```suggestion\nc",
      ["```js", "c", "```", "```suggestions", "c", "```", "", "Change 1"],
    ],
    [
      "below one that the host does not list",
      "```suggestion:-9x\nd\n```\n```suggestion\nc\n```",
      ["```suggestion:-9x", "d", "```", "", "Change 1"],
    ],
  ] as const)
    it(`are differences ${where}`, () => {
      assert.deepEqual(shown(note(body)).split("\n").slice(0, difference.length), difference);
    });

  it("stay as they are written where the host lists none, or others", () => {
    for (const suggestions of [null, [], [{ id: 1 }], [change, { ...change, to_content: "d\n" }]]) {
      const body = "```suggestion\nx\n```";
      assert.equal(shown(note(body, suggestions)), body);
    }
    for (const quoted of [
      "````\n```suggestion\nc\n```\n````",
      "text\n    ```suggestion",
      "-     ```suggestion",
      "<!--\n```suggestion\nc\n```\n-->",
    ])
      assert.equal(shown(note(quoted)), quoted);
  });

  it("are read for the lines around the comment before they are sent", () => {
    const file = ["a", "b", "c", "d"];
    const read = (info: string, line: number) => suggestionsIn(`\`\`\`${info}\nx\n\`\`\``, file, line)[0]?.from_content;
    const found = [read("suggestion:-1+1", 2), read("suggestion:-9+9", 3), read("suggestion:1", 4), read("js", 1)];
    assert.deepEqual(found, ["a\nb\nc\n", "a\nb\nc\nd\n", "d\n", undefined]);
  });

  it("cannot leave their block", () => {
    const hostile = { id: 1, from_content: "a\n", to_content: "```\n# Free\n" };
    const found = shown(note("````suggestion\n```\n# Free\n````", [hostile]));
    assert.equal(found, "Change 1\n\n````diff\n-a\n+```\n+# Free\n````\n");
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
