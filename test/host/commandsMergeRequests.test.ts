import assert from "node:assert/strict";
import { after, afterEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { closeView } from "./shownView.ts";
import { setStage } from "./stage.ts";

describe("merge request commands", () => {
  const stage = setStage();
  const { look, pick, type, escape, typeAt, pickAt } = stage;
  const filter = () => stage.app.mergeRequests.view.contents?.filter.value;
  afterEach(async () => {
    await (await stage.app.mergeRequests.view.load())?.filter.set({});
  });

  after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

  command("forgeline.mergeRequests.filterFiles", "applies each filter at once", async (run) => {
    const box = "Filter Changed Files";
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    const done = run();
    await pickAt(box, "Select filters", "Not Viewed");
    await pickAt(box, "Filters are applied as you choose", "Path");
    await type("Path", "*.ts");
    await look(box, "Filters are applied as you choose");
    assert.deepEqual(stage.app.mergeRequests.view.contents?.fileFilter.value, { unviewed: true, glob: "*.ts" });
    await escape(box);
    await done;
    await vscode.commands.executeCommand("forgeline.mergeRequests.clearFileFilter");
    assert.deepEqual(stage.app.mergeRequests.view.contents.fileFilter.value, {});
  });

  command("forgeline.mergeRequests.clearFileFilter", "shows all changed files again", async (run) => {
    const contents = (await stage.app.mergeRequests.view.load())!;
    await contents.fileFilter.set({ glob: "*.ts" });
    await run();
    assert.deepEqual(contents.fileFilter.value, {});
  });

  command("forgeline.mergeRequests.filter", "applies each filter at once", async (run) => {
    const box = "Filter Merge Requests";
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    const last = await stage.control.lastRequest();
    const done = run();
    await pickAt(box, "Select filters", "State");
    await pick("State", "Merged");
    await look(box, "Filters are applied as you choose");
    await stage.control.waitForRequest({ path: "/merge_requests\\?state=.*&scope=all", since: last });
    await pick(box, "Author or Assignee");
    await pick("Author or Assignee", "Assigned to me");
    await pickAt(box, "Filters are applied as you choose", "Labels");
    await type("Labels", "bug,ui");
    await pickAt(box, "Filters are applied as you choose", "Target Branch");
    await pick("Target Branch", "main", "main");
    await look(box, "Filters are applied as you choose");
    assert.deepEqual(filter(), { state: "merged", scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" });
    await stage.person({ action: "pick", box, row: "State", button: "Clear" });
    // Between the menu and itself there is no other box: what the row says tells them apart.
    await pickAt(box, "open", "Author");
    await escape("Author");
    assert.deepEqual(
      filter(),
      { scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" },
      "a question left without an answer changes nothing",
    );
    await pickAt(box, "Filters are applied as you choose", "Clear All");
    await look(box, "Select filters");
    assert.deepEqual(filter(), {});
    await escape(box);
    await done;
  });

  command("forgeline.mergeRequests.clearFilter", "shows the open ones of everybody again", async (run) => {
    await (await stage.app.mergeRequests.view.load())?.filter.set({ state: "closed", search: "x" });
    await run();
    assert.deepEqual(filter(), {});
  });

  command("forgeline.mergeRequests.search", "looks for words", async (run) => {
    const box = "Search Merge Requests";
    const done = run();
    await typeAt(box, "Enter words of the title or description", " heat ");
    await done;
    assert.deepEqual(filter(), { search: "heat" });
  });

  command("forgeline.mergeRequests.search", "shows the current search and keeps other filters", async (run) => {
    const box = "Search Merge Requests";
    await (await stage.app.mergeRequests.view.load())?.filter.set({ search: "storm", state: "all" });
    const done = run();
    assert.equal((await look(box, "Enter words of the title or description")).value, "storm");
    await type(box, "");
    await done;
    assert.deepEqual(filter(), { state: "all" });
  });
});
