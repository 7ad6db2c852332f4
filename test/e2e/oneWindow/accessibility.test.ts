import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Frame, Locator } from "playwright-core";
import { viewTitles } from "../../../src/core/viewLooks.ts";
import { inLong } from "../../support/long.ts";
import { unreadWords } from "../../support/spokenWords.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { sharedWindow, showFailedBranch } from "./sharedWindow.ts";

/** Themes by their labels, with the IDs that pages know them by. The first is VS Code's default. */
const themeIds = {
  "Dark 2026": "Dark 2026",
  "Light 2026": "Light 2026",
  "Dark High Contrast": "Default High Contrast",
  "Light High Contrast": "Default High Contrast Light",
} as const;
type Theme = keyof typeof themeIds;
const usual: Theme = "Dark 2026";
const themes: readonly Theme[] = inLong(
  [usual, "Light High Contrast"],
  ["Dark 2026", "Light 2026", "Dark High Contrast", "Light High Contrast"],
);

/** Views that have rows for everybody who is signed in. */
const { administration: _, packages: _feed, vulnerabilities: _tracked, ...filledViews } = viewTitles;
/** Rows that are walked over by keyboard in each view, each expanded meanwhile. */
const walked = inLong(4, 10);

/** A row as it is in the window. */
interface SeenRow {
  readonly name: string;
  readonly visible: string;
  /** Names of its buttons. */
  readonly buttons: readonly string[];
}

/** What is run in the window or in a page is written without types of the DOM, which are not at hand. */
interface SeenElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<SeenElement>;
}
const rowsInSight = (rows: unknown): SeenRow[] =>
  (rows as SeenElement[]).map((row) => ({
    name: row.getAttribute("aria-label") ?? "",
    visible: [...row.querySelectorAll(".label-name, .label-description, .test-explorer .label")]
      .map(({ textContent }) => textContent)
      .join(" "),
    buttons: [...row.querySelectorAll(".action-label")].map((button) => button.getAttribute("aria-label") ?? ""),
  }));
/** Whether the first of the rows is expanded, without waiting for one. */
const isExpanded = (rows: unknown): string | null => (rows as SeenElement[])[0]?.getAttribute("aria-expanded") ?? null;
const colorOf = (icon: unknown): string =>
  (globalThis as unknown as { getComputedStyle(element: unknown, pseudo: string): { color: string } }).getComputedStyle(
    icon,
    "::before",
  ).color;
const violations = `(async () => {
  // They lie behind everything, where they keep axe from finding out what a text's background is.
  for (const lines of document.querySelectorAll("svg.lines")) lines.style.display = "none";
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  for (const lines of document.querySelectorAll("svg.lines")) lines.style.display = "";
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary));
})()`;
/** Everything that can be used, in its order; of the grid of jobs the one that Tab leads to. */
const controls = `globalThis.named = (one) => one.localName + " " + (one.getAttribute("aria-label") ?? one.textContent);
  [...document.querySelectorAll("a[href], button:not(:disabled), summary, textarea, input[type=text], [tabindex='0']")]
    .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
    .map(named)`;
const focusedControl = `(() => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
  return { name: named(document.activeElement), ring: [outlineStyle, outlineWidth, outlineColor].join(" ") };
})()`;

/** The demo in the hands of somebody who hears it, who needs strong contrasts, or who has no mouse. */
describe("accessibility, in the demo", () => {
  let browser: BrowserContext;
  let workbench: Workbench;
  let pipelines: View;
  /** The row of the pipeline that failed in its tests. */
  let failedPipeline: Locator;
  let axe: string;
  let theme: Theme = usual;

  const useTheme = async (wanted: Theme): Promise<void> => {
    if (theme === wanted) return;
    await workbench.leaveViews();
    await workbench.runCommand("Preferences: Color Theme");
    await workbench.quickInput.getByPlaceholder(/^Select Color Theme/).fill(wanted);
    await workbench.pick(new RegExp(`^${wanted}$`));
    await workbench.quickInput.waitFor({ state: "hidden" });
    theme = wanted;
  };

  /** The frame of the page in the editor in front. */
  const pageFrame = async (): Promise<Frame> => {
    const page = await workbench.editorPage.locator("html").elementHandle();
    return (await page.ownerFrame()) ?? assert.fail("no page is in front");
  };

  /** Takes pictures of a page in each theme, and returns what axe finds there. */
  const problemsOfPage = async (name: string, problemsIn = axeProblems): Promise<string[]> => {
    const problems: string[] = [];
    for (const one of themes) {
      await useTheme(one);
      await workbench.editorPage.locator(`body[data-vscode-theme-id="${themeIds[one]}"]`).waitFor();
      await workbench.page.mouse.move(1000, 760);
      problems.push(...(await problemsIn(await pageFrame())).map((problem) => `${one}: ${problem}`));
      await workbench.picture(`accessibility-${name}-${one}`);
    }
    await useTheme(usual);
    return problems;
  };

  const axeProblems = async (frame: Frame): Promise<string[]> => {
    await frame.evaluate(axe);
    return frame.evaluate<string[]>(violations);
  };

  /** As `axeProblems`, in a copy of a page in which no script may run, axe neither. */
  const axeProblemsInCopy = async (frame: Frame): Promise<string[]> => {
    const copy = await browser.newPage();
    try {
      await copy.setContent((await frame.content()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
      return await axeProblems(copy.mainFrame());
    } finally {
      await copy.close();
      // The window takes its focus back at once, instead of from the palette that is opened next.
      await workbench.page.bringToFront();
    }
  };

  /** Goes through the page by Tab, and returns what was not reached in turn, or has no ring while it is. */
  const problemsByKeyboard = async (): Promise<string[]> => {
    const frame = await pageFrame();
    const expected = await frame.evaluate<string[]>(controls);
    assert.ok(expected.length >= 3, expected.join("\n"));
    // At its edge, from where Tab begins with the first, and below what VS Code says of its tab.
    await workbench.editorPage.locator("body").click({ position: { x: 2, y: 200 } });
    const problems: string[] = [];
    for (const name of expected) {
      await workbench.page.keyboard.press("Tab");
      const at = await frame.evaluate<{ name: string; ring: string }>(focusedControl);
      if (at.name !== name) problems.push(`${at.name} instead of ${name}`);
      if (/^(?:none|auto)|\b0px\b|, 0\)$/.test(at.ring)) problems.push(`${name} has the ring ${at.ring}`);
    }
    return problems;
  };

  /** Goes to the first row where none has the focus: a view that is refreshed by itself can lose the row that had it. */
  const toFirstRowIfLost = async (view: View): Promise<void> => {
    const focused = view.pane.locator(".monaco-list-row.focused");
    while ((await focused.count()) === 0) {
      await view.pane.getByRole("treeitem").first().waitFor();
      await view.goToFirstRow();
      // The refresh that took the focus may go on.
      await focused.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
  };

  const problemsOfRows = (rows: readonly SeenRow[]): string[] =>
    rows.flatMap(({ name, visible, buttons }) => [
      ...(name.trim() === "" || unreadWords(visible, name).length > 0 ? [`“${visible}” is read as “${name}”`] : []),
      ...buttons.filter((button) => button.trim() === "").map(() => `“${visible}” has a button without a name`),
    ]);

  before(async () => {
    const window = await sharedWindow();
    ({ browser, workbench } = window);
    axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    await workbench.page.setViewportSize({ width: 1366, height: 768 });
    ({ pipelines, failed: failedPipeline } = await showFailedBranch(window));
  });
  const rows = story(
    "reads the rows of each view as they are shown, by keyboard, and names each button",
    () => browser,
  );
  const step = story("shows pages without anything that axe objects to, by keyboard and in each theme", () => browser);
  after(async () => {
    await useTheme(usual);
    await workbench.page.setViewportSize({ width: 1280, height: 1000 });
  });

  for (const title of Object.values(filledViews))
    rows(`reads each row of ${title} as it is shown, and names each button`, async () => {
      const view = await workbench.view(title);
      const shown = view.pane.getByRole("treeitem");
      const focused = view.pane.locator(".monaco-list-row.focused");
      const seen: SeenRow[] = [];
      await shown.first().waitFor();
      await view.goToFirstRow();
      for (let left = walked; left > 0; left -= 1) {
        await toFirstRowIfLost(view);
        const collapsed = (await focused.evaluateAll(isExpanded)) === "false";
        if (collapsed) {
          await view.openFocused();
          await view.pane.locator(".codicon-tree-item-loading").first().waitFor({ state: "detached" });
        }
        seen.push(...(await shown.evaluateAll(rowsInSight)));
        // Other suites find the view as it was.
        if (collapsed) await view.closeFocused();
        await workbench.page.keyboard.press("ArrowDown");
      }
      assert.ok(seen.length >= walked);
      assert.deepEqual([...new Set(problemsOfRows(seen))], []);
      await view.goToFirstRow();
      const buttons = view.pane.locator(".pane-header .action-label");
      for (const button of await buttons.all()) assert.notEqual((await button.getAttribute("aria-label")) ?? "", "");
      await view.collapse();
    });

  rows("shows failures in red, in high contrast too", async () => {
    pipelines = await workbench.view("Pipelines");
    // Rows below one that is open may come late, and push others out of sight.
    await pipelines.collapseRows(/^Pipeline \d+/);
    const icon = failedPipeline.locator(".custom-view-tree-node-item-icon");
    for (const one of ["Dark High Contrast", "Light High Contrast"] as const) {
      await useTheme(one);
      await pipelines.goTo(failedPipeline);
      // VS Code draws the icons of selected rows in the color of their text.
      await workbench.page.keyboard.press("Escape");
      const color = await icon.evaluate(colorOf);
      const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
      assert.ok(red > green + 60 && red > blue + 60, `${one}: ${color}`);
      await workbench.page.mouse.move(1000, 460);
      await workbench.picture(`accessibility-pipelines-${one}`);
    }
    await useTheme(usual);
  });

  step("shows the page of a merge request without anything that axe objects to, in each theme", async () => {
    await pipelines.collapse();
    const mergeRequests = await workbench.openMergeRequestPage("Work out the dew point", "The formula");
    await workbench.editorPage.getByRole("heading", { name: "Work out the dew point", exact: true }).waitFor();
    await workbench.editorPage.locator('main[aria-busy="false"]').waitFor();
    assert.deepEqual(await problemsOfPage("merge-request"), []);
    await mergeRequests.collapse();
  });

  step("leads through that page by keyboard, and opens stages by it", async () => {
    assert.deepEqual(await problemsByKeyboard(), []);
    const stage = workbench.editorPage.locator("details", { has: workbench.editorPage.locator("summary") }).first();
    for (const key of ["Enter", "Space"]) {
      const open = await stage.getAttribute("open");
      await stage.locator("summary").press(key);
      await workbench.editorPage
        .locator(open === null ? "details[open]" : "details:not([open])")
        .first()
        .waitFor();
    }
  });

  step("offers names in a box of that page without anything that axe objects to, in each theme", async () => {
    const page = workbench.editorPage;
    const box = page.getByRole("textbox", { name: "Comment", exact: true });
    const problemsWithOffers = async (frame: Frame): Promise<string[]> => {
      await box.fill("");
      await box.press("@");
      await page.locator("[role=option][aria-selected=true]").waitFor();
      return axeProblems(frame);
    };
    assert.deepEqual(await problemsOfPage("completion", problemsWithOffers), []);
    await box.fill("");
  });

  step(
    "shows the page of a new merge request without anything that axe objects to, and leads through it by keyboard",
    async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.runCommand("Forgeline: Create Merge Request…");
      await workbench.editorPage.getByRole("heading", { name: /^Changed files \(\d+\)$/ }).waitFor();
      assert.deepEqual(await problemsOfPage("new-merge-request"), []);
      assert.deepEqual(await problemsByKeyboard(), []);
    },
  );

  step("shows the graph of a pipeline without anything that axe objects to, in each theme", async () => {
    await workbench.runCommand("View: Close All Editors");
    pipelines = await workbench.view("Pipelines");
    await pipelines.chooseFromMenu(failedPipeline, "Show Pipeline Graph");
    await workbench.editorPage.locator('main[aria-busy="false"]').waitFor();
    assert.deepEqual(await problemsOfPage("graph"), []);
  });

  step("leads through the graph by keyboard, and opens the menu of a job by it", async () => {
    assert.deepEqual(await problemsByKeyboard(), []);
    const graph = workbench.editorPage;
    const jobs = graph.locator("button.job");
    for (let left = await jobs.count(); left > 0; left -= 1) await workbench.page.keyboard.press("ArrowRight");
    await graph.locator("button.job:focus-visible", { hasText: "deploy review" }).waitFor();
    await workbench.page.keyboard.press("Space");
    await graph.getByRole("menuitem", { name: "Open in Browser" }).and(graph.locator(":focus")).waitFor();
    assert.deepEqual(await axeProblems(await pageFrame()), []);
    await workbench.page.keyboard.press("Escape");
    await graph.locator("button.job:focus", { hasText: "deploy review" }).waitFor();
  });

  step("shows a wiki page as the host renders it without anything that axe objects to, in each theme", async () => {
    await workbench.runCommand("View: Close All Editors");
    await pipelines.collapse();
    const wiki = await workbench.view("Wiki");
    await wiki.chooseFromMenu(wiki.row(/^Wiki page home/), "Show Rendered Wiki Page");
    await workbench.editorPage.getByRole("heading", { name: "Weather Station", exact: true }).waitFor();
    assert.deepEqual(await problemsOfPage("wiki", axeProblemsInCopy), []);
    await wiki.collapse();
  });

  rows("reads the rows of a test report by their names, counts and times", async () => {
    await workbench.runCommand("View: Close All Editors");
    pipelines = await workbench.view("Pipelines");
    await pipelines.chooseFromMenu(failedPipeline, "Show Test Report");
    const rows = workbench.page.locator(".part.sidebar .test-explorer").getByRole("treeitem");
    // The report unfolds to its failures by itself: a click meanwhile would fold it again.
    for (const name of [
      /^Pipeline #\d+ · feature\/humidity · 3 failed, 12 passed \(Failed\)/,
      /^unit tests · 3 failed, 12 passed \(Failed\)/,
      /^dew point \(Failed\)/,
    ])
      await rows.and(workbench.page.getByRole("treeitem", { name, expanded: true })).waitFor();
    // What earlier pipelines say comes last, and VS Code reads it once it draws the row again.
    const note = " · new on this branch";
    await rows.filter({ hasText: `refuses 101 %${note}` }).waitFor();
    const seen = await rows.evaluateAll(rowsInSight);
    assert.deepEqual(problemsOfRows(seen.map((row) => ({ ...row, visible: row.visible.replace(note, "") }))), []);
  });
});
