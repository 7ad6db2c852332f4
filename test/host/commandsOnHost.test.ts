import assert from "node:assert/strict";
import { describe } from "mocha";
import { command } from "./commandTest.ts";
import { setCommitting } from "./committing.ts";

describe("files and submodules changed on the host", () => {
  const here = setCommitting();
  const { stage } = here;
  const { pick, type, dialog, escape, enter } = stage;

  command("forgeline.file.deleteOnHost", "deletes on the current branch, not in the clone", async (run) => {
    const box = "Delete File on Host";
    let done = run(here.uri("one.txt"));
    await here.current(box);
    assert.equal((await here.look(box, "Enter the commit message")).value, "Delete one.txt");
    await enter(box);
    const said = await dialog("Cancel");
    await done;
    assert.match(said, new RegExp(`Delete one\\.txt on “${here.branch}” of `));
    await here.hosts({ "one.txt": "one\n" });
    stage.messages.take();

    const since = await here.last();
    done = run(here.uri("one.txt"));
    await here.current(box);
    await stage.typeAt(box, "Enter the commit message", "Take it away");
    await dialog("Delete");
    await done;
    assert.deepEqual(await here.writes(since), ["DELETE files/one.txt"]);
    assert.deepEqual([await here.hosted("one.txt"), (await here.tip()).title], [undefined, "Take it away"]);
    assert.equal(stage.messages.take().at(-1)?.level, "information");
    assert.equal(await here.at.git("status", "--porcelain"), "");
  });

  command("forgeline.file.moveOnHost", "keeps the path when the host refuses", async (run) => {
    const box = "Move File on Host";
    await here.theirs({ "taken.txt": "theirs\n" });
    const done = run(here.uri("one.txt"));
    await here.current(box);
    await stage.fillAt(box, "Enter the new path of one.txt", "a/../b.txt");
    await stage.typeAt(box, "A path cannot contain “..”", "taken.txt");
    assert.equal((await here.look(box, "Enter the commit message")).value, "Move one.txt to taken.txt");
    await type(box, "Put it away");
    await here.look(box, "taken.txt already exists on this branch with different content");
    await here.current(box);
    assert.equal(
      (await here.look(box, "already exists on this branch with different content. Enter the new path of one.txt"))
        .value,
      "taken.txt",
    );
    await type(box, "deep/moved.txt");
    assert.equal(
      (await here.look(box, "already exists on this branch with different content. Enter the commit message")).value,
      "Put it away",
    );
    await enter(box);
    await done;
    await here.committed();
    await here.hosts({ "one.txt": undefined, "deep/moved.txt": "one\n", "taken.txt": "theirs\n" });
    assert.equal((await here.tip()).title, "Put it away");
  });

  command("forgeline.submodule.update", "updates a submodule once", async (run) => {
    const box = "Update Submodule Reference";
    const [before, wanted] = ["a".repeat(40), "b".repeat(40)];
    await stage.control.addSubmodule("libs/rain", before, { branch: here.branch });
    await here.at.git("pull", "--quiet", "--ff-only", "origin", here.branch);
    const done = run();
    await here.look(box, `Select a commit for`);
    await pick(box, "Use “v1”", "v1");
    await here.look(box, "The submodule is not cloned. Enter a full commit SHA instead of");
    await pick(box, "Use “", before);
    await here.current(box);
    await stage.typeAt(box, "Enter the commit message for updating", "Rain again");
    await here.look(box, "already");
    await pick(box, "Use “", wanted);
    await here.current(box);
    assert.equal((await here.look(box, "is already at")).value, "Rain again");
    await enter(box);
    await done;
    await here.committed();
    assert.equal((await here.tip()).title, "Rain again");
    const { blob_id } = await stage.client.repositoryFiles.head(stage.scope.project, "libs/rain", { ref: here.branch });
    assert.equal(blob_id, wanted);
  });

  command("forgeline.file.moveOnHost", "keeps path, branch and message over a restart", async (run) => {
    const box = "Move File on Host";
    const name = `${here.branch}-moved`;
    let done = run(here.uri("one.txt"));
    await stage.pickAt(box, "checked out here", "New Branch…");
    await stage.fillAt(box, "Name of the new branch", "half-typ");
    await escape(box);
    await done;

    done = run(here.uri("one.txt"));
    await stage.pickAt(box, "checked out here", "New Branch…");
    assert.equal((await here.look(box, "Name of the new branch")).value, "half-typ");
    await type(box, name);
    await here.look(box, "Select or enter the branch, tag or commit to create");
    await pick(box, here.branch, here.branch);
    await stage.fillAt(box, "Enter the new path of one.txt", "deep/half");
    await escape(box);
    await done;

    done = run(here.uri("one.txt"));
    assert.equal((await here.look(box, "previous choice")).rows[0], `${name}, new from ${here.branch}`);
    await enter(box);
    assert.equal((await here.look(box, "Enter the new path of one.txt")).value, "deep/half");
    await type(box, "free.txt");
    await stage.fillAt(box, "Enter the commit message", "Put it away");
    await escape(box);
    await done;

    done = run(here.uri("one.txt"));
    await stage.enterAt(box, "previous choice");
    await stage.enterAt(box, "Enter the new path of one.txt");
    assert.equal((await here.look(box, "Enter the commit message")).value, "Put it away");
    await enter(box);
    await done;
    await here.committed(name);
    await here.hosts({ "free.txt": "one\n", "one.txt": undefined }, name);
    await here.hosts({ "one.txt": "one\n" });
    assert.equal(here.draft("move", "one.txt"), undefined);
  });

  command("forgeline.submodule.update", "reports a project without submodules", async (run) => {
    await run();
    await stage.says(/This repository has no submodules in \.gitmodules/);
  });
});
