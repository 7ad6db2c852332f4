import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { inLong } from "../support/long.ts";
import { command } from "./commandTest.ts";
import { diffInFront, textOf } from "./inFront.ts";
import { ownProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import type { Row } from "./rows.ts";
import { setting } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { workspaceGit } from "./workspaceGit.ts";

/** What a person sees of a changed file: its name, what stands beside it, and its mark. */
const seen = ({ label, description, item }: Row<unknown>): string =>
  `${label} (${description}) ${item.resourceUri?.query.replace(/.*:"(\w+)".*/, "$1") ?? "folder"}`;

describe("below a merge request", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const commit = (files: Readonly<Record<string, string | null>>, branch: string, startBranch?: string) =>
    suite.control.commit(files, {
      project: suite.project.path,
      branch,
      ...(startBranch !== undefined && { startBranch }),
    });
  const add = (spec: Omit<Parameters<typeof suite.control.addMergeRequest>[0], "project">) =>
    suite.control.addMergeRequest({ project: suite.project.path, ...spec });
  const part = (label: string): Promise<Row<unknown>> => suite.rows.at("All open", /^!/, label);
  const below = async (label: string): Promise<Row<unknown>[]> => suite.rows.below(await part(label));
  /** Three files in folders, changed on a branch in two commits. */
  const change = async (): Promise<void> => {
    await commit(
      { "src/a/one.txt": "one\n", "src/a/two.txt": "two\n", "docs/old.md": "# Old\n\nSome words that stay.\n" },
      "main",
    );
    await commit({ "src/a/one.txt": "one more\n", "src/a/two.txt": null }, "topic/heat", "main");
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
    await suite.project.open();
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
    await suite.control.addMergeRequest({ project: other.path, title: "Reviewed there", ...spec });
    await suite.control.addMergeRequest({ project: project.path, title: "Reviewed here", ...spec });
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
    await suite.control.commit({ "src/one.txt": "one\n" }, { project, branch: "topic", startBranch: "main" });
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
    await commit({ "mean.txt": "two\n" }, "clash", "main");
    await commit({ "other.txt": "other\n" }, "fine", "main");
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
    const { control, project } = suite;
    await control.commit({ "a.txt": "a\n" }, { project: project.path, branch: "topic", startBranch: "main" });
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
