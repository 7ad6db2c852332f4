import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";
import { replaceLines, writeLines } from "./writeLines.ts";

const box = "Merge !1";
const [mergeBox, squashBox] = ["Merge Commit Message", "Squash Commit Message"];
const use = "Use This Message";

describe("messages of merges", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { type, fill, titleButton, enter } = stage;
  let git: WorkspaceGit;
  beforeEach(async () => {
    git = await workspaceGit();
  });
  afterEach(() => git.git("update-ref", "-d", "refs/tests/main"));

  /** The messages of the merge commit and of what it brought in, as git reads them. */
  const written = async (): Promise<{ merge: string; brought: string; parents: number }> => {
    await git.git("fetch", "--quiet", "--no-tags", "origin", "+main:refs/tests/main");
    const message = (commit: string): Promise<string> => git.git("log", "-1", "--format=%B", commit);
    const parents = (await git.git("rev-list", "--parents", "-1", "refs/tests/main^2")).split(" ").length - 1;
    return { merge: await message("refs/tests/main"), brought: await message("refs/tests/main^2"), parents };
  };
  const ofTwoCommits = async (): Promise<Row> => {
    const { mergeRequest } = await own.request(
      "feature/rain",
      { title: "Tell of rain “soon”", squash: true },
      { "rain.txt": "rain\n" },
    );
    await own.commitMore("feature/rain", { "more.txt": "more\n" });
    return own.row(mergeRequest.iid);
  };
  /** Opens a box of the menu and answers with what stands in it. */
  const opened = async (menu: string, title: string): Promise<string> => {
    await own.look(box, menu);
    await own.pick(box, menu);
    return (await own.look(title, "opens an editor for several lines")).value;
  };
  /** Opens the merge message, which has several lines, in an editor and answers with it. */
  const openedMerge = async (): Promise<string> => {
    await own.look(box, "Merge Commit Message…");
    await own.pick(box, "Merge Commit Message…");
    await own.look(mergeBox, use);
    return vscode.window.activeTextEditor?.document.getText() ?? "";
  };
  const mergeNow = async (done: Promise<void>): Promise<void> => {
    await own.look(box);
    await own.pick(box, "Merge Now");
    await done;
    assert.match((await stage.message()).text, /^Merged !\d+ into/);
  };

  command("forgeline.mergeRequest.merge", "shows the default messages", async (run) => {
    const done = run(await ofTwoCommits());
    const merge = await openedMerge();
    await titleButton(mergeBox, "Back");
    const squash = await opened("Squash Commit Message…", squashBox);
    await titleButton(squashBox, "Back");
    await mergeNow(done);
    assert.equal(
      merge,
      `Merge branch 'feature/rain' into 'main'\n\nTell of rain “soon”\n\nSee merge request ${own.project.path}!1`,
    );
    assert.equal(squash, "Tell of rain “soon”");
    assert.deepEqual(await written(), { merge, brought: squash, parents: 1 });
  });

  command("forgeline.mergeRequest.merge", "sends accepted default messages", async (run) => {
    const done = run(await ofTwoCommits());
    const merge = await openedMerge();
    await enter(mergeBox);
    const squash = await opened("Squash Commit Message…", squashBox);
    await enter(squashBox);
    // From now on the host would word it otherwise.
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Another title" });
    await mergeNow(done);
    assert.deepEqual(await written(), { merge, brought: squash, parents: 1 });
  });

  command("forgeline.mergeRequest.merge", "sends typed messages line by line", async (run) => {
    const done = run(await ofTwoCommits());
    await replaceLines(stage, {
      box: mergeBox,
      use,
      before: await openedMerge(),
      text: "Bring rain\n\n- with “quotes” & <signs>\n- Ünïcödé ☂\n",
    });
    await opened("Squash Commit Message…", squashBox);
    await fill(squashBox, "");
    await writeLines(stage, { box: squashBox, use, text: "Rain in one\n\nRefs: #7" });
    await mergeNow(done);
    assert.deepEqual(await written(), {
      merge: "Bring rain\n\n- with “quotes” & <signs>\n- Ünïcödé ☂",
      brought: "Rain in one\n\nRefs: #7",
      parents: 1,
    });
  });

  command("forgeline.mergeRequest.merge", "leaves an emptied message to the host", async (run) => {
    const done = run(await ofTwoCommits());
    await replaceLines(stage, { box: mergeBox, use, before: await openedMerge(), text: "Mine" });
    assert.equal(await opened("Merge Commit Message…", mergeBox), "Mine");
    await type(mergeBox, "");
    await mergeNow(done);
    assert.match(
      (await written()).merge,
      /^Merge branch 'feature\/rain' into 'main'\n\nTell of rain “soon”\n\nSee merge request /,
    );
  });

  command("forgeline.mergeRequest.merge", "offers no squash message without squashing", async (run) => {
    const done = run(await ofTwoCommits());
    await opened("Squash Commit Message…", squashBox);
    await type(squashBox, "Unused");
    await own.look(box);
    await own.pick(box, "Squash Commits");
    const { rows } = await own.look(box);
    assert.ok(!rows.includes("Squash Commit Message…"));
    await mergeNow(done);
    assert.equal((await written()).brought, "More for feature/rain");
  });
});
