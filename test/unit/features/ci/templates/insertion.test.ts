import assert from "node:assert/strict";
import { fitTemplate, type InsertionPoint } from "../../../../../src/features/ci/templates/insertion.ts";

describe("fitTemplate", () => {
  const template = "# t\njob:\n  script:\n\n    - a\n\n";
  const at = (point: Partial<InsertionPoint>): InsertionPoint => ({
    before: "",
    after: "",
    last: false,
    eol: "\n",
    ...point,
  });
  const cases: readonly [name: string, point: InsertionPoint, expected: string][] = [
    ["goes into an empty line as it is", at({}), "# t\njob:\n  script:\n\n    - a"],
    ["ends the last line of a document", at({ last: true }), "# t\njob:\n  script:\n\n    - a\n"],
    ["takes the indentation the cursor stands at", at({ before: "  " }), "# t\n  job:\n    script:\n\n      - a"],
    ["starts a line of its own behind text", at({ before: "  key: 1" }), "\n  # t\n  job:\n    script:\n\n      - a"],
    [
      "puts what stood behind the cursor below",
      at({ before: "  ", after: "key: 1" }),
      "# t\n  job:\n    script:\n\n      - a\n  ",
    ],
    [
      "does so on the last line without an empty one more",
      at({ after: "key: 1", last: true }),
      "# t\njob:\n  script:\n\n    - a\n",
    ],
    ["ends lines as the document does", at({ eol: "\r\n", last: true }), "# t\r\njob:\r\n  script:\r\n\r\n    - a\r\n"],
    ["keeps tabs as they are", at({ before: "\t" }), "# t\n\tjob:\n\t  script:\n\n\t    - a"],
  ];
  for (const [name, point, expected] of cases) it(name, () => assert.equal(fitTemplate(template, point), expected));

  it("reads any line ends and drops a byte order mark", () =>
    assert.equal(fitTemplate("\ufeffa\r\nb\rc\r\n", at({})), "a\nb\nc"));
});
