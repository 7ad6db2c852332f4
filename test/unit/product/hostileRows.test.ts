import assert from "node:assert/strict";
import { Marked, type Token, type Tokens } from "marked";
import { after, before, describe, it } from "mocha";
import type { CancellationToken, MarkdownString, TreeDataProvider, TreeItem } from "vscode";
import { VIEWS, type ViewName } from "../../../src/core/views.ts";
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

/** Longest text of a row: VS Code lays out all of it. */
const longestText = 2_000;
/** Longest tooltip. VS Code cuts Markdown at 100,000 characters. */
const longestTooltip = 50_000;

/** What a plain text must not hold: VS Code gives it a meaning, or it reorders what is around. */
export function problemsOfText(text: string, { lines = false } = {}): string[] {
  const outside = text.replace(/\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g, "");
  return [
    ...(/\$\([a-z]/.test(text) ? ["icon"] : []),
    ...(/\]\(/.test(text) ? ["link"] : []),
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    ...(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/.test(text) || (!lines && text.includes("\n"))
      ? ["control character"]
      : []),
    ...(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff]/.test(outside) ? ["direction"] : []),
    ...(text.length > (lines ? longestTooltip : longestText) ? ["length"] : []),
  ];
}

/** Views with Markdown that people wrote. VS Code follows no command in it, and shows its HTML as text, since it is not trusted. */
const withDescriptions: readonly ViewName[] = ["milestones"];

/** What comes alive of Markdown in VS Code's own renderer, which is this library. */
function problemsOfMarkdown(
  { value, isTrusted, supportHtml, supportThemeIcons }: MarkdownString,
  isDescription = false,
): string[] {
  const problems: string[] = [];
  if (isTrusted || supportHtml || supportThemeIcons) problems.push("trust");
  if (value.length > longestTooltip) return [...problems, "length"];
  new Marked({
    walkTokens: (found: Token) => {
      if (found.type === "image") problems.push(`picture ${(found as Tokens.Image).href}`);
      if (isDescription) return;
      if (found.type === "html") problems.push(`HTML ${found.raw.slice(0, 40)}`);
      if (found.type === "link" && !/^https?:\/\//.test((found as Tokens.Link).href))
        problems.push(`link ${(found as Tokens.Link).href}`);
    },
  }).parse(value, { async: false });
  return problems;
}

describe("rows made from hostile answers", function () {
  this.timeout(inLong(30_000, 300_000));

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
