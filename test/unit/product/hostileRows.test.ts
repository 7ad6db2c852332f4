import assert from "node:assert/strict";
import { VIEWS, type ViewName } from "../../../src/core/views.ts";
import { problemsOfMarkdown, problemsOfText } from "../../support/hostileProblems.ts";
import { hostileTexts } from "../../support/hostileTexts.ts";
import { figure, inLong } from "../../support/long.ts";
import { type PoorWindow, openPoorWindow } from "../../support/poorWindow.ts";
import { drawRows } from "./drawnRows.ts";

/** Views with Markdown that people wrote. */
const withDescriptions: readonly ViewName[] = ["milestones"];

describe("rows made from hostile answers", function () {
  const names = inLong(["mixed", "right to left", "long"], Object.keys(hostileTexts));
  const windows = new Map<string, PoorWindow>();
  before(async () => {
    for (const name of names) windows.set(name, await openPoorWindow({ texts: [hostileTexts[name] ?? ""] }));
  });
  after(async () => {
    for (const window of windows.values()) await window.close();
  });

  for (const view of Object.keys(VIEWS) as ViewName[])
    it(`are plain text in the view ${view}`, async () => {
      const found: string[] = [];
      let rows = 0;
      for (const [name, window] of windows) {
        window.use();
        const isDescription = withDescriptions.includes(view);
        rows += await draw(window, view, (problem) => found.push(`${name}: ${problem}`), isDescription);
        found.push(...window.failures());
      }
      figure(`hostile answers: ${rows} rows in the view ${view}`);
      assert.ok(rows >= names.length, `${rows} rows`);
      assert.deepEqual([...new Set(found)], []);
    });

  it("are plain text in the status bar", async () => {
    for (const [name, window] of windows) {
      window.use();
      for (const view of ["pipelines", "projectSettings", "people"] as const) await draw(window, view, () => undefined);
      await window.settled();
      assert.ok(window.statusBar.some(({ text }) => text !== ""));
      for (const { text, tooltip } of window.statusBar) {
        // The icon of the item itself.
        assert.deepEqual(problemsOfText(text.replace(/^\$\([a-z~-]+\)/, "")), [], `${name}: ${text.slice(0, 200)}`);
        if (typeof tooltip === "object") assert.deepEqual(problemsOfMarkdown(tooltip), [], name);
        else assert.deepEqual(problemsOfText(tooltip ?? "", { lines: true }), [], name);
      }
    }
  });
});

/** Draws the rows of a view, and returns their number. */
async function draw(
  window: PoorWindow,
  view: ViewName,
  report: (problem: string) => void,
  isDescription = false,
): Promise<number> {
  let count = 0;
  const { provider } = await window.viewOf(view);
  await drawRows(
    provider,
    1,
    (_row, { label = "", description, tooltip, accessibilityInformation }, path) => {
      count += 1;
      const check = (part: string, text: string, problems: readonly string[]): void => {
        for (const problem of problems)
          report(`${path.join(" > ")}: ${problem} in ${part}: ${JSON.stringify(text.slice(0, 200))}`);
      };
      const lines = {
        label: typeof label === "object" ? label.label : label,
        description: typeof description === "string" ? description : "",
        spoken: accessibilityInformation?.label ?? "",
      };
      for (const [part, text] of Object.entries(lines)) check(part, text, problemsOfText(text));
      if (typeof tooltip === "string") check("tooltip", tooltip, problemsOfText(tooltip, { lines: true }));
      else if (tooltip) check("tooltip", tooltip.value, problemsOfMarkdown(tooltip, isDescription));
    },
    (error) => {
      throw error;
    },
  );
  return count;
}
