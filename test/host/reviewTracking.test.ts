import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { addedLine } from "./reviewStage.ts";
import type { Row } from "./rows.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

/** Whether the checkbox of a row is checked; undefined without one. */
const isChecked = ({ item: { checkboxState: box } }: Row<unknown>): boolean | undefined =>
  box === undefined ? undefined : (typeof box === "object" ? box.state : box) === vscode.TreeItemCheckboxState.Checked;

describe("keeping track of a review", () => {
  const suite = viewSuite(VIEWS.mergeRequests, "Merge Requests", ({ mergeRequests }) => mergeRequests.view);
  const commit = (files: Readonly<Record<string, string | null>>, branch: string, startBranch?: string) =>
    suite.control.commit(files, {
      project: suite.project.path,
      branch,
      ...(startBranch === undefined ? {} : { startBranch }),
    });
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
    await commit({ "src/one.txt": "ONE\n", "src/two.txt": "TWO\n", "top.txt": "TOP\n" }, "topic", "main");
    ({ iid } = await suite.control.addMergeRequest({
      project: suite.project.path,
      title: "Shout",
      sourceBranch: "topic",
      by: "bob",
    }));
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
