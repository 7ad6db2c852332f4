import assert from "node:assert/strict";
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import path from "node:path";
import { createBranch } from "../../../../../src/features/repository/commitFiles/newBranch.ts";
import {
  openRepositoryGit,
  type RepositoryGit,
} from "../../../../../src/features/repository/commitFiles/repositoryGit.ts";
import { syncBranch, type SyncResult } from "../../../../../src/features/repository/commitFiles/syncBranch.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { GitFolder } from "../../../git/gitFolder.ts";

const [a, b] = [{ "a.txt": "one\n" }, { "b.txt": "two\n" }];
const branch = "main";
let empty: GitFolder;
let host: GitFolder;
let here: GitFolder;
let repository: RepositoryGit;

const refOf = ({ root }: GitFolder, name: string): string =>
  readFileSync(path.join(root, ".git/refs", name), "utf8").trim();

describe("a clone and its host:", () => {
  before(() => {
    empty = new GitFolder();
    empty.init();
    empty.store({ ...a, ...b });
    empty.git("reset", "-q", "--hard");
  });
  beforeEach(() => {
    [host, here] = [new GitFolder(), new GitFolder()];
    for (const { root } of [host, here]) cpSync(empty.root, root, { recursive: true, preserveTimestamps: true });
    here.configure(
      `[remote "origin"]\n\turl = ${host.root}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n` +
        `[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`,
    );
    here.setRef("refs/remotes/origin/main", empty.head!);
    repository = openRepositoryGit(here.root, gitOnPath);
  });
  describe("syncBranch", () => {
    const file = (name: string): string => path.join(here.root, name);
    const read = (name: string): string => readFileSync(file(name), "utf8");
    const sync = (name = branch): Promise<SyncResult> => syncBranch(repository, "origin", name);
    const status = (): string => here.git("status", "--porcelain");

    it("takes what the working tree has already and what others pushed, and leaves every other change alone", async () => {
      const files = { ...a, "moved.txt": "two\n", "new.txt": { mode: "100755", content: "new\n" } };
      here.write("new.txt", "new\n");
      chmodSync(file("new.txt"), 0o755);
      renameSync(file("b.txt"), file("moved.txt"));
      const sent = host.store(files);
      here.write("a.txt", "not sent\n");
      here.write("untouched.txt", "mine\n");
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(here.head, sent);
      assert.deepEqual(await sync(), { kind: "upToDate", branch });
      host.store({ ...files, "theirs.txt": "theirs\n" });
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(status(), "M a.txt\n?? untouched.txt");
      assert.deepEqual([read("new.txt"), read("moved.txt"), read("theirs.txt")], ["new\n", "two\n", "theirs\n"]);
    });

    it("never writes over other changes: of the file itself, of a file that is new, or of the index", async () => {
      host.store({ "a.txt": "sent\n", "n.txt": "theirs\n" });
      here.write("a.txt", "typed after\n");
      here.write("b.txt", "kept\n");
      here.write("n.txt", "mine\n");
      assert.deepEqual(await sync(), { kind: "blocked", branch, paths: ["a.txt", "b.txt", "n.txt"] });
      const found = [here.head, read("a.txt"), read("b.txt"), read("n.txt")];
      assert.deepEqual(found, [empty.head, "typed after\n", "kept\n", "mine\n"]);
      here.write("a.txt", "only staged\n");
      here.git("add", "a.txt");
      here.write("a.txt", "sent\n");
      unlinkSync(file("b.txt"));
      here.write("n.txt", "theirs\n");
      assert.deepEqual(await sync(), { kind: "blocked", branch, paths: ["a.txt"] });
      assert.equal(here.git("show", ":a.txt"), "only staged");
      here.git("reset", "-q");
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(status(), "");
    });

    it("keeps the index when git finds something in the way after all", async () => {
      here.write("a.txt", "sent\n");
      host.store({ ...b, "a.txt": "sent\n", folder: "a file there" });
      here.write("folder/inside.txt", "a folder here");
      await assert.rejects(sync(), /folder/);
      const found = [here.head, read("folder/inside.txt"), here.git("diff", "--cached", "--name-only")];
      assert.deepEqual(found, [empty.head, "a folder here", ""]);
    });

    it("leaves a branch with commits of its own", async () => {
      const own = here.store({ ...a, "b.txt": "own\n" });
      host.store({ ...a, ...b, "theirs.txt": "t" });
      assert.deepEqual(await sync(), { kind: "diverged", branch });
      assert.equal(here.head, own);
    });

    it("moves a branch that is not checked out, and fetches one that is new on the host", async () => {
      here.setRef("refs/heads/other", empty.head!);
      here.setRef("HEAD", "refs/heads/other");
      here.write("a.txt", "elsewhere\n");
      const sent = host.store({ ...b, "a.txt": "elsewhere\n" });
      assert.deepEqual(await sync(), { kind: "forwarded", branch });
      assert.equal(refOf(here, "heads/main"), sent);
      assert.deepEqual([here.head, status()], [empty.head, "M a.txt"]);
      host.setRef("refs/heads/new", sent);
      assert.deepEqual(await sync("new"), { kind: "fetched" });
      assert.equal(refOf(here, "remotes/origin/new"), sent);
      await assert.rejects(sync("a:b"), /name that git does not take/);
    });
  });

  describe("a branch that is made on the host by git", () => {
    const create = (name: string, start = branch): Promise<void> =>
      createBranch(repository, "origin", { branch: name, start });

    it("begins where the host's branch is now, and leaves the clone's own branches alone", async () => {
      const sha = host.store({ "z.txt": "z" });
      await create("topic/new");
      assert.equal(refOf(host, "heads/topic/new"), sha);
      assert.deepEqual([readdirSync(path.join(here.root, ".git/refs/heads")), here.head], [["main"], empty.head]);
    });

    it("never moves one that is there already", async () => {
      host.setRef("refs/heads/behind", empty.head!);
      host.store({ "y.txt": "y" });
      await assert.rejects(create("behind"), /stale info/);
      assert.equal(refOf(host, "heads/behind"), empty.head);
    });

    it("takes only names that git takes", async () => {
      for (const [name, start] of [
        ["a:b", "main"],
        ["--delete", "main"],
        ["x", "a*"],
      ] as const)
        await assert.rejects(create(name, start), /name that git does not take/);
    });
  });
});
