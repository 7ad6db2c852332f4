import assert from "node:assert/strict";
import type { BrowserContext, Locator } from "playwright-core";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { askProject, sharedWindow, showFailedBranch } from "./sharedWindow.ts";

/** The assertion that fails, in the sample's `test/dewPoint.test.js`. */
const assertion = /^ +for \(const humidity of \[0, -1, 101\]\) it\(.refuses /;

/** The demo in the hands of somebody who wants to know why a pipeline is red: each step stands on the one before. */
describe("from red to the reason, in the demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;
  let pipelines: View;
  /** The branch's pipeline that failed. */
  let red: Locator;

  const cursorAt = (line: number, column: number): Promise<void> =>
    workbench.statusBarEntry(new RegExp(`^Ln ${line}, Col ${column}\\b`)).waitFor();

  /** What the page must say of the target branch, where suites before may have merged what fails. */
  const onMain = async (): Promise<string> => {
    const ended = await askProject<{ id: number; status: string }[]>(demo, "pipelines?ref=main&scope=finished");
    const latest = ended.find(({ status }) => status === "success" || status === "failed");
    assert.ok(latest);
    const failed = await askProject<{ name: string }[]>(demo, `pipelines/${latest.id}/jobs?scope=failed`);
    return failed.some(({ name }) => name === "unit tests") ? "also fails on main" : "does not fail on main";
  };

  before(async () => {
    const window = await sharedWindow();
    ({ demo, browser, workbench } = window);
    ({ pipelines, failed: red } = await showFailedBranch(window));
  });
  const step = story("leads from a red pipeline to the line that is the reason", () => browser);

  step("opens the log of a failed job, and jumps from Problems to the line in the sources", async () => {
    await pipelines.expand(red);
    await pipelines.expand(pipelines.row(/^Stage test, failed/));
    const job = pipelines.row(/^Job unit tests, failed/);
    await job.click();
    await workbench.outputLine(/^Job unit tests #\d+: failed/).click();
    // From the log, as the view takes the keyboard back when it is refreshed, and with it closes the palette.
    await workbench.runCommand("View: Focus Problems");
    const problems = workbench.page.locator(".part.panel .markers-panel");
    const problem = problems
      .locator(".monaco-list-row")
      .filter({ hasText: /Missing expected exception \(RangeError\)/ })
      .first();
    await problem.waitFor();
    await problem.dblclick();
    await workbench.tab("dewPoint.test.js").waitFor();
    await cursorAt(8, 81);
    await workbench.line(assertion).waitFor();
    await workbench.picture("demo-problems");
  });

  step("opens the log as a document, at its first error", async () => {
    await pipelines.chooseFromMenu(pipelines.row(/^Job unit tests, failed/), "Go to First Error in Job Log");
    await workbench
      .line(/^ +AssertionError \[ERR_ASSERTION\]: Missing expected exception/)
      .first()
      .waitFor();
    // The whole line is selected.
    await workbench.statusBarEntry(/^Ln 53, Col \d+ \(\d+ selected\)/).waitFor();
    await workbench.picture("demo-log-document");
  });

  step("opens an artifact of a job", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("View: Hide Panel");
    await pipelines.expand(pipelines.row(/^Stage build, passed/));
    await pipelines.expand(pipelines.row(/^Job compile, passed/));
    await pipelines.expand(pipelines.row(/^Artifacts of job compile, /));
    await pipelines.expand(pipelines.row(/^Folder dist/));
    await pipelines.row(/^index\.html, \d+ bytes/).click();
    await workbench.tab("index.html").waitFor();
    await workbench.line(/^ +<h1>North Pier<\/h1>$/).waitFor();
    await workbench.picture("demo-artifacts");
  });

  step(
    "shows the graph of the pipeline: what its jobs wait for, what took longest, and what can be done with one",
    async () => {
      await workbench.runCommand("View: Close All Editors");
      await pipelines
        .row(/^Stage build, passed/)
        .locator(".monaco-tl-twistie")
        .click();
      await pipelines.chooseFromMenu(red, "Show Pipeline Graph");
      const graph = workbench.editorPage;
      await graph.getByRole("heading", { name: /^Pipeline #\d+/ }).waitFor();
      await graph.locator('main[aria-busy="false"]').waitFor();
      const failed = graph.getByRole("button", { name: /^unit tests, failed, .*needs compile$/ });
      await failed.waitFor();
      await graph.locator("svg .line.critical[d]").first().waitFor({ state: "attached" });
      assert.ok((await graph.locator("svg .line[d]").count()) >= 4, "its needs are drawn");
      await workbench.picture("demo-graph");
      await failed.click();
      await graph.getByRole("menuitem", { name: "Retry" }).waitFor();
      await graph.getByRole("menuitem", { name: "Show Log" }).click();
      await workbench.outputLine(/^Job unit tests #\d+: failed/).waitFor();
      await workbench.runCommand("View: Hide Panel");
    },
  );

  step("shows the graph again after it was out of sight", async () => {
    await workbench.openFile("test", "dewPoint.test.js");
    await workbench.line(assertion).waitFor();
    await workbench.tab("Graph of").click();
    await workbench.editorPage.getByRole("button", { name: /^unit tests, failed, / }).waitFor();
    await workbench.editorPage.locator("svg .line.critical[d]").first().waitFor({ state: "attached" });
  });

  step("explains on one page why the pipeline is red and since when, with the way to the line", async () => {
    await workbench.runCommand("View: Close All Editors");
    const expected = await onMain();
    await pipelines.chooseFromMenu(red, "Why Is the Pipeline Red?");
    const why = workbench.editorPage;
    await why.getByRole("heading", { name: /^Why is pipeline #\d+ red\?$/ }).waitFor();
    await why.getByRole("heading", { name: "1 failed job" }).waitFor();
    const mark = await why
      .getByText(/ on main$/)
      .and(why.locator(".mark"))
      .first()
      .textContent();
    // A pipeline of main may have ended meanwhile.
    assert.ok([expected, await onMain()].includes(mark ?? ""), `${mark} instead of ${expected}`);
    await why.getByText("3 of 15 tests failed").waitFor();
    await why.getByText(/^First failed pipeline of feature\/humidity/).waitFor();
    await why.getByText("Allowed to fail (1)").waitFor({ state: "attached" });
    await workbench.picture("demo-why-red");
    await why.getByText("test/dewPoint.test.js:8:81", { exact: true }).click();
    await workbench.tab("dewPoint.test.js").waitFor();
    await cursorAt(8, 81);
  });

  step("shows the failed test in the Testing view, why it failed, and the line", async () => {
    await workbench.runCommand("View: Close All Editors");
    await pipelines.chooseFromMenu(red, "Show Test Report");
    // By text: the names of these rows are not those of their items alone.
    const row = (words: RegExp): Locator =>
      workbench.page.locator(".part.sidebar .test-explorer .monaco-list-row").filter({ hasText: words });
    // The report unfolds to its failures by itself: a click meanwhile would fold it again.
    for (const words of [/Pipeline #\d+ · feature\/humidity/, /unit tests/, /dew point/])
      await row(words).and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
    // Rows stand before their results: one that has not failed yet opens its line without the reason. What earlier pipelines say comes last.
    const refused = row(/refuses 101 % · new on this branch/);
    await refused.locator(".codicon-testing-failed-icon").waitFor();
    // The first failed test is revealed, which VS Code may do only now: what a click before it has opened would close again.
    await row(/refuses 0 %/)
      .and(workbench.page.locator(".focused"))
      .waitFor();
    // VS Code opens the reason at the first click; a second one beside it opens it again.
    await refused.click();
    await workbench.tab("dewPoint.test.js").waitFor();
    await workbench.line(assertion).waitFor();
    await workbench.page
      .locator(".part.editor .zone-widget")
      .getByText(/Missing expected exception \(RangeError\)/)
      .first()
      .waitFor();
    await workbench.picture("demo-testing");
  });

  step("shows the coverage of the pipeline in VS Code's coverage view, and the lines that no test ran", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Forgeline");
    await pipelines.chooseFromMenu(red, "Show Coverage");
    const station = workbench.page
      .locator(".part.sidebar .test-coverage-list-item")
      .filter({ hasText: "station.js" })
      .filter({ hasText: "91.43%" });
    await station.click();
    await workbench.tab("station.js").waitFor();
    const missed = workbench.page.locator(".part.editor .coverage-deco-gutter.coverage-deco-miss");
    await missed.nth(1).waitFor();
    await workbench.line(/^ +answer\(400, /).waitFor();
    await workbench.picture("demo-coverage");
    await workbench.runCommand("Forgeline: Clear Coverage");
    await missed.first().waitFor({ state: "detached" });
    await station.waitFor({ state: "detached" });
  });
});
