import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/ids.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000 - 60_000;
const fields = [
  "project_id", "description", "merged_by", "merge_user", "merged_at", "closed_at", "created_at", "updated_at", "target_branch",
  "source_branch", "sha", "upvotes", "downvotes", "user_notes_count", "author", "assignee", "assignees", "reviewers", "labels", "draft",
  "work_in_progress", "milestone", "merge_status", "detailed_merge_status", "web_url", "references", "time_stats", "task_completion_status", "has_conflicts",
];

// The service masks what is called `state` wherever it records requests, since sign-ins have a secret of that name.
describe("the Merge Requests view", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests);
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) => suite.control.addMergeRequest({ project: suite.project.path, ...spec });

  it("lists the open ones, newest first, each with author, age and branch", async () => {
    const { control, project, rows } = suite;
    await control.commit({ "a.txt": "a\n" }, { project: project.path, branch: "topic/heat", startBranch: "main" });
    const old = await add({ title: "Warn of heat", sourceBranch: "topic/heat", createdAt: hoursAgo(50) });
    await add({ title: "Already in", sourceBranch: "topic/in", state: "merged" });
    await add({ title: "Never mind", sourceBranch: "topic/never", state: "closed" });
    const draft = await add({ title: "Draft: Round the mean", sourceBranch: "topic/mean", createdAt: hoursAgo(2) });
    const list = await suite.open();
    assert.deepEqual(list.map(({ label, description }) => `${label} (${description})`), [
      `!${draft.iid} Draft: Round the mean (alice · 2 hr. ago · topic/mean)`,
      `!${old.iid} Warn of heat (alice · 2 days ago · topic/heat)`,
    ]);
    const [second, first] = list;
    assert.deepEqual([first?.icon, first?.context], ["git-pull-request charts.green", "mergeRequest opened"]);
    assert.deepEqual([second?.icon, second?.context], ["git-pull-request-draft descriptionForeground", "mergeRequest opened draft"]);
    assert.equal(second?.spoken, `Merge request ${draft.iid}, Draft: Round the mean, open, draft, by alice, 2 hr. ago, from topic/mean, into main`);
    assert.equal(first?.id, `${project.instance} ${project.path}/mergeRequests/${old.iid}`);
    assert.deepEqual(await project.asked(/^GET \/merge_requests/), ["GET /merge_requests?state=[masked]&scope=all&per_page=20"]);
    assert.deepEqual(await rows.below(first), []);
  });

  it("opens a row's page in the browser", async () => {
    await add({ title: "Look", sourceBranch: "topic/look" });
    const [row] = await suite.open();
    const opened: string[] = [];
    const browser = replace(vscode.env, "openExternal", () => (uri) => Promise.resolve(opened.push(uri.toString(true)) > 0));
    try {
      assert.ok(row);
      await suite.rows.press(row);
    } finally {
      browser.dispose();
    }
    assert.match(opened.join(), new RegExp(`^${suite.project.instance}/${suite.project.path}/.*merge_requests/\\d+$`));
  });

  it("tells the states apart, and a conflict from what can be merged", async () => {
    await add({ title: "gone", sourceBranch: "a", state: "closed" });
    await add({ title: "in", sourceBranch: "b", state: "merged" });
    await add({ title: "stuck", sourceBranch: "c", overrides: { has_conflicts: true, detailed_merge_status: "conflict" } });
    await add({ title: "odd", sourceBranch: "d", overrides: { state: "quantum_leap" } });
    await suite.project.open();
    await suite.contents.setFilter({ state: "all" });
    const seen = (await suite.rows.below()).map(({ label, icon, context }) => `${label.replace(/^!\d+ /, "")}: ${icon}; ${context}`);
    assert.deepEqual(seen.sort(), [
      "gone: git-pull-request-closed charts.red; mergeRequest closed",
      "in: git-merge charts.purple; mergeRequest merged",
      "odd: git-pull-request charts.green; mergeRequest quantum_leap",
      "stuck: warning problemsWarningIcon.foreground; mergeRequest opened conflict",
    ]);
    await suite.contents.setFilter({});
  });

  it("says the rest in the tooltip, where nothing that people wrote comes alive", async () => {
    const nasty = `<img src=x onerror=alert(1)> [click](command:workbench.action.quit) $(bug) ![i](https://evil.example/x.png) **bold**`;
    await add({
      title: nasty, sourceBranch: "topic/nasty", labels: [nasty, "bug"], reviewers: ["bob"], assignees: ["alice"], notes: 3, upvotes: 2,
      overrides: { milestone: { id: 1, iid: 1, title: nasty }, detailed_merge_status: "not_approved" },
    });
    const [row] = await suite.open();
    assert.ok(row);
    assert.doesNotMatch(`${row.label}${row.description}${row.spoken}`, /\$\(|\]\(|\n/);
    const text = await suite.rows.tooltip(row);
    assert.deepEqual([text.isTrusted, text.supportHtml, text.supportThemeIcons], [false, false, false]);
    for (const part of ["**Reviewers** Bob", "**Assignees** Alice", "**Comments** 3", "**Votes** 2 for, 0 against", "**Merge status** needs approval", "**Branches** topic/nasty → main"]) {
      assert.ok(text.value.includes(part), `${part} is not in ${text.value}`);
    }
    const html = await vscode.commands.executeCommand<string>("markdown.api.render", text.value);
    assert.deepEqual([...html.matchAll(/\shref="([^"]*)"/g)].length, 1, html);
    assert.doesNotMatch(html, /<(?:script|img|code)\b|<strong>bold/, html);
  });

  it("survives null in every field", async () => {
    for (const field of fields) await add({ title: `no ${field}`, sourceBranch: `no-${field}`, overrides: { [field]: null } });
    await suite.open();
    await suite.view.loadMore(`${suite.project.instance} ${suite.project.path}/mergeRequests`);
    const list = await suite.rows.below();
    assert.equal(list.length, fields.length);
    for (const row of list) {
      assert.doesNotMatch(`${row.label} ${row.description} ${row.spoken}`, /null|undefined|NaN/);
      assert.doesNotMatch((await suite.rows.tooltip(row)).value, /null|undefined|NaN/);
    }
  });

  it("is narrowed, says so, and remembers it for the project", async () => {
    await add({ title: "Mine", sourceBranch: "mine" });
    await add({ title: "For me", sourceBranch: "his", by: "bob", reviewers: ["alice"] });
    assert.equal((await suite.open()).length, 2);
    await suite.project.forget();
    await suite.contents.setFilter({ scope: "reviews_for_me", search: "for" });
    assert.deepEqual(labels(await suite.rows.below()), ["!2 For me"]);
    assert.equal(suite.message, "Filter: for me to review, “for”");
    assert.deepEqual(await suite.project.asked(/^GET \/merge_requests/), ["GET /merge_requests?state=[masked]&scope=all&reviewer_username=alice&search=for&per_page=20"]);
    await suite.contents.setFilter({ state: "merged" });
    assert.deepEqual(labels(await suite.rows.below()), ["No merge request matches the filter"]);
    await suite.contents.setFilter({});
    assert.equal(suite.message, undefined);
    assert.equal((await suite.rows.below()).length, 2);
  });

  it("loads more, and asks for as much again when it is refreshed", async () => {
    for (let at = 1; at <= 25; at++) await add({ title: `number ${at}`, sourceBranch: `topic/${at}` });
    const list = await suite.open();
    assert.deepEqual([list.length, list.at(-1)?.label], [21, "Load more…"]);
    const [more] = list.slice(-1);
    assert.ok(more);
    await suite.rows.press(more);
    assert.equal((await suite.rows.below()).length, 25);
    await suite.project.forget();
    assert.equal((await suite.refreshed()).length, 25);
    assert.deepEqual(await suite.project.asked(/^GET \/merge_requests/), ["GET /merge_requests?state=[masked]&scope=all&per_page=40"]);
  });

  it("tells what is wrong in place of the rows, and has them back", async () => {
    await add({ title: "Here", sourceBranch: "here" });
    await suite.control.fault({ path: suite.project.address("/merge_requests\\?"), status: 408, body: { message: { error: "Request timed out" } } });
    const [row] = await suite.open();
    assert.equal(row?.context, "error");
    await suite.control.clearFaults();
    assert.deepEqual(labels(await suite.refreshed()), ["!1 Here"]);
  });

  it("says when there are none, and shows a new one after a write here", async () => {
    assert.deepEqual(labels(await suite.open()), ["No open merge requests"]);
    await add({ title: "New", sourceBranch: "new" });
    const scope = { instance: suite.project.instance, project: suite.project.path };
    await suite.project.forget();
    suite.app.changes.fire({ ...scope, subject: "wiki" });
    suite.app.changes.fire({ ...scope, subject: "mergeRequest" });
    await until("the new one", async () => labels(await suite.rows.below()).includes("!1 New"), suite.view.provider.onDidChangeTreeData);
  });

  it("learns the project's number from its answers", async () => {
    await add({ title: "Numbered", sourceBranch: "numbered" });
    await suite.open();
    const { current } = suite.app;
    const number = await until("the number", () => current.value.kind === "ready" && current.value.project.projectId, current.onDidChange);
    assert.ok(Number.isSafeInteger(number));
  });
});
