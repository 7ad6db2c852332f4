import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import type { PagePanel } from "../../src/core/webview/pagePanel.ts";
import type { MergeRequestPage } from "../../src/features/mergeRequests/page/panel.ts";
import { toggleTask } from "../../src/features/mergeRequests/page/tasks.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { addedLine } from "./reviewStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { shownPanel, webviewPanels } from "./webviewPanels.ts";

const id = "forgeline.mergeRequest.open";
const pageTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview);

describe("the page of a merge request", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const panels = webviewPanels();
  const pages = () => stage.app.mergeRequests.pages;

  const { see, gone } = stage;
  const panelOf = (ref: MergeRequestRef): PagePanel<MergeRequestRef, MergeRequestPage> => {
    const panel = pages().of(ref);
    assert.ok(panel, "its page is not open");
    return panel;
  };
  const open = async (ref: MergeRequestRef): Promise<PagePanel<MergeRequestRef, MergeRequestPage>> => {
    await vscode.commands.executeCommand(id, ref);
    await see("heading", ref.mergeRequest.title);
    await panelOf(ref).load();
    return panelOf(ref);
  };

  command(id, "shows all details under a strict content policy", async (run) => {
    const row = await own.request("topic", {
      description: "**Strong** words about !1",
      labels: ["bug"],
      reviewers: ["bob"],
    });
    await run(row);
    assert.equal((await see("heading", "Do topic")).text, "Do topic");
    await see("button", "Merge…");
    const panel = panelOf(row);
    await panel.load();
    const { mergeRequest, description, loaded } = panel.page.value;
    assert.equal(loaded, true);
    assert.equal(mergeRequest.reviewers?.[0]?.username, "bob");
    assert.equal(description?.nodes.length, 1);
    const { webview, title } = shownPanel(panels);
    assert.equal(title, "!1 Do topic");
    const found = webview.html.replaceAll("&#39;", "'");
    assert.match(found, /default-src 'none'; script-src 'nonce-[^']+'; style-src [^;]+; img-src data:; /);
    assert.ok(webview.options.enableCommandUris !== true);
  });

  command(id, "lets the user pick one, closed ones too", async (run) => {
    const { mergeRequest } = await own.request("old", { state: "closed" });
    await Promise.all([run(), stage.pick("Open Merge Request", `!${mergeRequest.iid} Do old`)]);
    await see("button", "Reopen");
  });

  command(id, "opens one page for each, whether by path or ID of the project", async (run) => {
    const first = await own.request("first");
    const other = await own.request("second");
    await run(first);
    await see("heading", "Do first");
    await run(other);
    await see("heading", "Do second");
    assert.equal(pageTabs().length, 2);
    await panelOf(first).load();
    await run({ ...first, project: first.mergeRequest.project_id });
    await see("heading", "Do first");
    assert.equal(pageTabs().length, 2);
    assert.notEqual(panelOf(first), panelOf(other));
  });

  it("runs commands by its buttons and shows their results @oldest", async () => {
    const row = await own.request("topic");
    await open(row);
    await see("button", "Close", true);
    await see("button", "Reopen");
    const [now] = (
      await stage.client.mergeRequests
        .listForProject(own.project.path, { iids: [row.mergeRequest.iid], state: "all", scope: "all" })
        .page()
    ).items;
    assert.equal(now?.state, "closed");
  });

  it("changes a field by its button; leaving the list sends what is ticked", async () => {
    const { bob } = stage.info.users;
    await stage.control.setMember({ project: own.project.path, user: "bob", level: 30 });
    await open(await own.request("topic"));
    await see("button", "Edit Reviewers…", true);
    await own.look("Reviewers", bob.name);
    await stage.person({ action: "pick", box: "Reviewers", type: "bob", row: bob.name });
    await stage.escape("Reviewers");
    await see("link", bob.name);
    const { reviewers } = (await own.row(1)).mergeRequest;
    const usernames = reviewers?.map(({ username }) => username);
    assert.deepEqual(usernames, ["bob"]);
  });

  it("ticks a task of the description, unless that has changed", async () => {
    const row = await own.request("topic", { description: "```\n- [ ] code\n```\n\n1. [x] One\n   - [ ] Two\n" });
    const { page } = await open(row);
    await see("checkbox", "Two", true);
    const now = async () => (await own.row(1)).mergeRequest.description;
    const isDone = () => page.value.mergeRequest.description?.includes("[x] Two") === true;
    await until("the task", isDone, stage.app.changes.event, stage.app.connections.onDidChangeRecords);
    const sent = await now();
    assert.equal(sent, "```\n- [ ] code\n```\n\n1. [x] One\n   - [x] Two\n");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: `${sent}!` });
    // As from a page that does not show it yet.
    await assert.rejects(toggleTask(stage.app, row, sent, 0), /The description of !1 has changed/);
    assert.equal(await now(), `${sent}!`);
  });

  it("shows comments, sends one, and resolves a thread", async () => {
    const row = await own.request("topic", {}, { "topic.txt": "one\ntwo\n" });
    const { iid } = row.mergeRequest;
    const { discussions } = stage.client;
    await discussions.create(own.project.path, iid, {
      body: "Why **two**?\n\n```suggestion:-0+0\nthree\n```",
      position: await addedLine(stage.client, own.project.path, iid, "topic.txt", 2),
    });
    await discussions.comment(own.project.path, iid, { body: "A comment" });
    const panel = await open(row);
    await see("heading", "Activity");
    assert.equal((await see("button", "Open topic.txt:2 in the changes")).text, "topic.txt:2");

    typeIn(panel.page, "comment", "Typed words");
    await pressOnPage(panel.page, "comment");
    const said = () =>
      panel.page.value.activity?.conversation?.discussions.flatMap(({ notes }) => notes.map(({ body }) => body)) ?? [];
    const review = await stage.app.mergeRequests.review();
    await until("the comment on the page", () => said().includes("Typed words"), review.discussions.onDidChange);
    assert.equal(panel.page.value.activity?.box("comment").text, "");

    await see("button", "Resolve Thread", true);
    await gone("button", "First Open Thread");
    const { items } = await discussions.list(own.project.path, iid).page();
    assert.equal(items.find(({ individual_note: single }) => single === false)?.notes[0]?.resolved, true);
  });

  it("inserts a link to a pasted file, and one message and no link if that fails", async () => {
    const row = await own.request("topic");
    const { page } = await open(row);
    const box = () => page.value.activity?.box("comment");
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    const files = [{ name: "dot.png", type: "image/png", size: 3, bytes }];
    const done = new Emitter<void>();
    const reported: unknown[] = [];
    const spy = replace(stage.app.report, "error", () => (error) => {
      reported.push(error);
      done.fire();
      return Promise.resolve();
    });
    const attach = (given: Partial<Parameters<typeof page.attach>[0]>): void =>
      page.attach({ box: "comment", id: box()?.id ?? "", files, text: "", start: 0, end: 0, ...given }, () => {
        done.fire();
        return Promise.resolve(true);
      });
    try {
      attach({ text: "Look:  there", start: 6, end: 6 });
      const linked = /^Look: !\[dot\]\(\/uploads\/[\da-f]{32}\/dot\.png\) there$/;
      const text = await until("the link", () => linked.exec(box()?.text ?? "")?.[0], done.event);
      await stage.control.fault({ method: "POST", path: "/uploads$", times: 1, status: 413 });
      attach({ text, end: 4 });
      await until("the failure", () => reported.length === 1, done.event);
      assert.match(String(reported[0]), /“dot\.png” was not uploaded and not added to the comment\./);
      const large = { name: "large.bin", size: 60 * 1024 * 1024 };
      attach({ text, files: [large, large] });
      await until("the refusal", () => reported.length === 2, done.event);
      assert.match(String(reported[1]), /The files are larger than .* together and were not uploaded\./);
      assert.deepEqual([box()?.text, box()?.notice], [text, undefined]);
    } finally {
      spy.dispose();
      typeIn(page, "comment", "");
    }
  });

  it("shows pipeline and jobs, and the log of a failed one", async () => {
    const row = await own.request("topic");
    await own.project.add({
      status: "failed",
      ref: "topic",
      sha: row.mergeRequest.sha ?? "",
      jobs: [{ name: "unit", stage: "test", status: "failed", trace: "it broke\n" }],
    });
    await own.loseExtra("mergeRequest");
    await open(row);
    await see("button", "Show Log of unit", true);
    await until(
      "the log to open",
      () =>
        vscode.window.visibleTextEditors.some(
          ({ document }) => document.uri.scheme === "output" && document.getText().includes("it broke"),
        ),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
  });

  it("keeps its content when the host fails, and tries again", async () => {
    await open(await own.request("topic"));
    await stage.control.fault({
      path: own.project.address("/merge_requests"),
      status: 500,
      body: { message: "500 broken" },
    });
    await see("button", "Refresh", true);
    await see("button", "Try Again");
    await see("heading", "Do topic");
    await stage.control.clearFaults();
    await see("button", "Try Again", true);
    await gone("button", "Try Again");
  });

  describe("after a reload of the window", () => {
    const webview = (): vscode.WebviewPanel =>
      vscode.window.createWebviewPanel("forgeline.mergeRequest", "kept", vscode.ViewColumn.Active);

    it("restores its page, closes unknown ones and duplicates", async () => {
      const { instance, project, mergeRequest } = await own.request("topic");
      const shown = { instance, project, iid: mergeRequest.iid, scroll: 5 };
      await pages().revive(webview(), shown);
      await see("heading", "Do topic");
      for (const kept of [undefined, { instance }, shown]) await pages().revive(webview(), kept);
      await until("one page to be left", () => pageTabs().length === 1, vscode.window.tabGroups.onDidChangeTabs);
    });
  });
});
