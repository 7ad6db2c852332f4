import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { currentBranch, type Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** What people type, with the name where VS Code has such commands itself, and the command that Enter would run then. */
const words = {
  "Forgeline Sign In": "Sign In",
  "Forgeline Sign Out": "Sign Out",
  "Forgeline Select Project": "Select Project…",
  "Forgeline Refresh": "Refresh Views",
  "Forgeline Open Settings": "Open Settings",
  "Run Pipeline": "Run Pipeline…",
  "Retry Pipeline": "Retry Pipeline",
  "Cancel Pipeline": "Cancel Pipeline",
  "Retry Job": "Retry Job",
  "Show Job Log": "Show Job Log",
  "Show Test Report": "Show Test Report",
  Artifacts: "Browse Artifacts…",
  "Merge Merge": "Merge Merge Request…",
  "Create Merge Request": "Create Merge Request…",
  "Open Merge Request": "Open Merge Request",
  "Check Out": "Check Out Merge Request Branch",
  "Protect Branch": "Protect Branch…",
  "Commit Files": "Commit Files on Host…",
  "Open Wiki": "Open Wiki Page",
  "Create Snippet": "Create New Snippet…",
  "Insert Snippet": "Insert Snippet…",
  Template: "Insert CI Template…",
  "Search Packages": "Search Packages…",
  "Filter Pipelines": "Filter Pipelines…",
} as const;

describe("commands of a newcomer, in the demo", () => {
  let workbench: Workbench;

  before(async () => {
    ({ workbench } = await sharedWindow());
  });

  /** The entries of the menus that are open. */
  const entries = (): Locator => workbench.page.locator(".monaco-menu").getByRole("menuitem");

  it("has the likeliest command first for what is typed, without a history", async () => {
    // An editor is open, of which some commands take the file.
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.runCommand("Clear Command History");
    await workbench.dialogButton("Clear").click();
    await workbench.page.keyboard.press("F1");
    const typed = workbench.quickInput.locator("input").first();
    const first = workbench.quickInput.locator(".monaco-list-row[data-index='0'] .label-name");
    for (const [text, title] of Object.entries(words)) {
      await typed.fill(`>${text}`);
      await first
        .filter({ hasText: new RegExp(`^Forgeline: ${title}$`) })
        .waitFor()
        .catch(async (cause: unknown) => {
          throw new Error(`“${text}” finds ${await first.textContent()}, not ${title}`, { cause });
        });
    }
    await workbench.page.keyboard.press("Escape");
  });

  it("offers for several selected pipelines what can be done with all of them", async () => {
    const pipelines = await workbench.pipelinesOf("main");
    // A running pipeline above them would move the rows while they are selected.
    const current = pipelines.row(currentBranch("main"));
    await current.locator(".monaco-tl-twistie").click();
    const ended = pipelines.row(/^Pipeline \d+, failed, .*ref feature\/humidity,/);
    await ended.nth(1).waitFor();
    await pipelines.pane.locator(".monaco-list").focus();
    // Selects nothing: a row that a suite before has selected would be taken out of the selection.
    await workbench.page.keyboard.press("Escape");
    await pipelines.goTo(/^Pipeline \d+, failed, .*ref feature\/humidity,/);
    await workbench.page.keyboard.press("ControlOrMeta+Shift+Enter");
    const selected = ended.and(workbench.page.locator('[aria-selected="true"]'));
    await selected.first().waitFor();
    await workbench.page.keyboard.press("Shift+ArrowDown");
    await selected.nth(1).waitFor();
    let offered: readonly string[] = [];
    // Read at one moment, with the entry that is waited for: a view that is refreshed closes its menu.
    while (offered.length === 0) {
      await workbench.page.keyboard.press("Shift+F10");
      offered = await entries().filter({ hasText: "Delete Pipeline…" }).evaluate(entriesBeside);
    }
    assert.deepEqual(
      offered.filter((entry) => !/^(Retry|Cancel) Pipeline/.test(entry)),
      ["Delete Pipeline…"],
    );
    await workbench.closeMenus();
    // The menu of one of them would be that of both for who comes next.
    await pipelines.pane.locator(".monaco-list").focus();
    await workbench.page.keyboard.press("Escape");
    await selected.first().waitFor({ state: "detached" });
    await pipelines.expand(current);
    await pipelines.collapse();
  });

  it("has the first step of the walkthrough done for who is signed in", async () => {
    await workbench.runCommand("Forgeline: Get Started");
    const steps = workbench.page.locator(".getting-started-step");
    await steps.filter({ hasText: "Connect to your host" }).locator(".codicon-getting-started-step-checked").waitFor();
    await workbench.runCommand("View: Close All Editors");
  });

  it("has one entry for files in the Explorer, behind which are the others", async () => {
    await workbench.openContainer("Explorer");
    await workbench.explorerRow("README.md").click({ button: "right" });
    await entries()
      .filter({ hasText: /^Forgeline$/ })
      .hover();
    await workbench.page.keyboard.press("ArrowRight");
    for (const title of [
      "Compare File with Branch…",
      "Commit File on Host…",
      "Copy File Permalink",
      "Delete File on Host…",
    ])
      await entries().filter({ hasText: title }).waitFor();
    await workbench.closeMenus();
    await workbench.openContainer("Forgeline");
  });
});

/** Returns the entries of the menu of an entry. Runs in the page, where types of the DOM are not at hand. */
function entriesBeside(entry: unknown): string[] {
  interface Part {
    readonly textContent: string | null;
    closest(selector: string): Part | null;
    querySelectorAll(selector: string): Iterable<Part>;
  }
  const menu = (entry as Part).closest(".monaco-menu");
  return [...(menu?.querySelectorAll('[role="menuitem"]') ?? [])].map(({ textContent }) => textContent ?? "");
}
