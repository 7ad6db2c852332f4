import assert from "node:assert/strict";
import { after, afterEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { closeView } from "./shownView.ts";
import { setStage } from "./stage.ts";

describe("merge request commands", () => {
  const stage = setStage();
  const look = async (box: string, saying?: string): Promise<Box> =>
    JSON.parse(await stage.person({ action: "look", box, ...(saying === undefined ? {} : { saying }) })) as Box;
  const filter = () => stage.app.mergeRequests.view.contents?.filter.value;
  afterEach(async () => {
    await (await stage.app.mergeRequests.view.load())?.filter.set({});
  });

  after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

  command("forgeline.mergeRequests.filterFiles", "narrows changed files by a menu that stays", async (run) => {
    const box = "Filter Changed Files";
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    const done = run();
    await look(box, "Select filters");
    await stage.person({ action: "pick", box, row: "Not Viewed" });
    await look(box, "Filters are applied as you choose");
    await stage.person({ action: "pick", box, row: "Path" });
    await stage.person({ action: "type", box: "Path", text: "*.ts" });
    await look(box, "Filters are applied as you choose");
    assert.deepEqual(stage.app.mergeRequests.view.contents?.fileFilter.value, { unviewed: true, glob: "*.ts" });
    await stage.person({ action: "key", box, key: "Escape" });
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

  command(
    "forgeline.mergeRequests.filter",
    "narrows the list by a menu that stays; each change shows at once",
    async (run) => {
      const box = "Filter Merge Requests";
      await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
      const last = await stage.control.lastRequest();
      const done = run();
      await look(box, "Select filters");
      await stage.person({ action: "pick", box, row: "State" });
      await stage.person({ action: "pick", box: "State", row: "Merged" });
      await look(box, "Filters are applied as you choose");
      await stage.control.waitForRequest({ path: "/merge_requests\\?state=.*&scope=all", since: last });
      await stage.person({ action: "pick", box, row: "Author or Assignee" });
      await stage.person({ action: "pick", box: "Author or Assignee", row: "Assigned to me" });
      await look(box, "Filters are applied as you choose");
      await stage.person({ action: "pick", box, row: "Labels" });
      await stage.person({ action: "type", box: "Labels", text: "bug,ui" });
      await look(box, "Filters are applied as you choose");
      await stage.person({ action: "pick", box, row: "Target Branch" });
      await stage.person({ action: "pick", box: "Target Branch", type: "main", row: "main" });
      await look(box, "Filters are applied as you choose");
      assert.deepEqual(filter(), { state: "merged", scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" });
      await stage.person({ action: "pick", box, row: "State", button: "Clear" });
      // Between the menu and itself there is no other box: what the row says tells them apart.
      await look(box, "open");
      await stage.person({ action: "pick", box, row: "Author" });
      await stage.person({ action: "key", box: "Author", key: "Escape" });
      assert.deepEqual(
        filter(),
        { scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" },
        "a question left without an answer changes nothing",
      );
      await look(box, "Filters are applied as you choose");
      await stage.person({ action: "pick", box, row: "Clear All" });
      await look(box, "Select filters");
      assert.deepEqual(filter(), {});
      await stage.person({ action: "key", box, key: "Escape" });
      await done;
    },
  );

  command("forgeline.mergeRequests.clearFilter", "shows the open ones of everybody again", async (run) => {
    await (await stage.app.mergeRequests.view.load())?.filter.set({ state: "closed", search: "x" });
    await run();
    assert.deepEqual(filter(), {});
  });

  command("forgeline.mergeRequests.search", "looks for words", async (run) => {
    const box = "Search Merge Requests";
    const done = run();
    await look(box, "Enter words of the title or description");
    await stage.person({ action: "type", box, text: " heat " });
    await done;
    assert.deepEqual(filter(), { search: "heat" });
  });

  command(
    "forgeline.mergeRequests.search",
    "shows what is looked for, and keeps the rest of the filter when it is taken away",
    async (run) => {
      const box = "Search Merge Requests";
      await (await stage.app.mergeRequests.view.load())?.filter.set({ search: "storm", state: "all" });
      const done = run();
      assert.equal((await look(box, "Enter words of the title or description")).value, "storm");
      await stage.person({ action: "type", box, text: "" });
      await done;
      assert.deepEqual(filter(), { state: "all" });
    },
  );
});
