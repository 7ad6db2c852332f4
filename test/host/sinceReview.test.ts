import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { readFileUri } from "../../src/core/files/uris.ts";
import { readRebased } from "../../src/core/mergeRequests/read.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { replace } from "./spies.ts";

type Resource = readonly [label: vscode.Uri, base: vscode.Uri | undefined, head: vscode.Uri | undefined];
const id = "forgeline.mergeRequest.showSinceReview";

describe("changes since my last review", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const shown: { title: string; resources: readonly Resource[] }[] = [];
  let spy: { dispose(): void } | undefined;
  let row: Row;

  beforeEach(async () => {
    await own.commit("main", { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    row = await own.request("topic", { by: "bob" }, { "a.txt": "A\n", "b.txt": "B\n" });
    shown.length = 0;
    spy = replace(
      vscode.commands,
      "executeCommand",
      (real) =>
        ((name: string, ...given: unknown[]) => {
          if (name === "vscode.changes")
            shown.push({ title: given[0] as string, resources: given[1] as readonly Resource[] });
          return real.call(vscode.commands, name, ...given);
        }) as typeof real,
    );
  });
  afterEach(async () => {
    spy?.dispose();
    await forgetDrafts(stage.app, "viewed");
  });

  const textOf = async (uri: vscode.Uri | undefined): Promise<string | undefined> =>
    uri && (await vscode.workspace.openTextDocument(uri)).getText();
  /** Files of the last multi-diff, each before and after. */
  const files = async () =>
    Promise.all(
      (shown.at(-1)?.resources ?? []).map(async ([label, base, head]) => [
        label.path.slice(1),
        await textOf(base),
        await textOf(head),
      ]),
    );
  const comment = () => stage.client.discussions.comment(row.project, row.mergeRequest.iid, { body: "Looks fine." });

  command(id, "shows what was pushed after a comment, where it can be commented on", async (run) => {
    await comment();
    await own.commitMore("topic", { "b.txt": "BB\n", "d.txt": "D\n" });
    await run(row);
    assert.equal(shown[0]?.title, `!1: since my review of ${row.mergeRequest.sha!.slice(0, 8)}`);
    assert.deepEqual(await files(), [
      ["b.txt", "B\n", "BB\n"],
      ["d.txt", undefined, "D\n"],
    ]);
    const [, before, after] = shown[0].resources[0]!;
    const { diff_refs: refs } = await stage.client.extras.mergeRequest(row.project, 1);
    const { side, base, head } = readFileUri(after!)!.diff!;
    assert.deepEqual(
      [readFileUri(before!)?.diff, { side, base, head }],
      [undefined, { side: "new", base: refs?.base_sha, head: refs?.head_sha }],
    );
  });

  command(id, "leaves out what a rebase brought, and says so", async (run) => {
    await comment();
    await own.commitMore("main", { "c.txt": "of the target\n" });
    await stage.client.extras.rebase(row.project, 1);
    await readRebased(stage.app, row, new AbortController().signal);
    await run(row);
    assert.deepEqual(stage.notices, ["!1 was rebased since your last review. Its changes are the same."]);
    await own.commitMore("topic", { "a.txt": "AA\n" });
    await run(row);
    assert.deepEqual(await files(), [["a.txt", "A\n", "AA\n"]]);
    const { level, text } = await stage.message();
    assert.equal(level, "warning");
    assert.match(text, /^!1 was rebased since your last review\. Only files whose changes differ are shown/);
  });

  command(id, "counts from the version of which all files were viewed", async (run) => {
    const { viewed } = await stage.app.mergeRequests.tracking();
    const place = { instance: row.instance, project: row.project, iid: 1 };
    const changes = await changesOfMergeRequest(stage.app, row, new AbortController().signal);
    await viewed.mark(place, changes, changes.files.slice(1), true);
    assert.equal(viewed.whole(place), undefined);
    await viewed.mark(place, changes, changes.files, true);
    await run(row);
    assert.deepEqual(stage.notices, ["No new changes in !1 since your last review."]);
    await own.commitMore("topic", { "a.txt": null });
    await run(row);
    assert.deepEqual(await files(), [["a.txt", "A\n", undefined]]);
  });

  command(id, "offers all changes to who has not reviewed", async (run) => {
    await run(row);
    const { text, buttons } = await stage.message();
    assert.deepEqual([text, buttons], ["You have not reviewed !1 yet.", ["Open All Changes"]]);
    assert.deepEqual(shown, []);
  });
});
