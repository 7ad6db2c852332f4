import assert from "node:assert/strict";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { inLong } from "../support/long.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { diffInFront, textOf } from "./inFront.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { addedLine } from "./reviewStage.ts";
import type { Row } from "./rows.ts";
import { toggleRow } from "./shownView.ts";
import { setting } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { workspaceGit } from "./workspaceGit.ts";

/** What a person sees of a changed file: its name, what stands beside it, and its mark. */
const seen = ({ label, description, item }: Row<unknown>): string =>
  `${label} (${description}) ${item.resourceUri?.query.replace(/.*:"(\w+)".*/, "$1") ?? "folder"}`;

describe("below a merge request", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const commit = (files: Readonly<Record<string, string | null>>, branch: string) =>
    suite.project.commit(files, { branch });
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) =>
    suite.project.addMergeRequest({ ...spec });
  const part = (label: string): Promise<Row<unknown>> => suite.rows.at("All open", /^!/, label);
  const below = async (label: string): Promise<Row<unknown>[]> => suite.rows.below(await part(label));
  /** Three files in folders, changed on a branch in two commits. */
  const change = async (): Promise<void> => {
    await commit(
      { "src/a/one.txt": "one\n", "src/a/two.txt": "two\n", "docs/old.md": "# Old\n\nSome words that stay.\n" },
      "main",
    );
    await commit({ "src/a/one.txt": "one more\n", "src/a/two.txt": null }, "topic/heat");
    await commit(
      { "new.txt": "new\n", "docs/old.md": null, "docs/moved.md": "# Old\n\nSome words that stay.\n" },
      "topic/heat",
    );
    await add({ title: "Warn of heat", sourceBranch: "topic/heat", description: "\n**Why:** it is hot\n" });
    await suite.project.open();
  };

  /** The texts of both sides of the diff that opens. */
  const diffTexts = async (): Promise<(string | undefined)[]> => {
    const { original, modified } = await diffInFront();
    return [await textOf(original), await textOf(modified)];
  };

  afterEach(async () => {
    await setQueries(undefined);
    await suite.contents.showEverywhere(false);
    await suite.contents.showFilesAsList(false);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("shows the description's first line and changed files in folders; files open in the diff editor", async () => {
    await change();
    const row = await part("Description");
    const found = [row.description, row.item.command?.command];
    assert.deepEqual(found, ["**Why:** it is hot", "forgeline.mergeRequest.open"]);
    const [docs, src, added] = await below("Changed files");
    const all = [docs, src, added].map((one) => one && seen(one));
    assert.deepEqual(all, ["docs () folder", "src/a () folder", "new.txt (+1 −0) added"]);
    assert.deepEqual((await suite.rows.below(docs)).map(seen), ["moved.md (renamed from docs/old.md · +0 −0) renamed"]);
    const [one, two] = await suite.rows.below(src);
    assert.ok(one && two);
    assert.deepEqual([one, two].map(seen), ["one.txt (+1 −1) modified", "two.txt (+0 −1) deleted"]);
    assert.equal(two.spoken, "two.txt, deleted, in src/a, +0 −1");
    assert.equal((await part("Changed files")).description, "4");
    await suite.rows.press(one);
    assert.deepEqual(await diffTexts(), ["one\n", "one more\n"]);
  });

  it("lists changed files flat without a request; reloads files and commits when the branch moves", async () => {
    await change();
    await below("Changed files");
    assert.equal((await below("Commits")).length, 2);
    await suite.project.forget();
    await suite.contents.showFilesAsList(true);
    assert.deepEqual((await below("Changed files")).map(seen), [
      "moved.md (docs · renamed from docs/old.md · +0 −0) renamed",
      "new.txt (+1 −0) added",
      "one.txt (src/a · +1 −1) modified",
      "two.txt (src/a · +0 −1) deleted",
    ]);
    assert.deepEqual(await suite.project.asked(/diff|merge_ref/), []);
    await commit({ "later.txt": "later\n" }, "topic/heat");
    await suite.contents.refresh(new AbortController().signal);
    await until(
      "the new file and commit",
      async () => labels(await below("Changed files")).includes("later.txt") && (await below("Commits")).length === 3,
      suite.onRedraw,
    );
  });

  it("lists commits with their files", async () => {
    await change();
    const commits = await below("Commits");
    assert.equal(commits.length, 2);
    const [newest, oldest] = commits;
    assert.match(newest?.description ?? "", /^[0-9a-f]{7,} · .+ · /);
    const found = [newest?.context, newest?.item.collapsibleState];
    assert.deepEqual(found, ["commit", vscode.TreeItemCollapsibleState.Collapsed]);
    const [, changed] =
      (await suite.project.asked(/^GET \/repository\/commits\?/))[0]?.match(/ref_name=(\w+\.\.\w+)/) ?? [];
    assert.ok(changed, "asked by a range");
    assert.deepEqual(labels(await suite.rows.below(oldest)), ["src/a"]);
    await suite.contents.showFilesAsList(true);
    const [again] = await below("Commits");
    assert.deepEqual(labels(await suite.rows.below(again)), ["moved.md", "new.txt"]);
  });

  it("explains missing files and commits of a deleted fork", async () => {
    await add({
      title: "Orphan",
      sourceBranch: "gone",
      fromDeletedFork: true,
      overrides: { sha: null, diff_refs: null, head_pipeline: null },
    });
    await suite.project.open();
    const [files] = await below("Changed files");
    assert.equal(files?.context, "error");
    assert.match(files.label, /returned no commits/);
    const [commits] = await below("Commits");
    assert.match(commits?.label ?? "", /No commits returned\. The source branch may be deleted, or the merge request/);
    assert.deepEqual(labels(await below("Pipeline")), ["No pipeline"]);
  });

  it("shows the files from the clone after fetching changes the host left out", async () => {
    const count = inLong(3, 3_000);
    const git = await workspaceGit();
    const paths = Array.from({ length: count }, (_, at) => `dir${at % 3}/file${String(at).padStart(4, "0")}.txt`);
    const { client } = suite.app.connections.get(suite.project.instance);
    await client.commits.create(suite.project.path, {
      branch: "topic/many",
      start_branch: "main",
      commit_message: "Many",
      actions: paths.map((path) => ({ action: "create", file_path: path, content: `${path}\n` })),
    });
    await add({ title: "Many", sourceBranch: "topic/many" });
    await suite.project.openClone();
    const facts = suite.app.capabilities.of(suite.project.instance);
    facts.set("extra.mergeRequestDiffs", `no since ${Date.now()}`);
    const left = { old_path: "a", new_path: "a", a_mode: "100644", b_mode: "100644", diff: "", too_large: true };
    const flags = { collapsed: false, new_file: false, renamed_file: false, deleted_file: false };
    await suite.control.fault({
      path: suite.project.address("/repository/commits/\\w+/diff"),
      status: 200,
      body: [{ ...left, ...flags }],
    });
    try {
      const [missing] = await below("Changed files");
      assert.ok(missing);
      const found = [missing.context, missing.label, missing.item.command?.command];
      assert.deepEqual(found, ["missing", "Some changes are missing", "forgeline.mergeRequest.fetchCommits"]);
      await suite.rows.press(missing);
      const isSo = async () => (await part("Changed files")).description === count.toLocaleString("en-US");
      await until("all of the files", isSo, suite.onRedraw);
      await suite.contents.showFilesAsList(true);
      const last = Math.min(count, 500) - 1;
      await suite.rows.press((await below("Changed files"))[last]!);
      assert.equal((await diffTexts())[1], `${paths.sort()[last]}\n`);
    } finally {
      facts.set("extra.mergeRequestDiffs", "");
      await git.restore();
      await workspaceProject(suite.app);
    }
  });

  const setQueries = (queries: unknown): Thenable<void> => setting("forgeline.mergeRequests.queries", queries);
  it("shows custom queries, and explains invalid ones with a link to the setting", async () => {
    await add({ title: "A bug for me", sourceBranch: "a", by: "bob", labels: ["bug"], reviewers: ["alice"] });
    await add({ title: "Another's bug", sourceBranch: "b", by: "bob", labels: ["bug"] });
    await setQueries([
      {
        name: "Bugs for me",
        labels: ["bug"],
        reviewer_username: "@me",
        not: { author_username: "max" },
        order_by: "updated_at",
      },
      { name: "Typo", lables: "bug" },
      "text",
    ]);
    const [bugs, typo, text] = (await suite.open()).slice(5);
    assert.deepEqual(labels(await suite.rows.below(bugs)), ["!1 A bug for me"]);
    assert.deepEqual(
      [bugs, typo, text].map((row) => `${row?.label}: ${row?.description}`),
      ["Bugs for me: ", "Typo: “lables” is not a filter", "Query 3: A query must be an object with a name and filters"],
    );
    const { command: button } = typo?.item ?? {};
    const found = [button?.command, button?.arguments];
    assert.deepEqual(found, ["forgeline.openSettings", ["forgeline.mergeRequests.queries"]]);
    const [asked] = await suite.project.asked(/labels=bug/);
    assert.equal(
      decodeURIComponent(asked ?? ""),
      "GET /merge_requests?state=[masked]&scope=all&reviewer_username=alice&order_by=updated_at&with_merge_status_recheck=true&labels=bug&not[author_username]=max&per_page=20",
    );
  });

  it("follows changed settings", async () => {
    await add({ title: "Old", sourceBranch: "a", state: "closed" });
    await suite.open();
    for (const [queries, rows] of [
      [[{ name: "Over", state: "closed" }], ["!1 Old"]],
      [[{ name: "Over", state: "merged" }], ["No matching merge requests"]],
      [undefined, []],
    ] as const) {
      await setQueries(queries);
      const over = async () => (await suite.rows.below()).filter(({ label }) => label === "Over");
      const found = async () => (await Promise.all((await over()).map((row) => suite.rows.below(row)))).flat();
      const isSo = async () => labels(await found()).join() === rows.join();
      await until(`the folder to have ${rows.join()}`, isSo, suite.onRedraw);
    }
  });

  command("forgeline.mergeRequests.showAllProjects", "lists those of every project, remembered", async (run) => {
    const { project } = suite;
    const other = await ownProject(suite.app);
    const spec = { sourceBranch: "a", by: "bob", reviewers: ["alice"] } as const;
    await other.addMergeRequest({ title: "Reviewed there", ...spec });
    await project.addMergeRequest({ title: "Reviewed here", ...spec });
    await suite.open();
    const before = await suite.control.lastRequest();
    await run();
    const reviewing = await suite.rows.below(await suite.rows.at("Review requests"));
    const own = reviewing.find(({ label }) => label.endsWith("Reviewed here"));
    assert.ok(own && reviewing.some(({ label }) => label.endsWith("Reviewed there")), "those of another project, too");
    assert.ok(own.description.includes(project.path), own.description);
    assert.ok(own.id.startsWith(`${project.instance} ${project.path}/mergeRequests/everywhere/reviewing/`), own.id);
    const asked = (await suite.control.requests(before)).filter(
      ({ path }) => path.startsWith("/api/v4/merge_requests?") && path.includes("reviewer_username"),
    );
    assert.equal(asked.length, 1);
    assert.equal(suite.app.memory.get("forgeline.mergeRequestsEverywhere"), true);
    assert.equal(suite.message, "Merge requests of all projects");
    const state = (await suite.rows.below())[4]?.item.collapsibleState;
    assert.deepEqual(state, vscode.TreeItemCollapsibleState.Collapsed, "all of the host is not asked for unasked");
  });

  command("forgeline.mergeRequests.showThisProject", "lists those of the open project again", async (run) => {
    await add({ title: "Reviewed here", sourceBranch: "a", by: "bob", reviewers: ["alice"] });
    await suite.open();
    await suite.contents.showEverywhere(true);
    await run();
    assert.deepEqual(labels(await suite.rows.below(await suite.rows.at("Review requests"))), ["!1 Reviewed here"]);
    assert.equal(suite.app.memory.get("forgeline.mergeRequestsEverywhere"), undefined);
    assert.equal(suite.message, undefined);
  });

  const changedFiles = async (): Promise<string[]> =>
    labels(await suite.rows.below(await suite.rows.at("All open", /^!/, "Changed files")));

  command("forgeline.changes.showAsList", "lists changed files flat, remembered", async (run) => {
    const { path: project } = suite.project;
    await suite.control.commit({ "src/one.txt": "one\n" }, { project, branch: "topic" });
    await add({ title: "Change", sourceBranch: "topic" });
    await suite.open();
    assert.deepEqual(await changedFiles(), ["src"]);
    await run();
    assert.deepEqual(await changedFiles(), ["one.txt"]);
    assert.equal(suite.app.memory.get("forgeline.changesAsList"), true);
  });

  command("forgeline.changes.showAsTree", "lists changed files in folders again", async (run) => {
    await suite.project.open();
    await suite.contents.showFilesAsList(true);
    await run();
    assert.equal(suite.app.memory.get("forgeline.changesAsList"), undefined);
  });

  const second = 1_000;
  /** ms: two lists, the pipelines and the status bar share one request a minute, in whichever order, and a look that finds out needs one more. */
  const everyTurn = 360 * second;
  const rechecks = (asked: readonly string[]): number =>
    asked.filter((text) => text.includes("with_merge_status_recheck=true")).length;
  const rows = async (folder: string): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at(folder));
  const icons = async (folder: string): Promise<string> =>
    (await rows(folder)).map(({ icon }) => icon.replace(/ .*/, "")).join(" ");
  const lists = (): Promise<string[]> => suite.project.asked(/^GET \/merge_requests\?/);
  /** Opens the project and reads what is expanded by default, while the time of polling stands still. */
  const openStill = async (): Promise<PollClock> => {
    const time = new PollClock(suite.polling);
    time.stop();
    await suite.project.open();
    for (const folder of ["For the current branch: main", "All open"]) await rows(folder);
    return time;
  };

  it("shows the merge status after one more request for all folders, and checks no more until a branch moves", async () => {
    const { control, project } = suite;
    await commit({ "mean.txt": "one\n" }, "main");
    await commit({ "mean.txt": "two\n" }, "clash");
    await commit({ "other.txt": "other\n" }, "fine");
    await commit({ "mean.txt": "three\n" }, "main");
    for (const sourceBranch of ["clash", "fine"]) await add({ sourceBranch, title: sourceBranch });
    /** Waits until the host knows: nobody but the view has made it look. */
    const known = async (clash: string): Promise<void> => {
      await control.waitForMergeRequest({ project: project.path, iid: 1, mergeStatus: [clash] });
      await control.waitForMergeRequest({ project: project.path, iid: 2, mergeStatus: ["mergeable"] });
    };
    // Without a pipeline the status bar asks once more than later, why there is none.
    await project.add({ status: "success" });
    await control.setMergeRules({ project: project.path, checksHeld: true });
    const time = await openStill();
    for (const folder of ["All open", "Created by me"])
      assert.equal(await icons(folder), "git-pull-request git-pull-request", "the host has not looked yet");
    assert.equal(rechecks(await lists()), 3, "each first look says that somebody wants to know");
    await control.setMergeRules({ project: project.path, checksHeld: false });
    await known("conflict");
    await project.forget();
    await time.pass(3 * second);
    for (const folder of ["All open", "Created by me"]) assert.equal(await icons(folder), "git-pull-request warning");
    assert.match((await rows("All open"))[1]?.description ?? "", /^conflicts · /);
    assert.equal((await lists()).length, 1, "one request for all of them");
    await project.forget();
    await time.pass(300 * second);
    const resting = await project.asked();
    assert.ok(resting.length > 0 && resting.length <= 5, `in five minutes: ${resting.join(", ")}`);
    assert.equal(rechecks(resting), 0);
    await commit({ "mean.txt": "three\n" }, "clash");
    await time.pass(everyTurn);
    assert.ok(rechecks(await lists()) > 0, "nobody pressed anything");
    await known("mergeable");
    await time.pass(everyTurn);
    assert.equal(await icons("All open"), "git-pull-request git-pull-request");
  });

  it("checks ever less often where the host does not find out", async () => {
    const { project } = suite;
    await project.commit({ "a.txt": "a\n" }, { branch: "topic" });
    await add({ sourceBranch: "topic", title: "Never", overrides: { detailed_merge_status: "unchecked" } });
    const time = await openStill();
    await project.forget();
    await time.pass(60 * second);
    const soon = (await lists()).length;
    assert.ok(soon >= 3 && soon <= 4, `${soon} looks in the first minute`);
    await project.forget();
    await time.pass(600 * second);
    const asked = await project.asked();
    assert.ok(asked.length >= 7 && asked.length <= 11, `in ten minutes: ${asked.join(", ")}`);
    await project.forget();
    await suite.contents.filter.set({ state: "merged" });
    await rows("All (merged)");
    await suite.contents.filter.set({});
    const [merged] = await project.asked(/^GET \/merge_requests\?(?!.*source_branch)/);
    assert.equal(merged, "GET /merge_requests?state=[masked]&scope=all&per_page=20");
  });
});

const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000 - 60_000;
/** Requests for what a folder shows first. An editor of a file asks for the merge request of its branch without a check. */
const firstLook = /^GET \/merge_requests\?.*with_merge_status_recheck/;
/** Requests for "All open", which unlike those for the branch name no branch. */
const forAll = /^GET \/merge_requests\?(?!.*source_branch)/;

// The service masks what is called `state` wherever it records requests, since sign-ins have a secret of that name.
describe("the Merge Requests view", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) =>
    suite.project.addMergeRequest({ ...spec });
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
    await suite.project.commit({ "a.txt": "a\n" }, { branch: "topic/heat" });
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
    const { project } = suite;
    await project.commit({ "a.txt": "a\n" }, { branch: "topic/heat" });
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
    const shown = list.map(({ label, description }) => `${label} (${description})`);
    assert.deepEqual(shown, [
      `!${draft.iid} Draft: Round the mean (3 comments · +2 · bug, ui · alice · 2 hr ago · topic/mean)`,
      `!${old.iid} Warn of heat (alice · 2 days ago · topic/heat)`,
    ]);
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
    const { sha } = await suite.project.commit({ "a.txt": "a\n" }, { branch: "topic/heat" });
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
    // Who shows the current branch may ask about it at any time.
    assert.deepEqual(await suite.project.asked(/^GET \/merge_requests\?(?!.*source_branch)/), [
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

/** Whether the checkbox of a row is checked; undefined without one. */
const isChecked = ({ item: { checkboxState: box } }: Row<unknown>): boolean | undefined =>
  box === undefined ? undefined : (typeof box === "object" ? box.state : box) === vscode.TreeItemCheckboxState.Checked;

describe("keeping track of a review", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const commit = (files: Readonly<Record<string, string | null>>, branch: string) =>
    suite.project.commit(files, { branch });
  const mergeRequest = (): Promise<Row<unknown>> => suite.rows.at("All open", /^!/);
  const part = (label: string): Promise<Row<unknown>> => suite.rows.at("All open", /^!/, label);
  /** Changed files and folders by name, and whether they are checked. */
  const boxes = async (from?: Row<unknown>): Promise<Record<string, boolean | undefined>> => {
    const rows = await suite.rows.below(from ?? (await part("Changed files")));
    const deeper = await Promise.all(
      rows.filter(({ context }) => context.startsWith("changedFolder")).map((row) => boxes(row)),
    );
    return Object.assign({}, ...rows.map((row) => ({ [row.label]: isChecked(row) })), ...deeper) as Record<
      string,
      boolean | undefined
    >;
  };
  const file = async (path: readonly string[]): Promise<Row<unknown>> =>
    suite.rows.at("All open", /^!/, "Changed files", ...path);
  /** Pushes to the branch and waits for the rows of that version. */
  const push = async (files: Readonly<Record<string, string | null>>): Promise<void> => {
    const headOf = async (): Promise<string> =>
      ((await file(["top.txt"])).element as { changes: { comparison: { head: string } } }).changes.comparison.head;
    const before = await headOf();
    await commit(files, "topic");
    await suite.contents.refresh(new AbortController().signal);
    const isNew = async (): Promise<boolean> => (await headOf()) !== before;
    await until("the new version", isNew, suite.onRedraw);
  };
  let iid = 0;

  beforeEach(async () => {
    await commit({ "src/one.txt": "one\n", "src/two.txt": "two\n", "top.txt": "top\n" }, "main");
    await commit({ "src/one.txt": "ONE\n", "src/two.txt": "TWO\n", "top.txt": "TOP\n" }, "topic");
    ({ iid } = await suite.project.addMergeRequest({ title: "Shout", sourceBranch: "topic", by: "bob" }));
    await suite.project.open();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await forgetDrafts(suite.app, "viewed");
  });

  command("forgeline.mergeRequest.markFileViewed", "marks files and folders and counts them", async (run) => {
    assert.deepEqual(await boxes(), { src: false, "one.txt": false, "two.txt": false, "top.txt": false });
    assert.equal((await part("Changed files")).description, "3");
    await run((await file(["src", "one.txt"])).element);
    assert.deepEqual(await boxes(), { src: false, "one.txt": true, "two.txt": false, "top.txt": false });
    const counted = await part("Changed files");
    assert.deepEqual([counted.description, counted.spoken], ["1/3 viewed", "Changed files, 1 of 3 viewed"]);
    await run((await file(["src"])).element);
    assert.deepEqual(await boxes(), { src: true, "one.txt": true, "two.txt": true, "top.txt": false });
    assert.equal((await draftsOf(suite.app, "viewed")).length, 1);
  });

  command("forgeline.mergeRequest.markFileNotViewed", "unmarks the file of an open diff", async (run) => {
    await suite.rows.press(await file(["top.txt"]));
    const uri = await until(
      "the diff",
      () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        const shown = vscode.window.activeTextEditor?.document.uri;
        return input instanceof vscode.TabInputTextDiff && shown?.toString() === input.modified.toString() && shown;
      },
      vscode.window.tabGroups.onDidChangeTabs,
      vscode.window.onDidChangeActiveTextEditor,
    );
    await vscode.commands.executeCommand("forgeline.mergeRequest.markFileViewed");
    assert.equal((await boxes())["top.txt"], true);
    await run(uri);
    assert.equal((await boxes())["top.txt"], false);
  });

  it("drops marks of files that a push changes", async () => {
    await boxes();
    for (const path of [["src", "one.txt"], ["top.txt"]])
      await vscode.commands.executeCommand("forgeline.mergeRequest.markFileViewed", (await file(path)).element);
    await push({ "src/one.txt": "ONE!\n", "src/two.txt": "TWO!\n" });
    assert.deepEqual(await boxes(), { src: false, "one.txt": false, "two.txt": false, "top.txt": true });
    assert.equal((await part("Changed files")).description, "1/3 viewed");
  });

  it("forgets marks of a merged one", async () => {
    await boxes();
    await vscode.commands.executeCommand("forgeline.mergeRequest.markFileViewed", (await file(["top.txt"])).element);
    await suite.app.mergeRequests.view.contents?.filter.set({ state: "merged" });
    const { client } = suite.app.connections.get(suite.project.instance);
    await client.mergeRequests.merge(suite.project.path, iid, {});
    await suite.refreshed();
    const folder = (await suite.rows.below()).find(({ label }) => /^All/.test(label));
    const [row] = await suite.rows.below(folder);
    const files = (await suite.rows.below(row)).find(({ label }) => label === "Changed files");
    assert.deepEqual((await suite.rows.below(files)).map(isChecked), [undefined, undefined]);
    assert.deepEqual(await draftsOf(suite.app, "viewed"), []);
    await suite.app.mergeRequests.view.contents?.filter.set({});
  });

  it("reads threads once for their filter, and counts open ones on rows", async () => {
    await boxes();
    assert.deepEqual(labels(await suite.rows.below(await part("Changed files"))), ["src", "top.txt"]);
    const { client } = suite.app.connections.get(suite.project.instance);
    const on = await addedLine(client, suite.project.path, iid, "top.txt", 1);
    const threads = [await start("Why?", on), await start("Really?", on), await start("In general?")];
    async function start(body: string, position?: typeof on) {
      return client.discussions.create(suite.project.path, iid, { body, ...(position && { position }) });
    }
    await suite.project.forget();
    assert.doesNotMatch((await mergeRequest()).description, /open/);
    await suite.contents.fileFilter.set({ threads: true });
    const isSo = async () => JSON.stringify(await boxes()) === JSON.stringify({ "top.txt": false });
    await until("the file with threads", isSo, suite.onRedraw);
    await boxes();
    assert.equal((await suite.project.asked(/discussions\?/)).length, 1);
    await suite.contents.fileFilter.set({});
    const { discussions } = await suite.app.mergeRequests.review();
    const at = { instance: suite.project.instance, project: suite.project.path, iid };
    await discussions.read(at);
    const row = await mergeRequest();
    assert.match(row.description, /^3 open · /);
    assert.match(row.spoken, /, 3 open threads$/);
    assert.match((await suite.rows.tooltip(row)).value, /\*\*Open threads\*\* 3$/);
    assert.match((await file(["top.txt"])).description, /^2 open · /);
    await client.discussions.resolve(suite.project.path, iid, threads[0]!.id, { resolved: true });
    await discussions.read(at);
    assert.match((await file(["top.txt"])).description, /^1 open · /);
    assert.match((await file(["top.txt"])).spoken, /, 1 open thread, 2 threads$/);
    await client.discussions.resolve(suite.project.path, iid, threads[1]!.id, { resolved: true });
    await discussions.read(at);
    assert.match((await file(["top.txt"])).description, /^2 threads · /);
    assert.match((await mergeRequest()).description, /^1 open · /);
    assert.equal((await file(["top.txt"])).item.tooltip, "top.txt\nmodified\n+1 −1\n2 threads");
    // No row asks for threads.
    assert.equal((await suite.project.asked(/discussions\?/)).length, 4);
  });

  it("filters changed files", async () => {
    await boxes();
    await vscode.commands.executeCommand("forgeline.mergeRequest.markFileViewed", (await file(["top.txt"])).element);
    const { fileFilter } = suite.contents;
    await fileFilter.set({ unviewed: true });
    assert.deepEqual(await boxes(), { src: false, "one.txt": false, "two.txt": false });
    const row = await part("Changed files");
    const found = [row.description, row.spoken];
    assert.deepEqual(found, ["1/3 viewed · filtered: 2 of 3", "Changed files, 1 of 3 viewed, filtered: 2 of 3"]);
    await vscode.commands.executeCommand("forgeline.mergeRequest.markFileViewed", (await file(["src"])).element);
    const [none] = await suite.rows.below(await part("Changed files"));
    assert.equal(none?.label, "No changed files match the filter");
    await suite.rows.press(none);
    assert.deepEqual(await boxes(), { src: true, "one.txt": true, "two.txt": true, "top.txt": true });
    await fileFilter.set({ glob: "src/**, *.md" });
    assert.deepEqual(await boxes(), { src: true, "one.txt": true, "two.txt": true });
    await fileFilter.set({});
  });
});
