import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import * as vscode from "vscode";
import { cancel } from "./cancelling.ts";
import { command } from "./commandTest.ts";
import { setCommitting } from "./committing.ts";
import { until } from "./until.ts";
import { withoutExtras } from "./withoutExtras.ts";

const id = "forgeline.commitFiles";

describe("committing files through the API", () => {
  const here = setCommitting();
  const { stage } = here;
  const box = "Commit Files";

  command(id, "previews and commits chosen files, syncs the local branch", async (run) => {
    await here.write("one.txt", "changed\n");
    await here.write("tool.sh", "#!/bin/sh\n");
    await chmod(here.uri("tool.sh").fsPath, 0o755);
    await here.at.git("mv", "two.txt", "moved.txt");
    await here.write("mine.txt", "not chosen\n");
    const since = await here.last();
    const done = run();
    await here.fill(["one.txt", "tool.sh", "moved.txt"], "Change a few things");
    const { rows } = await here.look(box, "Review the changes, then commit or go back");
    assert.deepEqual(rows, [`Commit to ${here.branch}`, "Show Changes", "Author", "Discard Draft…"]);
    const words = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "";
    assert.match(words, new RegExp(`^Commit to ${here.branch}`), "the changes are shown");
    assert.deepEqual(await here.writes(since), [], "nothing is sent before the last word");
    assert.equal((here.draft() as { message: string }).message, "Change a few things");
    await stage.pick(box, "Commit to");
    await done;
    await here.committed();
    assert.deepEqual(await here.writes(since), ["POST commits"]);
    const commit = await here.tip();
    assert.equal(commit.title, "Change a few things");
    assert.deepEqual(commit.author_name, await here.at.git("config", "user.name"));
    assert.deepEqual(commit.author_email, await here.at.git("config", "user.email"));
    await here.hosts({ "one.txt": "changed\n", "two.txt": undefined, "moved.txt": "two\n", "mine.txt": undefined });
    const tool = await stage.client.repositoryFiles.head(stage.scope.project, "tool.sh", { ref: here.branch });
    assert.equal(tool.execute_filemode, true);
    assert.equal(here.draft(), undefined);

    await stage.press("Sync Local Branch");
    const isSo = () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.head === commit.id;
    await until("the local branch to be synced", isSo, stage.app.current.onDidChange);
    assert.equal(await here.at.git("status", "--porcelain"), "?? mine.txt");
  });

  command("forgeline.commitFiles.syncLocalBranch", "updates the checked-out branch later", async (run) => {
    const { sha } = await stage.control.commit({ "later.txt": "later\n" }, { branch: here.branch });
    await Promise.all([run(), stage.pick("Sync Local Branch", here.branch, here.branch)]);
    assert.equal(await here.at.git("rev-parse", "HEAD"), sha);
    assert.deepEqual(stage.notices, [`“${here.branch}” is up to date with the host.`]);
  });

  command(id, "keeps the draft on a conflict and commits to a new branch", async (run) => {
    await here.write("one.txt", "mine\n");
    let done = run();
    await here.fill(["one.txt"], "Mine");
    await here.look(box, "Review the changes, then commit or go back");
    const { sha } = await here.theirs({ "one.txt": "theirs\n" });
    await stage.pick(box, "Commit to");
    const refused = await here.look(box, "was changed on the host by commit");
    assert.match(refused.rows[0] ?? "", new RegExp(`one\\.txt was changed on the host by commit ${sha.slice(0, 8)}`));
    const found = refused.rows.slice(1, 4);
    assert.deepEqual(found, ["Show Version on the Host", "Commit to a New Branch…", `Commit to ${here.branch}`]);
    await here.hosts({ "one.txt": "theirs\n" });
    await stage.pick(box, "Show Version on the Host");
    await here.look(box, "was changed on the host by commit");
    const text = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "";
    assert.match(text, /^one\.txt \(before your changes ↔ on the host\)/);
    await stage.escape(box);
    await done;

    // Another window, later: all that is left is what the workspace keeps.
    done = run();
    const again = await here.look(box, "The commit cannot be created");
    assert.match(again.rows[0] ?? "", /was changed on the host by commit/);
    assert.ok(!again.rows.includes(`Commit to ${here.branch}`), "what is known to fail is not offered");
    await stage.pick(box, "Commit to a New Branch…");
    await stage.typeAt(box, "Name of the new branch", `${here.branch}-mine`);
    await stage.pickAt(box, "Select or enter the branch, tag or commit to create", "Base of Your Files");
    await stage.pickAt(box, "Review the changes, then commit or go back", "Commit to");
    await done;
    await here.committed(`${here.branch}-mine`);
    await here.hosts({ "one.txt": "mine\n" }, `${here.branch}-mine`);
    await here.hosts({ "one.txt": "theirs\n" });
    assert.equal((await here.tip(`${here.branch}-mine`)).message?.trim(), "Mine");
  });

  command(id, "warns of a protected branch and offers a new one", async (run) => {
    await here.guarded(async () => {
      await here.write("one.txt", "x\n");
      const done = run();
      await here.fill(["one.txt"], "To the guarded one");
      const warned = await here.look(box, "is a protected branch. Allowed to push: No one.");
      const offered = warned.rows.slice(1, 2);
      assert.deepEqual(offered, [`Commit to ${here.branch}`], "it is said before, and keeps nobody from trying");
      await stage.pick(box, `Commit to ${here.branch}`);
      const { rows } = await here.look(box, "You cannot push to the protected branch");
      assert.deepEqual(rows.slice(1, 2), ["Commit to a New Branch…"]);
      await stage.escape(box);
      await done;
      assert.equal((here.draft() as { message: string }).message, "To the guarded one");
    });
  });

  command(id, "asks before it discards a draft", async (run) => {
    await here.write("two.txt", "y\n");
    const done = run();
    await here.fill(["two.txt"], "Never sent");
    await stage.pick(box, "Discard Draft…");
    assert.match(await stage.answer("Cancel"), /Discard the draft of this commit\?.*Never sent/s);
    await stage.pickAt(box, "Discard Draft…", "Discard Draft…");
    await stage.answer("Discard");
    await done;
    assert.equal(here.draft(), undefined);
    await here.hosts({ "two.txt": "two\n" });
  });

  command(id, "overwrites a branch from its start by force, after asking", async (run) => {
    await here.write("two.txt", "forced\n");
    const name = `${here.branch}-forced`;
    await stage.control.commit({ "lost.txt": "lost" }, { branch: name, startBranch: here.branch });
    const done = run();
    await here.look(box, "Select files to commit");
    await stage.check(box, ["two.txt"]);
    await stage.pickAt(box, "Select the branch on the host to commit to", "New Branch…");
    await stage.typeAt(box, "Name of the new branch", name);
    await here.look(box, "Select or enter the branch, tag or commit to create");
    await stage.pick(box, here.branch, here.branch);
    await stage.typeAt(box, "Enter the commit message", "By force");
    await stage.pickAt(box, "Review the changes, then commit or go back", "Commit to");
    await stage.pickAt(box, "already exists on", "Overwrite");
    await stage.pickAt(box, "overwritten from", "Commit to");
    assert.match(await stage.dialog("Overwrite"), /Other commits on it are lost/);
    await done;
    assert.match(stage.messages.take().at(-1)?.text ?? "", /^Committed \w+ to “/);
    await here.hosts({ "lost.txt": undefined, "two.txt": "forced\n" }, name);
  });

  command(id, "sends 4 MB with progress, cancels, keeps the draft", async (run) => {
    const bytes = new Uint8Array(4 * 1024 * 1024).fill(255);
    await vscode.workspace.fs.writeFile(here.uri("large.bin"), bytes);
    const steps: string[] = [];
    await cancel(stage, () => run(), {
      title: new RegExp(`^Committing to “${here.branch}”…$`),
      uploads: true,
      fault: { method: "POST", path: "/repository/files/large", action: "hang" },
      answer: async () => {
        await here.look(box, "Select files to commit");
        await stage.check(box, ["large.bin"]);
        await here.pickBranch(here.branch);
        await stage.typeAt(box, "Enter the commit message", "Large");
        assert.equal((await here.look(box, "4 MB")).rows[0], `Commit to ${here.branch}`);
        await stage.pick(box, "Commit to");
      },
      onStep: (step) => steps.push(step),
      asksAgain: async () => {
        await here.look(box, "The commit may have been created anyway. Check the branch before you try again.");
        await stage.escape(box);
      },
    });
    assert.ok(
      steps.some((step) => / of 5(?:\.\d+)? MB sent|waiting for the host/.test(step)),
      steps.join("; "),
    );
    await here.hosts({ "large.bin": undefined });
    await stage.control.clearFaults();
    await Promise.all([run(), stage.enterAt(box, "Review the changes, then commit or go back")]);
    await here.committed();
    const file = await stage.client.repositoryFiles.head(stage.scope.project, "large.bin", { ref: here.branch });
    assert.equal(file.size, bytes.length);
  });

  command(id, "says that nothing is changed", async (run) => {
    await run();
    await stage.says(/There are no changes to commit/);
  });

  command("forgeline.commitThisFile", "commits a menu's file and shows its pipeline @oldest", async (run) => {
    await here.write("one.txt", "by itself\n");
    await here.write("two.txt", "not this one\n");
    const since = await here.last();
    const done = run(here.uri("one.txt"), [here.uri("one.txt")]);
    await here.pickBranch(here.branch);
    await stage.typeAt(box, "Enter the commit message", "Single File…");
    await stage.pickAt(box, "Review the changes, then commit or go back", "Commit to");
    await done;
    await here.committed();
    assert.deepEqual(await here.writes(since), ["PUT files/one.txt"]);
    await here.hosts({ "one.txt": "by itself\n", "two.txt": "two\n" });
    const { row } = await stage.pipeline({ ref: here.branch, sha: (await here.tip()).id, jobs: [{}] });
    await stage.press("Show Pipeline");
    const name = `Pipeline ${row.pipeline.id}, `;
    await stage.person({ action: "find", role: "treeitem", name, states: { selected: true } });
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  command("forgeline.commitThisFile", "says of an unchanged file that there is nothing to commit", async (run) => {
    await here.write("two.txt", "changed\n");
    await run(here.uri("one.txt"));
    await stage.says(/no changes to commit in one\.txt/);
  });

  describe("files and submodules changed on the host", () => {
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
      const { blob_id } = await stage.client.repositoryFiles.head(stage.scope.project, "libs/rain", {
        ref: here.branch,
      });
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
});

describe("committing files to a host that has the documented routes alone", () => {
  const here = setCommitting();
  const { stage } = here;
  withoutExtras();
  const box = "Commit Files";

  command(id, "commits to a new branch and fetches it", async (run) => {
    const name = `${here.branch}-mine`;
    await here.guarded(async () => {
      await here.write("one.txt", "mine\n");
      await here.write("new.txt", "new\n");
      const since = await here.last();
      const done = run();
      await here.fill(["one.txt", "new.txt"], "Without extras");
      await stage.pickAt(box, "Review the changes, then commit or go back", `Commit to ${here.branch}`);
      const { rows } = await here.look(box, `You cannot push to the protected branch “${here.branch}”`);
      assert.deepEqual(rows.slice(1, 2), ["Commit to a New Branch…"]);
      await stage.pick(box, "Commit to a New Branch…");
      await stage.typeAt(box, "Name of the new branch", name);
      await stage.pickAt(box, "Select or enter the branch, tag or commit to create", "Base of Your Files");
      await stage.pickAt(box, "Review the changes, then commit or go back", "Commit to");
      await done;
      await here.committed(name);
      assert.deepEqual(await here.writes(since), ["POST commits", "POST commits"]);
      await here.hosts({ "one.txt": "mine\n", "new.txt": "new\n" }, name);
      await here.hosts({ "one.txt": "one\n" });
      assert.equal((await here.tip(name)).title, "Without extras");
      assert.equal(here.draft(), undefined);
      await stage.press("Sync Local Branch");
      const isSo = () => stage.notices.some((text) => text.includes(`origin/${name}`));
      await until("the branch to be fetched", isSo, stage.onDidNotify.event);
      assert.equal(await here.at.git("rev-parse", `refs/remotes/origin/${name}`), (await here.tip(name)).id);
    });
  });

  command("forgeline.file.moveOnHost", "takes a branch that is typed, as the host lists none", async (run) => {
    const other = `${here.branch}-other`;
    await stage.control.commit({ "one.txt": "other\n" }, { branch: other, startBranch: here.branch });
    const done = run(here.uri("one.txt"));
    const form = "Move File on Host";
    await here.look(form, "checked out here");
    await stage.pick(form, `Use “${other}”`, other);
    await stage.typeAt(form, "Enter the new path of one.txt", "moved.txt");
    await stage.enterAt(form, "Enter the commit message");
    await done;
    await here.committed(other);
    await here.hosts({ "moved.txt": "other\n" }, other);
  });
});
