import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import type { Row } from "./rows.ts";
import { toggleRow } from "./shownView.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000 - 60_000;
/** Requests for what a folder shows first. An editor of a file asks for the merge request of its branch without a check. */
const firstLook = /^GET \/merge_requests\?.*with_merge_status_recheck/;
/** Requests for "All open", which unlike those for the branch name no branch. */
const forAll = /^GET \/merge_requests\?(?!.*source_branch)/;

// The service masks what is called `state` wherever it records requests, since sign-ins have a secret of that name.
describe("the Merge Requests view", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) =>
    suite.control.addMergeRequest({ project: suite.project.path, ...spec });
  const below = async (folder: string | RegExp): Promise<Row<unknown>[]> =>
    suite.rows.below(await suite.rows.at(folder));
  /** The rows of "All open". */
  const all = (): Promise<Row<unknown>[]> => below(/^All/);
  const open = async (): Promise<Row<unknown>[]> => {
    await suite.project.open();
    return all();
  };
  const idOf = (rest: string): string => `${suite.project.instance} ${suite.project.path}/mergeRequests/${rest}`;

  afterEach(async () => {
    await (await suite.app.mergeRequests.view.load())?.filter.set({});
  });

  it("has a folder for each query, expands those of the branch and of all open ones @oldest", async () => {
    await suite.control.commit(
      { "a.txt": "a\n" },
      { project: suite.project.path, branch: "topic/heat", startBranch: "main" },
    );
    await add({ title: "Of the branch", sourceBranch: "main", targetBranch: "stable" });
    await add({ title: "Mine to do", sourceBranch: "topic/heat", by: "bob", assignees: ["alice"] });
    await add({ title: "Mine to review", sourceBranch: "topic/cold", by: "bob", reviewers: ["alice"] });
    const folders = await suite.open();
    assert.deepEqual(labels(folders), [
      "For the current branch: main",
      "Assigned to me",
      "Review requests",
      "Created by me",
      "All open",
    ]);
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const found = folders.map(({ item }) => item.collapsibleState);
    assert.deepEqual(found, [Expanded, Collapsed, Collapsed, Collapsed, Expanded]);
    assert.deepEqual(labels(await below(/^For/)), ["!1 Of the branch"]);
    assert.deepEqual(labels(await below("Assigned to me")), ["!2 Mine to do"]);
    assert.deepEqual(labels(await below("Review requests")), ["!3 Mine to review"]);
    assert.deepEqual(labels(await below("Created by me")), ["!1 Of the branch"]);
    assert.deepEqual(labels(await all()), ["!3 Mine to review", "!2 Mine to do", "!1 Of the branch"]);
    const asked = (await suite.project.asked(firstLook)).map((text) =>
      text
        .replace("GET /merge_requests?state=[masked]&", "")
        .replace("&with_merge_status_recheck=true&per_page=20", ""),
    );
    assert.deepEqual(asked.sort(), [
      "scope=all",
      "scope=all&reviewer_username=alice",
      "scope=all&source_branch=main",
      "scope=assigned_to_me",
      "scope=created_by_me",
    ]);
    const counted = await suite.rows.below();
    const descriptions = counted.map(({ description }) => description);
    assert.deepEqual(descriptions, ["1", "1", "1", "1", "3"]);
    assert.equal(counted[4]?.spoken, "All open, 3 merge requests");
  });

  it("lists open ones, newest first, with comments, votes, labels, author, age and branch", async () => {
    const { control, project } = suite;
    await control.commit({ "a.txt": "a\n" }, { project: project.path, branch: "topic/heat", startBranch: "main" });
    const old = await add({ title: "Warn of heat", sourceBranch: "topic/heat", createdAt: hoursAgo(50) });
    await add({ title: "Already in", sourceBranch: "topic/in", state: "merged" });
    const draft = await add({
      title: "Draft: Round the mean",
      sourceBranch: "topic/mean",
      createdAt: hoursAgo(2),
      labels: ["bug", "ui"],
      notes: 3,
      upvotes: 2,
    });
    const list = await open();
    assert.deepEqual(
      list.map(({ label, description }) => `${label} (${description})`),
      [
        `!${draft.iid} Draft: Round the mean (3 comments · +2 · bug, ui · alice · 2 hr ago · topic/mean)`,
        `!${old.iid} Warn of heat (alice · 2 days ago · topic/heat)`,
      ],
    );
    const [second, first] = list;
    assert.deepEqual([first?.icon, first?.context], ["git-pull-request charts.green", "mergeRequest opened"]);
    const found = [second?.icon, second?.context];
    assert.deepEqual(found, ["git-pull-request-draft descriptionForeground", "mergeRequest opened draft"]);
    assert.equal(
      second?.spoken,
      `Merge request ${draft.iid}, Draft: Round the mean, open, draft, by alice, 2 hr ago, from topic/mean, into main, labels bug, ui, 3 comments, 2 votes for, 0 against`,
    );
    assert.equal(first?.id, idOf(`all/${old.iid}`));
    assert.deepEqual(await project.asked(forAll), [
      "GET /merge_requests?state=[masked]&scope=all&with_merge_status_recheck=true&per_page=20",
    ]);
    assert.deepEqual(labels(await suite.rows.below(first)), ["Description", "Changed files", "Commits", "Pipeline"]);
  });

  it("distinguishes states, conflicts and other obstacles", async () => {
    await add({ title: "gone", sourceBranch: "a", state: "closed" });
    await add({ title: "in", sourceBranch: "b", state: "merged" });
    await add({
      title: "stuck",
      sourceBranch: "c",
      overrides: { has_conflicts: true, detailed_merge_status: "conflict" },
    });
    await add({
      title: "odd",
      sourceBranch: "d",
      overrides: { state: "quantum_leap", detailed_merge_status: "mergeable" },
    });
    await add({ title: "waiting", sourceBranch: "e", overrides: { detailed_merge_status: "not_approved" } });
    await suite.project.open();
    await suite.contents.filter.set({ state: "all" });
    const seen = (await all()).map(
      ({ label, icon, context, description }) =>
        `${label.replace(/^!\d+ /, "")}: ${icon}; ${context}; ${description.replace(/ · .*/, "")}`,
    );
    assert.deepEqual(seen.sort(), [
      "gone: git-pull-request-closed charts.red; mergeRequest closed; alice",
      "in: git-merge charts.purple; mergeRequest merged; alice",
      "odd: git-pull-request charts.green; mergeRequest quantum_leap; alice",
      "stuck: warning problemsWarningIcon.foreground; mergeRequest opened conflict; conflicts",
      "waiting: git-pull-request charts.orange; mergeRequest opened; approval required",
    ]);
  });

  it("marks rows with their pipeline by one request for all", async () => {
    const { sha } = await suite.control.commit(
      { "a.txt": "a\n" },
      { project: suite.project.path, branch: "topic/heat", startBranch: "main" },
    );
    await suite.project.add({ ref: "topic/heat", sha, status: "failed" });
    await add({ title: "Warn of heat", sourceBranch: "topic/heat" });
    await add({ title: "Without", sourceBranch: "topic/none" });
    await open();
    const isSo = async () => (await all()).some(({ item }) => item.resourceUri !== undefined);
    await until("the mark", isSo, suite.onRedraw);
    const [without, row] = await all();
    assert.equal(row?.item.resourceUri?.query, '{"pipeline":"failed"}');
    assert.ok(row);
    assert.match(row.spoken, /, pipeline failed, /);
    assert.equal(without?.item.resourceUri, undefined);
    assert.deepEqual(await suite.project.asked(/^GET \/pipelines\?per_page=100/), ["GET /pipelines?per_page=100"]);
  });

  it("shows details in the tooltip, hostile texts inert", async () => {
    const nasty = "<img src=x> [click](command:workbench.action.quit) $(bug) **bold**";
    await add({
      title: nasty,
      sourceBranch: "topic/nasty",
      labels: [nasty, "bug"],
      reviewers: ["bob"],
      assignees: ["alice"],
      notes: 3,
      upvotes: 2,
      overrides: { milestone: { id: 1, iid: 1, title: nasty }, detailed_merge_status: "not_approved" },
    });
    const [row] = await open();
    assert.ok(row);
    assert.doesNotMatch(`${row.label}${row.description}${row.spoken}`, /\$\(|\]\(|\n/);
    const text = await suite.rows.tooltip(row);
    assert.deepEqual([text.isTrusted, text.supportHtml, text.supportThemeIcons], [false, false, false]);
    for (const part of [
      "**Reviewers** Bob",
      "**Assignees** Alice",
      "**Comments** 3",
      "**Votes** 2 for, 0 against",
      "**Merge status** approval required",
      "**Branches** topic/nasty → main",
    ]) {
      assert.ok(text.value.includes(part), `${part} is not in ${text.value}`);
    }
  });

  it("shows an error in its folder only, until Refresh", async () => {
    await add({ title: "Here", sourceBranch: "here" });
    await suite.control.fault({
      path: suite.project.address("/merge_requests\\?(?!.*source_branch)"),
      status: 408,
      body: { message: { error: "Request timed out" } },
    });
    const [row] = await open();
    assert.equal(row?.context, "error");
    const [none, ...others] = await below(/^For/);
    assert.deepEqual(
      [none?.label, none?.description, none?.item.command?.command, others],
      ["No open merge request for main", "Create Merge Request…", "forgeline.mergeRequest.create", []],
    );
    await suite.control.clearFaults();
    await suite.refreshed();
    assert.deepEqual(labels(await all()), ["!1 Here"]);
  });

  it("counts a closed folder when pointed at, and requests nothing that no folder shows", async () => {
    await add({ title: "Here", sourceBranch: "here", assignees: ["alice"] });
    await add({ title: "Here, too", sourceBranch: "b", by: "bob", assignees: ["alice"] });
    await open();
    const { item, element, description } = await suite.rows.at("Assigned to me");
    assert.equal(description, "");
    await suite.project.forget();
    await suite.view.provider.resolveTreeItem(item, element as never, new vscode.CancellationTokenSource().token);
    const folder = await suite.rows.at("Assigned to me");
    assert.equal(folder.description, "2");
    assert.deepEqual(await suite.project.asked(/^GET \/merge_requests/), [
      "GET /merge_requests?state=[masked]&scope=assigned_to_me&view=simple&per_page=1",
    ]);
    await below("Assigned to me");
    for (const expanded of [true, false]) await toggleRow(suite.view, VIEWS.mergeRequests, folder, expanded);
    await suite.project.forget();
    await suite.contents.refresh(new AbortController().signal);
    const asked = await suite.project.asked(/^GET \/merge_requests/);
    assert.ok(asked.length > 0 && asked.every((text) => !text.includes("assigned_to_me")), asked.join());
  });
});
