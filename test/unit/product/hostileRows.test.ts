import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import type { CancellationToken, TreeDataProvider, TreeItem } from "vscode";
import { VIEWS, type ViewName } from "../../../src/core/views.ts";
import { problemsOfMarkdown, problemsOfText } from "../../support/hostileProblems.ts";
import { hostileTexts } from "../../support/hostileTexts.ts";
import { figure, inLong } from "../../support/long.ts";
import { type PoorWindow, openPoorWindow } from "../../support/poorWindow.ts";

const { MarkdownString: StubMarkdown } = await import("vscode");

interface Row {
  readonly kind: string;
}

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
} as CancellationToken;

/** Views with Markdown that people wrote. */
const withDescriptions: readonly ViewName[] = ["milestones"];

describe("rows made from hostile answers", function () {
  const names = inLong(["mixed", "right to left", "long"], Object.keys(hostileTexts));
  const windows = new Map<string, PoorWindow>();
  const stub = Object.getOwnPropertyDescriptor(StubMarkdown.prototype, "appendText") ?? {};
  before(async () => {
    // As VS Code does, which the stub leaves out.
    StubMarkdown.prototype.appendText = function (text) {
      return this.appendMarkdown(text.replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&").replaceAll("<", "&lt;"));
    };
    for (const name of names) windows.set(name, await openPoorWindow({ texts: [hostileTexts[name] ?? ""] }));
  });
  after(async () => {
    Object.defineProperty(StubMarkdown.prototype, "appendText", stub);
    for (const window of windows.values()) await window.close();
  });

  for (const view of Object.keys(VIEWS) as ViewName[])
    it(`are plain text in the view ${view}`, async () => {
      const found: string[] = [];
      let rows = 0;
      for (const [name, window] of windows) {
        window.use();
        const { provider } = await window.viewOf(view);
        rows += await draw(provider, (problem) => found.push(`${name}: ${problem}`), withDescriptions.includes(view));
        found.push(...window.failures());
      }
      figure(`hostile answers: ${rows} rows in the view ${view}`);
      assert.ok(rows >= names.length, `${rows} rows`);
      assert.deepEqual([...new Set(found)], []);
    });

  it("are plain text in the status bar", async () => {
    for (const [name, window] of windows) {
      window.use();
      for (const view of ["pipelines", "projectSettings", "people"] as const)
        await draw((await window.viewOf(view)).provider, () => undefined);
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

/** Rows of a kind below one row that are expanded. */
const expandedOfKind = 1;

/** Draws the rows of a view with their tooltips, and returns their number. */
async function draw(
  provider: TreeDataProvider<Row>,
  report: (problem: string) => void,
  isDescription = false,
): Promise<number> {
  let count = 0;
  const below = async (row: Row | undefined, path: readonly string[]): Promise<void> => {
    const ofKind = new Map<string, number>();
    for (const one of (await provider.getChildren(row)) ?? []) {
      count += 1;
      const before = ofKind.get(one.kind) ?? 0;
      ofKind.set(one.kind, before + 1);
      const drawn = await provider.getTreeItem(one);
      const item: TreeItem = (await provider.resolveTreeItem?.(drawn, one, token)) ?? drawn;
      const where = [...path, one.kind].join(" > ");
      const check = (part: string, problems: readonly string[], text: string): void => {
        for (const problem of problems)
          report(`${where}: ${problem} in ${part}: ${JSON.stringify(text.slice(0, 200))}`);
      };
      const label = typeof item.label === "object" ? item.label.label : (item.label ?? "");
      check("label", problemsOfText(label), label);
      if (typeof item.description === "string")
        check("description", problemsOfText(item.description), item.description);
      const spoken = item.accessibilityInformation?.label ?? "";
      check("spoken", problemsOfText(spoken), spoken);
      const { tooltip } = item;
      if (typeof tooltip === "string") check("tooltip", problemsOfText(tooltip, { lines: true }), tooltip);
      else if (tooltip) check("tooltip", problemsOfMarkdown(tooltip, isDescription), tooltip.value);
      if (before < expandedOfKind && !path.includes(one.kind) && (item.collapsibleState ?? 0) !== 0)
        await below(one, [...path, one.kind]);
    }
  };
  await below(undefined, []);
  return count;
}
