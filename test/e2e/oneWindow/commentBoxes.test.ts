import assert from "node:assert/strict";
import type { BrowserContext, Locator } from "playwright-core";
import { dropOn } from "../../support/person.ts";
import { story } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { askProject, type DemoWindow, sharedWindow } from "./sharedWindow.ts";

/** What the boxes of comments help with, in the hands of somebody whose merge request was reviewed. */
describe("the boxes of comments, in the demo", () => {
  let window: DemoWindow;
  let browser: BrowserContext;
  let workbench: Workbench;

  const thread = (): Locator =>
    workbench.page.locator(".part.editor .review-widget").filter({ hasText: /Could we call these/ });
  /** What Enter takes. */
  const suggested = (words: RegExp): Locator =>
    workbench.page.locator(".suggest-widget.visible .monaco-list-row.focused").filter({ hasText: words });
  const written = (words: RegExp): Locator => thread().locator(".monaco-editor .view-line").filter({ hasText: words });

  const openDiff = async (): Promise<void> => {
    await workbench.runCommand("Forgeline: Go to Next Open Thread");
    await workbench.pick(/Show the wind as a rose/);
  };

  before(async () => {
    window = await sharedWindow();
    ({ browser, workbench } = window);
  });
  const step = story("helps in the boxes of comments, and keeps over a reload what was typed", () => browser);

  /** Opens the diff, and in it the box for a reply. */
  const openReply = async (): Promise<void> => {
    await openDiff();
    // Threads are drawn before the diff takes the focus, and VS Code closes an empty reply that loses it.
    await workbench.page.locator(".monaco-diff-editor .editor.modified .monaco-editor.focused").waitFor();
    await thread()
      .filter({ hasText: /\+\s+windDirection: "°",/ })
      .getByRole("button", { name: "Reply…" })
      .click();
  };

  step("open in the diff of an open thread", openReply);

  step("complete the names of people and of emoji", async () => {
    const { keyboard } = workbench.page;
    await keyboard.type("Thanks @bo");
    await suggested(/^@bob/).waitFor();
    await workbench.picture("demo-comment-names");
    await keyboard.press("Enter");
    await keyboard.type(":thumbs");
    await suggested(/^:thumbsup:/).waitFor();
    await keyboard.press("Enter");
    await written(/^Thanks\s@bob\s:thumbsup:\s$/).waitFor();
  });

  step("take pictures that are pasted: they are uploaded, and inserted where they were pasted", async () => {
    await workbench.page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(3)], "a b.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    }`);
    await written(/^Thanks\s@bob\s:thumbsup:\s!\[a_b\]\(\/uploads\/[\da-f]{32}\//).waitFor();
  });

  step("take files that are dropped", async () => {
    const [type, bytes] = ["application/pdf", Buffer.from("wind").toString("base64")];
    await dropOn(written(/^Thanks/).first(), { file: { name: "wind.pdf", type, bytes } });
    await written(/\[wind\.pdf\]\(\/uploads\/[\da-f]{32}\//).waitFor();
    await workbench.page.keyboard.press("Control+A");
    await workbench.page.keyboard.press("Delete");
    await written(/\S/).waitFor({ state: "detached" });
  });

  const page = "wikis/Sensors%2FCalibration";
  let first = "";
  const theirs = (): string => `${first}\nDone in June.\n`;
  const content = async (): Promise<string> => (await askProject<{ content: string }>(window.demo, page)).content;
  step(
    "are kept while one types, beside a wiki page that somebody else changes, when the window is reloaded",
    async () => {
      const { service, info } = window.demo;
      first = await content();
      // The browser's VS Code saves by itself after a second, and a save that is asked for meanwhile is that one to it, which sends nothing.
      await workbench.runCommand("File: Toggle Auto Save");
      const wiki = await workbench.view("Wiki");
      await wiki.expand(wiki.row(/^Wiki folder Sensors/));
      await wiki.row(/^Wiki page Calibration/).click();
      await workbench.typeAtEnd("Calibration.md", "Done in May.");
      const answer = await fetch(`${service}/api/v4/projects/${info.project.id}/${page}`, {
        method: "PUT",
        headers: { "PRIVATE-TOKEN": info.users.bob.token, "Content-Type": "application/json" },
        body: JSON.stringify({ content: theirs() }),
      });
      assert.equal(answer.status, 200);
      await wiki.collapse();
      // The page took the place of the diff, whose tab was a preview.
      await openReply();
      await workbench.page.keyboard.type("Not lost @bo");
      // The extension has seen what it completes.
      await suggested(/^@bob/).waitFor();
      await workbench.reloadOnceKept();
    },
  );

  step("stand on the file after the window was reloaded", async () => {
    // Once the view has rows, VS Code has opened the editors that it had when it last wrote them down, which may be earlier ones.
    const view = await workbench.shownView("Merge Requests");
    await view.row(/^For the current branch/).waitFor();
    // Comments that take the focus one after the other would close the palette.
    if ((await workbench.tab("units.js").count()) === 0) await openDiff();
    const unsent = workbench.page.locator(".part.editor .review-widget").filter({ hasText: "not sent" });
    const kept = unsent.locator(".view-line").filter({ hasText: /^Not\slost\s@bo$/ });
    await kept.first().waitFor({ state: "attached" });
    // VS Code may bring back what was in its box as well, until Forgeline takes it out there.
    await kept.nth(1).waitFor({ state: "detached" });
    await workbench.picture("demo-comment-kept");
    await unsent.getByRole("button", { name: "Discard" }).press("Enter");
    await unsent.waitFor({ state: "detached" });
    await workbench.tab("units.js").click({ button: "middle" });
    await thread().waitFor({ state: "detached" });
  });

  step("left the page unsaved, which is not sent over what somebody else wrote", async () => {
    await workbench.unsavedTab("Calibration.md").waitFor();
    await workbench.line(/Done in May\.$/).waitFor();
    await workbench.unsavedTab("Calibration.md").click();
    await workbench.page.keyboard.press("ControlOrMeta+S");
    const told = workbench.notification(/Someone else changed .*Calibration.* while you were editing/);
    await told.waitFor();
    assert.equal(await content(), theirs(), "nothing was sent");
    await told.getByRole("button", { name: "Overwrite Theirs" }).click();
    await workbench.statusBarText("Saved the wiki page “Sensors/Calibration”.").waitFor();
    assert.equal(await content(), `${first}Done in May.`);
    await workbench.runCommand("File: Toggle Auto Save");
  });
});
