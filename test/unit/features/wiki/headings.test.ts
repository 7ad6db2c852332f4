import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { headingLine } from "../../../../src/features/wiki/headings.ts";

describe("the heading that a link means", () => {
  const text =
    "# Dry dock\r\n\n## Depth\n\n```sh\n# Depth\n```\n## Depth ##\n### [Q&A](x): `how to_do`?\n#no heading\n## 気象 データ\n";

  it("is found as hosts name headings, whatever the case", () => {
    const cases = [
      ["#dry-dock", 0],
      ["#Depth", 2],
      ["#depth-1", 7],
      ["#qa-how-to_do", 8],
      ["#気象-データ", 10],
      [`#${encodeURIComponent("気象-データ")}`, 10],
    ] as const;
    for (const [fragment, line] of cases) assert.equal(headingLine(text, fragment), line, fragment);
  });

  it("is none that the page has not", () => {
    for (const fragment of ["#", "#depth-2", "#no-heading", "#%E0%A4%A"])
      assert.equal(headingLine(text, fragment), undefined, fragment);
  });
});
