import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { Committing } from "./committing.ts";
import { setStage } from "./stage.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("files and submodules changed on the host", () => {
  const stage = setStage();
  let at: WorkspaceGit;
  let here: Committing;
  before(async () => {
    at = await workspaceGit();
  });
  beforeEach(async () => {
    here = await Committing.start(stage, at);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await at.restore();
  });
  after(() => at.restore());

  const branch = async (box: string): Promise<void> => {
    await here.look(box, "checked out here");
    // The current branch has the focus as soon as it is there.
    await stage.person({ action: "key", box, key: "Enter" });
  };

  command("forgeline.file.deleteOnHost", "deletes on the current branch after asking, and leaves the working tree alone", async (run) => {
    const box = "Delete on Host";
    let done = run(here.uri("one.txt"));
    await branch(box);
    assert.equal((await here.look(box, "Message of the commit")).value, "Delete one.txt");
    await stage.person({ action: "key", box, key: "Enter" });
    const said = await stage.person({ action: "dialog", button: "Cancel" });
    await done;
    assert.match(said, new RegExp(`Delete one\\.txt on “${here.branch}” of `));
    assert.equal(await here.hosted("one.txt"), "one\n");
    stage.messages.take();

    const since = await here.last();
    done = run(here.uri("one.txt"));
    await branch(box);
    await here.look(box, "Message of the commit");
    await stage.person({ action: "type", box, text: "Take it away" });
    await stage.person({ action: "dialog", button: "Delete" });
    await done;
    assert.deepEqual(await here.writes(since), ["DELETE files/one.txt"]);
    assert.deepEqual([await here.hosted("one.txt"), (await here.tip()).title], [undefined, "Take it away"]);
    assert.equal(stage.messages.take().at(-1)?.level, "information");
    assert.equal(await at.git("status", "--porcelain"), "");
  });

  command("forgeline.file.moveOnHost", "moves a file; a refusal says why and keeps what was typed", async (run) => {
    const box = "Move on Host";
    await here.theirs({ "taken.txt": "theirs\n" });
    const done = run(here.uri("one.txt"));
    await branch(box);
    await here.look(box, "New path of one.txt");
    await stage.person({ action: "fill", box, text: "a/../b.txt" });
    await here.look(box, "it must not hold “..”");
    await stage.person({ action: "type", box, text: "taken.txt" });
    assert.equal((await here.look(box, "Message of the commit")).value, "Move one.txt to taken.txt");
    await stage.person({ action: "type", box, text: "Put it away" });
    await here.look(box, "There is a file taken.txt on that branch already");
    await branch(box);
    assert.equal((await here.look(box, "already, with another content. New path of one.txt")).value, "taken.txt");
    await stage.person({ action: "type", box, text: "deep/moved.txt" });
    assert.equal((await here.look(box, "already, with another content. Message of the commit")).value, "Put it away");
    await stage.person({ action: "key", box, key: "Enter" });
    await done;
    await here.committed();
    assert.deepEqual([await here.hosted("one.txt"), await here.hosted("deep/moved.txt"), await here.hosted("taken.txt")], [undefined, "one\n", "theirs\n"]);
    assert.equal((await here.tip()).title, "Put it away");
  });

  command("forgeline.submodule.update", "moves a submodule of .gitmodules to a commit, and says when it is there already", async (run) => {
    const box = "Update Submodule Reference";
    const [before, wanted] = ["a".repeat(40), "b".repeat(40)];
    await stage.control.addSubmodule("libs/rain", before, { branch: here.branch });
    await at.git("pull", "--quiet", "--ff-only", "origin", here.branch);
    const done = run();
    await here.look(box, `it is at ${before.slice(0, 8)} now`);
    await stage.person({ action: "pick", box, type: "v1", row: "Use “v1”" });
    await here.look(box, "The submodule is not cloned here");
    await stage.person({ action: "pick", box, type: before, row: "Use “" });
    await branch(box);
    await here.look(box, "empty for the host’s own words");
    await stage.person({ action: "type", box, text: "Rain again" });
    await here.look(box, "already");
    await stage.person({ action: "pick", box, type: wanted, row: "Use “" });
    await branch(box);
    assert.equal((await here.look(box, "already. Message of the commit")).value, "Rain again");
    await stage.person({ action: "key", box, key: "Enter" });
    await done;
    await here.committed();
    assert.equal((await here.tip()).title, "Rain again");
    const { blob_id } = await stage.client.repositoryFiles.head(stage.scope.project, "libs/rain", { ref: here.branch });
    assert.equal(blob_id, wanted);
  });

  command("forgeline.submodule.update", "says that there are no submodules", async (run) => {
    await run();
    assert.match((await stage.message()).text, /there is none in \.gitmodules/);
  });
});
