import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command } from "./commandTest.ts";
import { CreatingPages, setClone } from "./creatingPages.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { closeView } from "./shownView.ts";
import { until } from "./until.ts";
import { withoutExtras } from "./withoutExtras.ts";

describe("merge requests on a host without extra routes", () => {
  const own = setMergeRequestStage();
  withoutExtras();
  const { stage } = own;
  const { users } = stage.info;
  const now = async (): Promise<MergeRequest> => (await own.row(1)).mergeRequest;
  /** How often the route of a single merge request was asked for, which is not there. */
  const lostAsked = async (): Promise<number> => (await own.project.asked(/^GET \/merge_requests\/1(\?|$)/)).length;

  command("forgeline.mergeRequest.edit", "changes what lists tell of, tries the missing route once", async (run) => {
    const box = "Edit !1";
    const row = await own.request("topic", { labels: ["bug"] });
    const done = run(row);
    await own.look(box);
    await stage.field(box, "Title", "Do it well");
    await own.look(box, "Do it well");
    await own.pick(box, "Labels");
    await own.toggle("Labels", ["brand new", "New label “brand new”"], ["", "bug"]);
    await own.look(box, "brand new");
    for (const [field, key] of [
      ["Assignees", "assignees"],
      ["Reviewers", "reviewers"],
    ] as const) {
      await own.pick(box, field);
      await own.toggle(field, ["ali", users.alice.name]);
      await until(`${field} to be sent`, async () => (await now())[key]?.length === 1, stage.app.changes.event);
      await own.look(box);
    }
    await own.pick(box, "Draft");
    await until("the draft to be sent", async () => (await now()).draft === true, stage.app.changes.event);
    await own.look(box);
    await stage.escape(box);
    await done;
    const { title, labels } = await now();
    assert.deepEqual([title, labels], ["Draft: Do it well", ["brand new"]]);
    assert.equal(await lostAsked(), 1);
  });

  command("forgeline.mergeRequest.markDraft", "goes by the title that the list tells now", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Another title" });
    await run(row);
    assert.equal((await now()).title, "Draft: Another title");
    await vscode.commands.executeCommand("forgeline.mergeRequest.markReady", row);
    assert.equal((await now()).title, "Another title");
  });

  command("forgeline.mergeRequest.merge", "reports by the list that the branch moved (409)", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look("Merge !1");
    await own.commitMore("topic", { "surprise.txt": "surprise\n" });
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.match(text, new RegExp(`The branch of !.* was updated from ${row.mergeRequest.sha!.slice(0, 8)} to`));
    assert.deepEqual(buttons, ["Show New Changes", "Show Log"]);
  });

  command("forgeline.mergeRequest.open", "shows the page with the head's pipeline", async (run) => {
    const { see, gone } = stage;
    const row = await own.request("topic", { by: "bob", description: "**Strong** words" });
    await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "success",
      jobs: [{ name: "unit", status: "success" }],
    });
    await run(row);
    await see("heading", "Do topic");
    await see("button", "Merge…");
    const panel = stage.app.mergeRequests.pages.of(row);
    await panel?.load();
    assert.ok(panel);
    assert.equal(panel.page.value.problem, undefined);
    assert.equal(panel.page.value.pipeline?.pipeline.status, "success");
    // Whether it can be approved shows with the first try.
    await see("button", "Approve", true);
    await stage.says(/does not support approving through its API/);
    await gone("button", "Approve");
    assert.equal(await lostAsked(), 1);
  });

  describe("in the clone", () => {
    const clone = setClone(own);
    after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

    command("forgeline.mergeRequest.create", "leads to the host's page with what was entered", async (run) => {
      await clone.start("made");
      await clone.git("push", "--quiet", "origin", "made");
      const creating = new CreatingPages(own);
      const panel = await creating.open(run);
      const templates = clone.path(".gitlab/merge_request_templates");
      await mkdir(templates, { recursive: true });
      await writeFile(join(templates, "Risk.md"), "## Risk\n");
      await creating.press("Insert Template…");
      await own.pick("Insert Template", "Risk");
      await creating.entered("the template", ({ description }) => description.endsWith("## Risk"));
      typeIn(panel.page, "title", "My title");
      void pressOnPage(panel.page, "create");
      await creating.see("Open in Browser");
      assert.match(panel.page.value.refusal?.message ?? "", /does not support creating merge requests through its API/);
      assert.equal((await own.project.asked(/^POST \/merge_requests$/)).length, 1);
      await run();
      await stage.says(/does not support creating merge requests through its API/, ["Open in Browser", "Show Log"]);
      const found = (await own.project.asked(/^POST \/merge_requests$/)).length;
      assert.equal(found, 1, "what is known to be missing is not asked for");
    });
  });
});
