import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../../tools/children.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** The demo in the hands of somebody who has no mouse, and a branch to merge: each step stands on the one before. */
describe("a new merge request of the demo, by keyboard alone", () => {
  const branch = "feature/rain";
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;

  const git = (...words: readonly string[]): Promise<unknown> => runChild("git", ["-C", demo.folder, ...words]);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  /** Presses Tab until something of this role and name has the keyboard. */
  const tabTo = async (role: "textbox" | "checkbox" | "button", name: string): Promise<void> => {
    const wanted = workbench.editorPage.getByRole(role, { name, exact: true });
    await wanted.waitFor();
    for (let left = 40; left > 0; left -= 1) {
      await press("Tab");
      if (
        await wanted.evaluate(
          (one) =>
            one === (one as unknown as { ownerDocument: { activeElement: unknown } }).ownerDocument.activeElement,
        )
      )
        return;
    }
    assert.fail(`${name} is not reached`);
  };

  before(async () => {
    ({ demo, browser, workbench } = await sharedWindow());
    await git("switch", "--quiet", "--create", branch);
    await writeFile(join(demo.folder, "rain.js"), "export const rain = 0;\n");
    await git("add", "rain.js");
    const author = ["-c", "user.name=Alice Ahlgren", "-c", "user.email=alice@example.com"];
    await git(...author, "commit", "--quiet", "-m", "Measure rain\n\nThere is some.");
  });
  const step = story("creates a merge request by keyboard alone", () => browser);

  step("opens the page with what the commit says", async () => {
    await (await workbench.pipelinesOf(branch)).collapse();
    await workbench.runCommand("Forgeline: Create Merge Request…");
    const page = workbench.editorPage;
    await page.getByRole("heading", { name: "Changed files (1)" }).waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "Measure rain");
    await page.getByText("Not pushed yet: 1 commit is pushed when you create the merge request.").waitFor();
    await page.locator("h1").focus();
  });

  step("is filled in", async () => {
    await tabTo("textbox", "Title");
    await press("End");
    await workbench.page.keyboard.type(" and hail");
    await tabTo("checkbox", "Draft");
    await press("Space");
    const page = workbench.editorPage;
    await page.getByRole("checkbox", { name: "Draft", checked: true }).waitFor();
    await tabTo("textbox", "Description");
    await press("Control+End");
    await workbench.page.keyboard.type(" And hail.");
    await tabTo("button", "Edit Reviewers…");
    await press("Enter");
    await workbench.quickInput.getByText("Bob Beretta").waitFor();
    await workbench.page.keyboard.type("Bob");
    await workbench.pick(/^Bob Beretta/);
    await workbench.pick("Done");
    await page.locator("aside").getByText("Bob Beretta").waitFor();
  });

  step("is closed, and opens again with what was entered", async () => {
    await press("Control+w");
    await workbench.editorPage.getByRole("textbox", { name: "Title" }).waitFor({ state: "detached" });
    await workbench.runCommand("Forgeline: Create Merge Request…");
    const page = workbench.editorPage;
    const title = page.getByRole("textbox", { name: "Title" });
    await title.waitFor();
    assert.equal(await title.inputValue(), "Draft: Measure rain and hail");
    assert.equal(await page.getByRole("textbox", { name: "Description" }).inputValue(), "There is some. And hail.");
    await page.getByRole("heading", { name: "Changed files (1)" }).waitFor();
  });

  step("is pushed and created, and its own page is there", async () => {
    await workbench.editorPage.locator("h1").focus();
    await tabTo("textbox", "Description");
    await press("Control+Enter");
    const page = workbench.editorPage;
    await page.getByRole("heading", { name: "Draft: Measure rain and hail", exact: true }).waitFor();
    await page.getByText("There is some. And hail.").waitFor();
    await page.locator("aside").getByText("Bob Beretta").waitFor();
    const response = await fetch(
      `${demo.service}/api/v4/projects/${demo.info.project.id}/merge_requests?source_branch=${encodeURIComponent(branch)}`,
      { headers: { "PRIVATE-TOKEN": demo.info.users.alice.token } },
    );
    const made = (await response.json()) as { readonly title: string }[];
    assert.deepEqual(
      made.map(({ title }) => title),
      ["Draft: Measure rain and hail"],
    );
  });
});
