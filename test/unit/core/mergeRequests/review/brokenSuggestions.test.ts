import assert from "node:assert/strict";
import { suggestionProblem } from "../../../../../src/core/mergeRequests/review/brokenSuggestions.ts";

describe("suggestions before they are sent", () => {
  for (const [what, text, line, words] of [
    ["is not closed", "So:\n```suggestion\na", 2, /is not closed/],
    ["is joined to what follows", "```suggestion\na\n```Thanks", 3, /text follows the ```/],
    [
      "is joined to what follows, above another",
      "```suggestion\na\n``` ok\n\n```suggestion\nb\n```",
      3,
      /text follows/,
    ],
    ["is not closed above another", "```suggestion\na\n\n```suggestion\nb\n```", 1, /is not closed/],
    ["leaves its list", "- ```suggestion\na\n```", 1, /list item or quote/],
    ["begins behind words", "So: ```suggestion\na\n```", 1, /a line of its own/],
    ["is indented too far", "So:\n\n    ```suggestion:-1+0\n    a\n    ```", 3, /three spaces/],
    ["is in code that is not closed", "```js\n1\n\n```suggestion\na", 1, /is not closed/],
    ["has a range that hosts ignore", "```suggestion:-1-2\na\n```", 1, /“suggestion:-1-2”/],
    ["is spelled in capitals", "```Suggestion\na\n```", 1, /“Suggestion”/],
  ] as const)
    it(`finds one that ${what}`, () => {
      const found = suggestionProblem(text) ?? "";
      assert.match(found, new RegExp(`^Line ${line}: `));
      assert.match(found, words);
    });

  for (const text of [
    "So:\n```suggestion:-0+2\na\n```\nThanks",
    "1. So\n\n   ~~~~ suggestion:-1\n   ~~~js\n   ~~~~",
    "> ```suggestion\n> ```",
    "````md\n```suggestion\na\n````",
    "```js\na\n```b",
    "Write `suggestion` behind ```",
  ])
    it(`finds nothing in ${JSON.stringify(text)}`, () => {
      assert.equal(suggestionProblem(text), undefined);
    });
});
