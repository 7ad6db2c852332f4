import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { askProject, sharedWindow } from "./sharedWindow.ts";

/** The demo in the hands of a reviewer: each step stands on the one before. */
describe("merge requests, packages and milestones of the demo", () => {
  const title = "Write pressure without decimals";
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;
  let mergeRequests: View;
  let packages: View;

  before(async () => {
    ({ demo, browser, workbench } = await sharedWindow());
  });
  const step = story("reviews and merges, browses packages and milestones", () => browser);

  step("shows a folder for each query", async () => {
    mergeRequests = await workbench.view("Merge Requests");
    for (const name of [
      /^For the current branch: main/,
      /^Assigned to me/,
      /^Review requests/,
      /^Created by me/,
      /^All open, \d+ merge requests/,
    ])
      await mergeRequests.row(name).waitFor();
    await mergeRequests.row(new RegExp(`^Merge request \\d+, ${title}, `)).waitFor();
  });

  step("shows on a page what a merge request is, and that it can be merged", async () => {
    await workbench.openMergeRequestPage("Work out the dew point", "The formula");
    const page = workbench.editorPage;
    await page.getByRole("heading", { name: "Work out the dew point", exact: true }).waitFor();
    await page.locator("#verdict", { hasText: /^Ready to merge\.$/ }).waitFor();
    await workbench.picture("demo-merge-request");
  });

  step("takes a file that is pasted into a box of the page", async () => {
    const box = workbench.editorPage.getByRole("textbox", { name: "Comment", exact: true });
    await box.fill("Look: ");
    const text = await box.evaluate(`{
      const box = document.activeElement;
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(3)], "a b.png", { type: "image/png" }));
      const changed = new Promise((resolve) => box.addEventListener("input", resolve, { once: true }));
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      changed.then(() => box.value);
    }`);
    assert.match(String(text), /^Look: !\[a_b\]\(\/uploads\/[\da-f]{32}\//);
    await workbench.picture("demo-page-attached");
    await box.fill("");
  });

  step("completes a name in a box of the page by keyboard, and keeps the text when the page is closed", async () => {
    const page = workbench.editorPage;
    const box = page.getByRole("textbox", { name: "Comment", exact: true });
    await box.focus();
    await workbench.page.keyboard.type("Thanks @m");
    await page
      .getByRole("option", { name: /^@max / })
      .and(page.locator("[aria-selected=true]"))
      .waitFor();
    await workbench.picture("demo-page-completion");
    await workbench.page.keyboard.press("Enter");
    await workbench.page.keyboard.type(":ta");
    await page.getByRole("option", { name: ":tada: 🎉" }).waitFor();
    await workbench.picture("demo-page-emoji");
    await workbench.page.keyboard.type("d");
    await workbench.page.keyboard.press("Tab");
    assert.equal(await box.inputValue(), "Thanks @max :tada: ");
    await workbench.runCommand("View: Close All Editors");
    await workbench.openMergeRequestPage("Work out the dew point", "The formula");
    assert.equal(await box.inputValue(), "Thanks @max :tada: ");
    await box.fill("");
  });

  step("opens the change of a file beside what it was", async () => {
    // By key: other merge requests may show their files, too.
    const mergeRequest = new RegExp(`^Merge request \\d+, ${title}, `);
    await mergeRequests.open(mergeRequest);
    await mergeRequests.step("ArrowRight", mergeRequest, /^Description: /);
    await mergeRequests.step("ArrowDown", /^Description: /, /^Changed files/);
    await mergeRequests.openFocused();
    await mergeRequests.goTo(/^units\.js, modified, in src, \+2 −2/);
    await workbench.page.keyboard.press("Enter");
    await workbench.changedLine(/quantity === "pressure" \? 0 : 1/).waitFor();
    await workbench.picture("demo-merge-request-change");
  });

  step("reviews and merges: the row goes, the host has the merge, and its pipeline shows", async () => {
    const newest = "repository/commits?ref_name=main&per_page=1";
    type Commits = readonly { readonly id: string; readonly title: string; readonly parent_ids: readonly string[] }[];
    const [before] = await askProject<Commits>(demo, newest);
    await workbench.runCommand("Forgeline: Merge Merge Request…");
    await workbench.pick(title);
    await workbench.pick("Merge Now");
    await workbench.notification(/Merged !.* into “main”/).waitFor();
    await mergeRequests.row(new RegExp(`^Merge request \\d+, ${title}, `)).waitFor({ state: "detached" });
    const [commit] = await askProject<Commits>(demo, newest);
    assert.ok(commit);
    assert.equal(commit.title, "Merge branch 'feature/whole-pressure' into 'main'");
    assert.equal(commit.parent_ids[0], before?.id);
    await mergeRequests.collapse();
    const pipelines = await workbench.view("Pipelines");
    await pipelines
      .row(new RegExp(`^Pipeline \\d+, .*ref main, commit ${commit.id.slice(0, 8)}`))
      .first()
      .waitFor();
    await workbench.picture("demo-merged");
    await pipelines.collapse();
  });

  step("browses packages after a sign-in of their own", async () => {
    const { username, token } = demo.info.users.alice;
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Notifications: Clear All Notifications");
    packages = await workbench.view("Packages");
    await packages.pane.getByText("to see the NuGet packages of this project").waitFor();
    await packages.pane.getByRole("button", { name: "Sign In to Package Registry…" }).click();
    await workbench.quickInput.getByText("Enter your username on").waitFor();
    await workbench.enter(username);
    await workbench.quickInput.getByText("Enter a personal access token of").waitFor();
    await workbench.enter(token);
    const found = packages.row(/^Package Weather\.Station, 1\.1\.0, 5 versions/);
    await packages.expand(found);
    await packages.row(/^Version 1\.1\.0, /).waitFor();
    await packages.row(/^Version 0\.9\.0-beta\.2, prerelease/).waitFor();
  });

  step("adds the feed to NuGet.config, and no token with it", async () => {
    const version = packages.row(/^Version 1\.1\.0, /);
    await packages.expand(version);
    await packages.expand(packages.row(/^Framework net8\.0, 2 dependencies/));
    await packages
      .row(/^Depends on Weather\.Readings, /)
      .first()
      .waitFor();
    await workbench.runCommand("Forgeline: Add Feed to NuGet.config");
    await workbench.quickInput.getByText("Enter the name of the source").waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.notification(/Added the source “.*” to nuget\.config/).waitFor();
    await workbench.line(/<add key="demo_weather_station"/).waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.picture("demo-packages");
    assert.ok(!(await readFile(join(demo.folder, "nuget.config"), "utf8")).includes(demo.info.users.alice.token));
    await packages.collapse();
  });

  step("tells how far milestones are, lists what is planned for one, and shows its burndown as a table", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Notifications: Clear All Notifications");
    const milestones = await workbench.view("Milestones");
    await milestones.expand(milestones.row(/^Milestone 1\.1, active, due /).first());
    await milestones
      .row(/^Milestone 1\.1, active, due .*, \d+ of \d+ closed/)
      .first()
      .waitFor();
    await milestones.expand(milestones.row(/^Merge Requests, \d+ of \d+ closed/).first());
    await milestones
      .row(/^Merge request \d+, /)
      .first()
      .waitFor();
    await milestones.expand(milestones.row(/^Issues, \d+ of \d+ closed/).first());
    await milestones
      .row(/^Issue \d+, Show the dew point, /)
      .first()
      .waitFor();
    // A view that is drawn again takes the focus back, which closes a box.
    await workbench.leaveViews();
    await workbench.runCommand("Forgeline: Show Milestone Burndown Events");
    await workbench.pick("1.1");
    await workbench.line(/^# Burndown of 1\.1$/).waitFor();
    await workbench.runCommand("Markdown: Open Preview");
    await workbench.editorPage.getByRole("columnheader", { name: "Open Weight" }).waitFor();
    await workbench.picture("demo-milestones");
  });
});
