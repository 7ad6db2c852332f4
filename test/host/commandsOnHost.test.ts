import assert from "node:assert/strict";
import { describe } from "mocha";
import { command } from "./commandTest.ts";
import { setCommitting } from "./committing.ts";

describe("files and submodules changed on the host", () => {
  const here = setCommitting();
  const { stage } = here;

  command(
    "forgeline.file.deleteOnHost",
    "deletes on the current branch after asking, and leaves the working tree alone",
    async (run) => {
      const box = "Delete File on Host";
      let done = run(here.uri("one.txt"));
      await here.current(box);
      assert.equal((await here.look(box, "Enter the commit message")).value, "Delete one.txt");
      await stage.person({ action: "key", box, key: "Enter" });
      const said = await stage.person({ action: "dialog", button: "Cancel" });
      await done;
      assert.match(said, new RegExp(`Delete one\\.txt on “${here.branch}” of `));
      assert.equal(await here.hosted("one.txt"), "one\n");
      stage.messages.take();

      const since = await here.last();
      done = run(here.uri("one.txt"));
      await here.current(box);
      await here.look(box, "Enter the commit message");
      await stage.person({ action: "type", box, text: "Take it away" });
      await stage.person({ action: "dialog", button: "Delete" });
      await done;
      assert.deepEqual(await here.writes(since), ["DELETE files/one.txt"]);
      assert.deepEqual([await here.hosted("one.txt"), (await here.tip()).title], [undefined, "Take it away"]);
      assert.equal(stage.messages.take().at(-1)?.level, "information");
      assert.equal(await here.at.git("status", "--porcelain"), "");
    },
  );

  command("forgeline.file.moveOnHost", "moves a file; a refusal says why and keeps what was typed", async (run) => {
    const box = "Move File on Host";
    await here.theirs({ "taken.txt": "theirs\n" });
    const done = run(here.uri("one.txt"));
    await here.current(box);
    await here.look(box, "Enter the new path of one.txt");
    await stage.person({ action: "fill", box, text: "a/../b.txt" });
    await here.look(box, "A path cannot contain “..”");
    await stage.person({ action: "type", box, text: "taken.txt" });
    assert.equal((await here.look(box, "Enter the commit message")).value, "Move one.txt to taken.txt");
    await stage.person({ action: "type", box, text: "Put it away" });
    await here.look(box, "taken.txt already exists on this branch with different content");
    await here.current(box);
    assert.equal(
      (await here.look(box, "already exists on this branch with different content. Enter the new path of one.txt"))
        .value,
      "taken.txt",
    );
    await stage.person({ action: "type", box, text: "deep/moved.txt" });
    assert.equal(
      (await here.look(box, "already exists on this branch with different content. Enter the commit message")).value,
      "Put it away",
    );
    await stage.person({ action: "key", box, key: "Enter" });
    await done;
    await here.committed();
    assert.deepEqual(
      [await here.hosted("one.txt"), await here.hosted("deep/moved.txt"), await here.hosted("taken.txt")],
      [undefined, "one\n", "theirs\n"],
    );
    assert.equal((await here.tip()).title, "Put it away");
  });

  command(
    "forgeline.submodule.update",
    "moves a submodule of .gitmodules to a commit, and says when it is there already",
    async (run) => {
      const box = "Update Submodule Reference";
      const [before, wanted] = ["a".repeat(40), "b".repeat(40)];
      await stage.control.addSubmodule("libs/rain", before, { branch: here.branch });
      await here.at.git("pull", "--quiet", "--ff-only", "origin", here.branch);
      const done = run();
      await here.look(box, `Select a commit for`);
      await stage.person({ action: "pick", box, type: "v1", row: "Use “v1”" });
      await here.look(box, "The submodule is not cloned. Enter a full commit SHA instead of");
      await stage.person({ action: "pick", box, type: before, row: "Use “" });
      await here.current(box);
      await here.look(box, "Enter the commit message for updating");
      await stage.person({ action: "type", box, text: "Rain again" });
      await here.look(box, "already");
      await stage.person({ action: "pick", box, type: wanted, row: "Use “" });
      await here.current(box);
      assert.equal((await here.look(box, "is already at")).value, "Rain again");
      await stage.person({ action: "key", box, key: "Enter" });
      await done;
      await here.committed();
      assert.equal((await here.tip()).title, "Rain again");
      const { blob_id } = await stage.client.repositoryFiles.head(stage.scope.project, "libs/rain", {
        ref: here.branch,
      });
      assert.equal(blob_id, wanted);
    },
  );

  command(
    "forgeline.file.deleteOnHost",
    "keeps what was typed when it is left or refused, over a restart, and looks before it sends once more",
    async (run) => {
      const box = "Delete File on Host";
      const message = "Enter the commit message";
      const ask = async (placeholder = "Select the branch on the host to commit to"): Promise<string> => {
        // A box that was left a moment ago may still fade, with the same rows.
        await here.look(box, placeholder);
        await here.current(box);
        return (await here.look(box, message)).value;
      };
      let done = run(here.uri("one.txt"));
      await ask();
      await stage.person({ action: "fill", box, text: "Take it" });
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run(here.uri("two.txt"));
      assert.equal(await ask(), "Delete two.txt", "each file has its own");
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      // Another window, later: all that is left is what the workspace keeps.
      done = run(here.uri("one.txt"));
      assert.equal(await ask(), "Take it");
      await stage.control.fault({
        method: "DELETE",
        path: "/repository/files/one",
        times: 1,
        status: 400,
        body: { message: "400 Bad request" },
      });
      await stage.person({ action: "type", box, text: "Take it away" });
      await stage.person({ action: "dialog", button: "Delete" });
      await here.look(box, "rejected");
      await stage.person({ action: "key", box, key: "Escape" });
      await done;
      stage.messages.take();

      done = run(here.uri("one.txt"));
      assert.equal(await ask(), "Take it away");
      const since = await here.last();
      await stage.control.fault({ method: "DELETE", path: "/repository/files/one", times: 1, action: "reset" });
      await stage.person({ action: "key", box, key: "Enter" });
      await stage.person({ action: "dialog", button: "Delete" });
      const refused = "The commit may have been created anyway. Check the branch before you try again.";
      await here.look(box, refused);
      assert.deepEqual(await here.writes(since), ["DELETE files/one.txt"], "not sent again without being told to");
      assert.equal(await here.hosted("one.txt"), "one\n");
      assert.equal(await ask(refused), "Take it away");
      await stage.person({ action: "key", box, key: "Enter" });
      await stage.person({ action: "dialog", button: "Delete" });
      await done;
      assert.deepEqual([await here.hosted("one.txt"), (await here.tip()).title], [undefined, "Take it away"]);
      assert.equal(stage.messages.take().at(-1)?.level, "information");
      assert.deepEqual(
        ["one.txt", "two.txt"].filter((path) => here.draft("delete", path) !== undefined),
        ["two.txt"],
        "what is done is forgotten",
      );
    },
  );

  command(
    "forgeline.file.moveOnHost",
    "keeps the path, the new branch and the message when it is left or refused, over a restart",
    async (run) => {
      const box = "Move File on Host";
      const name = `${here.branch}-moved`;
      await here.theirs({ "taken.txt": "theirs\n" });
      let done = run(here.uri("one.txt"));
      await here.look(box, "checked out here");
      await stage.person({ action: "pick", box, row: "New Branch…" });
      await here.look(box, "Name of the new branch");
      await stage.person({ action: "fill", box, text: "half-typ" });
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run(here.uri("one.txt"));
      await here.look(box, "checked out here");
      await stage.person({ action: "pick", box, row: "New Branch…" });
      assert.equal((await here.look(box, "Name of the new branch")).value, "half-typ");
      await stage.person({ action: "type", box, text: name });
      await here.look(box, "Select or enter the branch, tag or commit to create");
      await stage.person({ action: "pick", box, type: here.branch, row: here.branch });
      await here.look(box, "Enter the new path of one.txt");
      await stage.person({ action: "fill", box, text: "deep/half" });
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run(here.uri("one.txt"));
      assert.equal((await here.look(box, "previous choice")).rows[0], `${name}, new from ${here.branch}`);
      await stage.person({ action: "key", box, key: "Enter" });
      assert.equal((await here.look(box, "Enter the new path of one.txt")).value, "deep/half");
      await stage.person({ action: "type", box, text: "taken.txt" });
      assert.equal((await here.look(box, "Enter the commit message")).value, "Move one.txt to taken.txt");
      await stage.person({ action: "type", box, text: "Put it away" });
      await here.look(box, "taken.txt already exists on this branch with different content");
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run(here.uri("one.txt"));
      await here.look(box, "Select the branch on the host to commit to");
      await here.look(box, "previous choice");
      await stage.person({ action: "key", box, key: "Enter" });
      assert.equal((await here.look(box, "Enter the new path of one.txt")).value, "taken.txt");
      await stage.person({ action: "type", box, text: "free.txt" });
      assert.equal((await here.look(box, "Enter the commit message")).value, "Put it away");
      await stage.person({ action: "key", box, key: "Enter" });
      await done;
      await here.committed(name);
      assert.deepEqual(
        [await here.hosted("free.txt", name), await here.hosted("one.txt", name), await here.hosted("one.txt")],
        ["one\n", undefined, "one\n"],
      );
      assert.equal(here.draft("move", "one.txt"), undefined);
    },
  );

  command(
    "forgeline.file.moveOnHost",
    "never makes a commit twice whose answer got lost: it is found on the branch",
    async (run) => {
      const box = "Move File on Host";
      const since = await here.last();
      await stage.control.fault({ method: "POST", path: "/repository/commits$", action: "truncate", times: 1 });
      await stage.control.fault({ method: "GET", path: `/repository/commits\\?.*${here.branch}`, status: 500 });
      const done = run(here.uri("one.txt"));
      await here.current(box);
      await here.look(box, "Enter the new path of one.txt");
      await stage.person({ action: "type", box, text: "moved.txt" });
      await here.look(box, "Enter the commit message");
      await stage.person({ action: "type", box, text: "Away with it" });
      await here.look(box, "The commit may have been created anyway. Check the branch before you try again.");
      await stage.control.clearFaults();
      const { id } = await here.tip();
      await here.current(box);
      assert.equal((await here.look(box, "Enter the new path of one.txt")).value, "moved.txt");
      await stage.person({ action: "key", box, key: "Enter" });
      assert.equal((await here.look(box, "Enter the commit message")).value, "Away with it");
      await stage.person({ action: "key", box, key: "Enter" });
      await done;
      await here.committed();
      assert.deepEqual([await here.writes(since), (await here.tip()).id], [["POST commits"], id]);
    },
  );

  command(
    "forgeline.submodule.update",
    "keeps what was typed over a restart, and does not move a submodule twice when the answer got lost",
    async (run) => {
      const box = "Update Submodule Reference";
      const wanted = "c".repeat(40);
      await stage.control.addSubmodule("libs/rain", "a".repeat(40), { branch: here.branch });
      await here.at.git("pull", "--quiet", "--ff-only", "origin", here.branch);
      let done = run();
      await here.look(box, "currently");
      await stage.person({ action: "fill", box, text: wanted });
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run();
      const { value } = await here.look(box, "Use “");
      assert.equal(value, wanted);
      await stage.person({ action: "key", box, key: "Enter" });
      await here.current(box);
      await here.look(box, "Enter the commit message for updating");
      await stage.person({ action: "fill", box, text: "Rain" });
      await stage.person({ action: "key", box, key: "Escape" });
      await done;

      done = run();
      assert.deepEqual((await here.look(box, "previous choice")).rows, [wanted]);
      await stage.person({ action: "key", box, key: "Enter" });
      await here.current(box);
      assert.equal((await here.look(box, "Enter the commit message for updating")).value, "Rain");
      const since = await here.last();
      await stage.control.fault({ method: "PUT", path: "/repository/submodules/", action: "truncate", times: 1 });
      await stage.control.fault({ method: "HEAD", path: "/repository/files/libs%2Frain", status: 500 });
      await stage.person({ action: "type", box, text: "Rain, too" });
      await here.look(box, "The commit may have been created anyway. Check the branch before you try again.");
      await stage.control.clearFaults();
      await here.look(box, "previous choice");
      await stage.person({ action: "key", box, key: "Enter" });
      await here.current(box);
      assert.equal((await here.look(box, "Enter the commit message")).value, "Rain, too");
      await stage.person({ action: "key", box, key: "Enter" });
      await done;
      await here.committed();
      assert.deepEqual(await here.writes(since), ["PUT submodules/libs%2Frain"]);
      assert.equal((await here.tip()).title, "Rain, too");
      assert.equal(here.draft("submodule"), undefined);
    },
  );

  command("forgeline.submodule.update", "says that there are no submodules", async (run) => {
    await run();
    assert.match((await stage.message()).text, /This repository has no submodules in \.gitmodules/);
  });
});
