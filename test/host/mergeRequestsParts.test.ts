import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { inLong } from "../support/long.ts";
import type { Row } from "./rows.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { workspaceGit } from "./workspaceGit.ts";

/** What a person sees of a changed file: its name, what stands beside it, and its mark. */
const seen = ({ label, description, item }: Row<unknown>): string =>
  `${label} (${description}) ${item.resourceUri?.query.replace(/.*:"(\w+)".*/, "$1") ?? "folder"}`;

describe("below a merge request", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const commit = (
    files: Readonly<Record<string, string | null>>,
    branch: string,
    startBranch?: string,
  ): Promise<{ sha: string }> =>
    suite.control.commit(files, {
      project: suite.project.path,
      branch,
      ...(startBranch === undefined ? {} : { startBranch }),
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

  afterEach(async () => {
    await suite.contents.showFilesAsList(false);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("stands its description in its first words, which opens its page", async () => {
    await change();
    const row = await part("Description");
    assert.deepEqual(
      [row.description, row.item.command?.command],
      ["**Why:** it is hot", "forgeline.mergeRequest.open"],
    );
  });

  it("stand its changed files in their folders, marked as what became of them", async () => {
    await change();
    const [docs, src, added] = await below("Changed files");
    assert.deepEqual(
      [docs, src, added].map((row) => row && seen(row)),
      ["docs () folder", "src/a () folder", "new.txt (+1 −0) added"],
    );
    assert.deepEqual((await suite.rows.below(docs)).map(seen), ["moved.md (renamed from docs/old.md · +0 −0) renamed"]);
    assert.deepEqual((await suite.rows.below(src)).map(seen), ["one.txt (+1 −1) modified", "two.txt (+0 −1) deleted"]);
    assert.equal((await part("Changed files")).description, "4");
    assert.equal((await suite.rows.below(src))[1]?.spoken, "two.txt, deleted, in src/a, +0 −1");
  });

  it("stand its changed files one below the other, without asking anew", async () => {
    await change();
    await below("Changed files");
    await suite.project.forget();
    await suite.contents.showFilesAsList(true);
    assert.deepEqual((await below("Changed files")).map(seen), [
      "moved.md (docs · renamed from docs/old.md · +0 −0) renamed",
      "new.txt (+1 −0) added",
      "one.txt (src/a · +1 −1) modified",
      "two.txt (src/a · +0 −1) deleted",
    ]);
    assert.deepEqual(await suite.project.asked(/diff|merge_ref/), []);
  });

  it("opens a file's change in the diff editor", async () => {
    await change();
    await suite.contents.showFilesAsList(true);
    const file = (await below("Changed files")).find(({ label }) => label === "one.txt");
    assert.ok(file);
    await suite.rows.press(file);
    const input = await until(
      "the diff",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.deepEqual([before?.getText(), after?.getText()], ["one\n", "one more\n"]);
  });

  it("reads the files anew once the branch has moved", async () => {
    await change();
    await suite.contents.showFilesAsList(true);
    assert.equal((await below("Changed files")).length, 4);
    assert.equal((await below("Commits")).length, 2);
    await commit({ "later.txt": "later\n" }, "topic/heat");
    await suite.contents.refresh(new AbortController().signal);
    await until(
      "the new file",
      async () => labels(await below("Changed files")).includes("later.txt"),
      suite.view.provider.onDidChangeTreeData,
    );
    await until(
      "the new commit",
      async () => (await below("Commits")).length === 3,
      suite.view.provider.onDidChangeTreeData,
    );
  });

  it("stand its commits, each with the files that it changes", async () => {
    await change();
    const commits = await below("Commits");
    assert.equal(commits.length, 2);
    const [newest, oldest] = commits;
    assert.match(newest?.description ?? "", /^[0-9a-f]{7,} · .+ · /);
    assert.deepEqual(
      [newest?.context, newest?.item.collapsibleState],
      ["commit", vscode.TreeItemCollapsibleState.Collapsed],
    );
    const [, changed] =
      (await suite.project.asked(/^GET \/repository\/commits\?/))[0]?.match(/ref_name=(\w+\.\.\w+)/) ?? [];
    assert.ok(changed, "asked by a range");
    assert.deepEqual(labels(await suite.rows.below(oldest)), ["src/a"]);
    await suite.contents.showFilesAsList(true);
    const [again] = await below("Commits");
    assert.deepEqual(labels(await suite.rows.below(again)), ["moved.md", "new.txt"]);
  });

  it("stands its pipeline with stages and jobs", async () => {
    await change();
    const { sha } = await commit({ "hot.txt": "hot\n" }, "topic/heat");
    await suite.project.add({
      ref: "topic/heat",
      sha,
      status: "running",
      jobs: [
        { name: "compile", stage: "build", status: "success" },
        { name: "unit", stage: "test", status: "running" },
      ],
    });
    await suite.refreshed();
    const unnamed = await suite.rows.at("All open", /^!/, /^Pipeline/);
    assert.deepEqual(labels(await suite.rows.below(unnamed)), ["build", "test"]);
    const pipeline = await suite.rows.at("All open", /^!/, /^Pipeline #/);
    assert.equal(pipeline.icon, "sync~spin charts.blue");
    assert.match(pipeline.context, /^pipeline .*cancelable.* here$/);
    const job = await suite.rows.at("All open", /^!/, /^Pipeline #/, "test", "unit");
    assert.match(job.context, /^job .*cancelable/);
    assert.equal(suite.contents.running, true);
  });

  it("says what is missing where source branch and fork are gone", async () => {
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
    assert.match(
      commits?.label ?? "",
      /No commits returned\. The source branch may be deleted, or the merge request is still being prepared/,
    );
    assert.deepEqual(labels(await below("Pipeline")), ["No pipeline"]);
  });

  it("says in a row what the host left out, and offers what helps", async () => {
    await change();
    const facts = suite.app.capabilities.of(suite.project.instance);
    facts.set("extra.mergeRequestDiffs", `no since ${Date.now()}`);
    await suite.control.fault({
      path: suite.project.address("/repository/commits/\\w+/diff"),
      status: 200,
      body: [
        {
          old_path: "a",
          new_path: "a",
          a_mode: "100644",
          b_mode: "100644",
          diff: "",
          too_large: true,
          collapsed: false,
          new_file: false,
          renamed_file: false,
          deleted_file: false,
        },
      ],
    });
    const [missing] = await below("Changed files").finally(() => facts.set("extra.mergeRequestDiffs", ""));
    assert.deepEqual(
      [missing?.context, missing?.label, missing?.item.command?.command],
      ["missing", "Some changes are missing", "forgeline.mergeRequest.fetchCommits"],
    );
  });

  it("stays usable with thousands of files: those that the host tells, and all of them once the commits are in the clone", async () => {
    // The host tells of a thousand.
    const count = inLong(1_100, 3_000);
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
    try {
      const [missing, ...folders] = await below("Changed files");
      assert.match(
        missing?.description ?? "",
        /^The host truncated the list after 1,000 files.* Fetch the commits into your clone/,
      );
      assert.deepEqual(
        folders.map(({ label, item }) => [label, item.collapsibleState]),
        ["dir0", "dir1", "dir2"]
          .map((name) => [name, vscode.TreeItemCollapsibleState.Collapsed])
          .slice(0, folders.length),
      );
      assert.equal((await part("Changed files")).description, "1,000");

      await suite.rows.press(missing!);
      await until(
        "all of the files",
        async () =>
          (await below("Changed files"))[0]?.context !== "missing" &&
          (await part("Changed files")).description === count.toLocaleString("en-US"),
        suite.view.provider.onDidChangeTreeData,
      );
      await suite.contents.showFilesAsList(true);
      const isFile = ({ context }: { readonly context?: string | undefined }): boolean =>
        /^changedFile\b/.test(context ?? "");
      const first = await below("Changed files");
      assert.equal(first.filter(isFile).length, 500);
      const more = first.at(-1);
      assert.equal(more?.context, "loadMore");
      await suite.rows.press(more);
      const files = (await below("Changed files")).filter(isFile);
      assert.equal(files.length, 1_000);
      await suite.rows.press(files[999]!);
      const input = await until(
        "the diff",
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.input,
        vscode.window.tabGroups.onDidChangeTabs,
      );
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const path = paths.sort()[999]!;
      assert.deepEqual(
        [input.modified.path, (await vscode.workspace.openTextDocument(input.modified)).getText()],
        [`/${path}`, `${path}\n`],
      );
    } finally {
      await git.restore();
    }
  });
});
