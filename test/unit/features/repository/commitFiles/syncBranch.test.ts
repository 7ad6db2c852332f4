import assert from "node:assert/strict";
import { readFileSync, renameSync, unlinkSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { createBranch } from "../../../../../src/features/repository/commitFiles/newBranch.ts";
import { sendCommit } from "../../../../../src/features/repository/commitFiles/send.ts";
import { syncBranch, type SyncResult } from "../../../../../src/features/repository/commitFiles/syncBranch.ts";
import { type OnHost, onHost, project } from "./onHost.ts";

describe("the clone after a commit,", () => {
  let here: OnHost;
  const branches = Array.from({ length: 6 }, (_, at) => `work-${at}`);
  before(async () => {
    here = await onHost();
    await here.git("push", "-q", "origin", ...branches.map((one) => `refs/remotes/origin/main:refs/heads/${one}`));
  });
  after(() => here.close());

  describe("syncing the local branch", () => {
    let branch = "";
    const file = (name: string): string => path.join(here.repository.root, name);
    const read = (name: string): string => readFileSync(file(name), "utf8");
    const sync = (): Promise<SyncResult> => syncBranch(here.repository, "origin", branch);
    const status = (): Promise<string> => here.git("status", "--porcelain");
    /** Makes a commit of the working tree on the host. */
    const sent = async (): Promise<string | undefined> => {
      const actions = (await here.planned()).map(({ action }) => action);
      return (await sendCommit(here.client, project, { target: { branch }, message: "m", actions }, {})).sha;
    };
    beforeEach(async () => {
      const next = branches.shift();
      if (next === undefined) throw new Error("More tests than branches");
      branch = next;
      await here.git("checkout", "-q", "-b", branch, `origin/${branch}`);
    });
    afterEach(async () => {
      await here.git("checkout", "-q", "--force", "main");
      await here.git("clean", "-qffd");
    });

    it("takes what the working tree has already and what others pushed, and leaves every other change alone", async () => {
      here.write("new.txt", "new\n", 0o755);
      renameSync(file("b.txt"), file("moved.txt"));
      const sha = await sent();
      here.write("a.txt", "not sent\n");
      here.write("untouched.txt", "mine\n");
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(await here.git("rev-parse", "HEAD"), sha);
      assert.deepEqual(await sync(), { kind: "upToDate", branch });
      await here.at.service.control.commit({ "theirs.txt": "theirs\n" }, { project, branch });
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(await status(), "M a.txt\n?? untouched.txt");
      assert.deepEqual([read("new.txt"), read("moved.txt"), read("theirs.txt")], ["new\n", "two\n", "theirs\n"]);
    });

    it("never writes over other changes: of the file itself, of a file that is new, or of the index", async () => {
      here.write("a.txt", "sent\n");
      await sent();
      await here.at.service.control.commit({ "n.txt": "theirs\n", "b.txt": null }, { project, branch });
      const head = await here.git("rev-parse", "HEAD");
      here.write("a.txt", "typed after\n");
      here.write("b.txt", "kept\n");
      here.write("n.txt", "mine\n");
      assert.deepEqual(await sync(), { kind: "blocked", branch, paths: ["a.txt", "b.txt", "n.txt"] });
      assert.deepEqual(
        [await here.git("rev-parse", "HEAD"), read("a.txt"), read("b.txt"), read("n.txt")],
        [head, "typed after\n", "kept\n", "mine\n"],
      );
      here.write("a.txt", "only staged\n");
      await here.git("add", "a.txt");
      here.write("a.txt", "sent\n");
      unlinkSync(file("b.txt"));
      here.write("n.txt", "theirs\n");
      assert.deepEqual(await sync(), { kind: "blocked", branch, paths: ["a.txt"] });
      assert.equal(await here.git("show", ":a.txt"), "only staged");
      await here.git("reset", "-q");
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(await status(), "");
    });

    it("keeps the index when git finds something in the way after all", async () => {
      here.write("a.txt", "sent\n");
      await sent();
      await here.at.service.control.commit({ folder: "a file there" }, { project, branch });
      here.write("folder/inside.txt", "a folder here");
      const head = await here.git("rev-parse", "HEAD");
      await assert.rejects(sync(), /folder/);
      assert.equal(await here.git("rev-parse", "HEAD"), head);
      assert.deepEqual(
        [read("folder/inside.txt"), await here.git("diff", "--cached", "--name-only")],
        ["a folder here", ""],
      );
    });

    it("leaves a branch with commits of its own", async () => {
      here.write("b.txt", "own\n");
      await here.git("commit", "-qam", "own");
      const own = await here.git("rev-parse", "HEAD");
      await here.at.service.control.commit({ "theirs.txt": "t" }, { project, branch });
      assert.deepEqual(await sync(), { kind: "diverged", branch });
      assert.equal(await here.git("rev-parse", "HEAD"), own);
    });

    it("moves a branch that is not checked out, and makes one that is new on the host known", async () => {
      await here.git("checkout", "-q", "main");
      here.write("a.txt", "elsewhere\n");
      const sha = await sent();
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(await here.git("rev-parse", branch), sha);
      assert.equal(await status(), "M a.txt");
      const { sha: made } = await sendCommit(
        here.client,
        project,
        {
          target: { branch: `${branch}-new`, start: { kind: "branch", ref: branch } },
          message: "m",
          actions: [{ action: "delete", file_path: "b.txt" }],
        },
        {},
      );
      assert.deepEqual(await syncBranch(here.repository, "origin", `${branch}-new`), { kind: "fetched" });
      assert.equal(await here.git("rev-parse", `origin/${branch}-new`), made);
    });
  });

  describe("a branch that is made on the host by git", () => {
    const tip = async (branch: string): Promise<string> => (await here.client.commits.get(project, branch)).id;

    it("begins where the host's branch stands now, and leaves the clone's own branches alone", async () => {
      const { sha } = await here.at.service.control.commit({ "z.txt": "z" }, { project, branch: "main" });
      const locals = await here.git("for-each-ref", "refs/heads");
      await createBranch(here.repository, "origin", { branch: "topic/new", start: "main" });
      assert.equal(await tip("topic/new"), sha);
      assert.equal(await here.git("for-each-ref", "refs/heads"), locals);
    });

    it("never moves one that is there already, be it behind or elsewhere", async () => {
      await createBranch(here.repository, "origin", { branch: "behind", start: "main" });
      const before = await tip("behind");
      await here.at.service.control.commit({ "y.txt": "y" }, { project, branch: "main" });
      await assert.rejects(createBranch(here.repository, "origin", { branch: "behind", start: "main" }), /stale info/);
      assert.equal(await tip("behind"), before);
    });

    it("takes only names that git takes", async () => {
      for (const [branch, start] of [
        ["a:b", "main"],
        ["--delete", "main"],
        ["x", "a*"],
      ] as const)
        await assert.rejects(createBranch(here.repository, "origin", { branch, start }), /name that git does not take/);
    });
  });
});
