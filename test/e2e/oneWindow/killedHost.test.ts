import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { after, before, describe } from "mocha";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../../tools/children.ts";
import { connectControl } from "../../service/control.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** ms within which VS Code has started another host, if it does. */
const restartPatience = 30_000;

/** Process IDs of the extension hosts of the demo. */
async function extensionHosts({ process: { pid } }: RunningDemo): Promise<number[]> {
  const lines = (await runChild("ps", ["-eo", "pid=,ppid=,args="])).trim().split("\n");
  const all = lines.map((line) => {
    const [own = "", parent = "", ...words] = line.trim().split(/\s+/);
    return { own: Number(own), parent: Number(parent), isHost: words.includes("--type=extensionHost") };
  });
  const isBelow = (one: number): boolean => {
    if (one === pid) return true;
    const parent = all.find(({ own }) => own === one)?.parent;
    return parent !== undefined && parent > 1 && isBelow(parent);
  };
  return all.filter(({ own, isHost }) => isHost && isBelow(own)).map(({ own }) => own);
}

/** Kills the extension host of the demo's window, as the system does with a process that takes too much memory. */
async function killHost(demo: RunningDemo): Promise<void> {
  const [host, ...others] = await extensionHosts(demo);
  assert.ok(host !== undefined && others.length === 0, "one extension host");
  process.kill(host, "SIGKILL");
}

/** What was typed into each kind of place when the extension host dies while a write is on its way: each step stands on the one before. */
describe("what was typed when the extension host is killed, in the demo", () => {
  const branch = "feature/fog";
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;
  let wiki: View;

  const git = (...words: readonly string[]): Promise<unknown> => runChild("git", ["-C", demo.folder, ...words]);
  const pageOnHost = async (): Promise<string> => {
    const address = `${demo.service}/api/v4/projects/${demo.info.project.id}/wikis/Runbooks%2FHow-to-release`;
    const response = await fetch(address, { headers: { "PRIVATE-TOKEN": demo.info.users.alice.token } });
    return ((await response.json()) as { content: string }).content;
  };

  before(async () => {
    ({ demo, browser, workbench } = await sharedWindow());
    // The browser's VS Code saves by itself after a second.
    await workbench.runCommand("File: Toggle Auto Save");
    await git("switch", "--quiet", "--create", branch);
    await writeFile(join(demo.folder, "fog.js"), "export const fog = 0;\n");
    await git("add", "fog.js");
    const author = ["-c", "user.name=Alice Ahlgren", "-c", "user.email=alice@example.com"];
    await git(...author, "commit", "--quiet", "-m", "Measure fog");
    await (await workbench.pipelinesOf(branch)).collapse();
  });
  const step = story("keeps what was typed when the extension host is killed", () => browser);
  after(async () => {
    await connectControl(demo.service).clearFaults();
    await workbench.runCommand("File: Toggle Auto Save");
    await git("switch", "--quiet", "main");
  });

  step("is on its way to the host, in a box, on a page, and in a comment", async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand("Forgeline: Create Merge Request…");
    const title = workbench.editorPage.getByRole("textbox", { name: "Title" });
    await title.press("End");
    await title.pressSequentially(" and mist");

    await workbench.runCommand("Forgeline: Go to Next Open Thread");
    await workbench.pick(/Show the wind as a rose/);
    await workbench.page.locator(".monaco-diff-editor .editor.modified .monaco-editor.focused").waitFor();
    await workbench.page
      .locator(".part.editor .review-widget")
      .filter({ hasText: /Could we call these/ })
      .getByRole("button", { name: "Reply…" })
      .click();
    await keyboard.type("Not lost @bo");
    // The extension has seen what it completes.
    await workbench.page
      .locator(".suggest-widget.visible .monaco-list-row.focused")
      .filter({ hasText: /^@bob/ })
      .waitFor();
    await keyboard.press("Escape");

    wiki = await workbench.view("Wiki");
    await wiki.expand(wiki.row(/^Wiki folder Runbooks/));
    await wiki.row(/^Wiki page How to release/).click();
    await workbench.typeAtEnd("How-to-release.md", "Mind the fog.");
    const control = connectControl(demo.service);
    await control.fault({ method: "PUT", path: "/wikis/", action: "hang" });
    const since = await control.lastRequest();
    await keyboard.press("ControlOrMeta+S");
    await control.waitForRequest({ method: "PUT", path: "/wikis/", since });

    await workbench.runCommand("Forgeline: Create Milestone…");
    await workbench.pick("This Project");
    await workbench.quickInput.getByText(/Enter the title/).waitFor();
    await workbench.enter("Harvest");
    await workbench.quickInput.getByText("Harvest").first().waitFor();
    const last = await control.lastRequest();
    await killHost(demo);
    await control.clearFaults();
    // VS Code starts another host by itself, which asks for the rows that are shown. Where it starts none, the user reloads the window.
    const restarted = control.waitForRequest({ path: "/wikis\\?", since: last });
    const isLate = await Promise.race([restarted.then(() => false), setTimeout(restartPatience, true, { ref: false })]);
    if (isLate && (await extensionHosts(demo)).length === 0) await workbench.reloadOnceKept();
    await restarted;
  });

  step("is in its editor, and on the host once it is saved again", async () => {
    const before = await pageOnHost();
    assert.doesNotMatch(before, /Mind the fog/);
    await wiki.row(/^Wiki page How to release, not sent/).waitFor();
    await workbench.unsavedTab("How-to-release.md").click();
    await workbench.line(/Mind the fog\.$/).waitFor();
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await workbench.statusBarText("Saved the wiki page “Runbooks/How-to-release”.").waitFor();
    assert.equal(await pageOnHost(), `${before}Mind the fog.`);
  });

  step("is in its box", async () => {
    await workbench.runCommand("Forgeline: Create Milestone…");
    await workbench.pick("This Project");
    await workbench.quickInput.getByText("Harvest").first().waitFor();
    await workbench.page.keyboard.press("Escape");
  });

  step("is an unsent comment on its file", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Forgeline: Go to Next Open Thread");
    await workbench.pick(/Show the wind as a rose/);
    const unsent = workbench.page.locator(".part.editor .review-widget").filter({ hasText: "not sent" });
    await unsent
      .locator(".view-line")
      .filter({ hasText: /^Not\slost\s@bo/ })
      .first()
      .waitFor({ state: "attached" });
    await unsent.first().getByRole("button", { name: "Discard" }).press("Enter");
    await unsent.waitFor({ state: "detached" });
    await workbench.runCommand("View: Close All Editors");
  });

  step("is on its page", async () => {
    await workbench.runCommand("Forgeline: Create Merge Request…");
    const title = workbench.editorPage.getByRole("textbox", { name: "Title" });
    await title.waitFor();
    assert.equal(await title.inputValue(), "Measure fog and mist");
  });
});
