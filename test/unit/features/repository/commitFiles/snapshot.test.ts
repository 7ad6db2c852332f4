import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { plannedActions, unsupported } from "../../../../../src/features/repository/commitFiles/actions.ts";
import {
  openRepositoryGit,
  type RepositoryGit,
} from "../../../../../src/features/repository/commitFiles/repositoryGit.ts";
import { takeSnapshot } from "../../../../../src/features/repository/commitFiles/snapshot.ts";
import { findBase, gitAuthor, workingChanges } from "../../../../../src/features/repository/commitFiles/workingTree.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { GitFolder } from "../../../git/gitFolder.ts";
import { applied, type HostFile } from "./hostTree.ts";

describe("a snapshot of the working tree", () => {
  let at: GitFolder;
  let root = "";
  let repository: RepositoryGit;
  const git = (...args: string[]): string => at.git(...args);
  const write = (name: string, content: string | Buffer): void => at.write(name, content);
  const commit = (): string => at.commit();
  const treeOf = (commitish: string): Map<string, HostFile> => {
    const lines = git("ls-tree", "-r", "-z", commitish).split("\0");
    return new Map(
      lines.flatMap((line) => {
        const [, mode, sha = "", name = ""] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
        return mode === undefined ? [] : [[name, { bytes: at.blob(sha), executable: mode === "100755" }]];
      }),
    );
  };
  /** The tree that the actions of everything that is changed make out of the base. */
  const sent = async (base: string, paths?: readonly string[]): Promise<Map<string, HostFile>> => {
    const chosen = paths ?? (await workingChanges(repository)).map((change) => change.path);
    const snapshot = await takeSnapshot(repository, base, chosen);
    try {
      const bytes = new Map<string, Buffer>();
      for (const { after } of snapshot.changes) if (after) bytes.set(after.blob, await snapshot.content(after.blob));
      const found = snapshot.changes.map(unsupported).filter((why) => why !== undefined);
      assert.deepEqual(found, []);
      return applied(
        treeOf(base),
        plannedActions(snapshot.changes, (blob) => bytes.get(blob) ?? assert.fail(blob)).map(({ action }) => action),
      );
    } finally {
      await snapshot.dispose();
    }
  };
  const sorted = (tree: ReadonlyMap<string, HostFile>): unknown => [...tree].sort(([a], [b]) => (a < b ? -1 : 1));

  beforeEach(() => {
    at = new GitFolder('work "tree": one');
    ({ root } = at);
    at.init();
    repository = openRepositoryGit(root, gitOnPath);
  });

  it("and the base make, by actions, what git would commit, under names that may hold anything", async () => {
    const odd = 'new\nline "quoted"\ttab é';
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n") + "\n";
    const names = ["same", "run.sh", odd, ":(top)*.ts", "file", "folder/inside", "gone", "-dash"];
    for (const name of names) write(name, "one");
    write("deep/moved.txt", lines);
    write("staged.txt", lines.toUpperCase());
    write("picture.bin", Buffer.from([0, 1, 2, 255]));
    write(".gitattributes", "*.crlf text eol=crlf\n");
    write(".gitignore", "ignored\n");
    const base = commit();
    chmodSync(path.join(root, "run.sh"), 0o755);
    write(odd, "one\ntwo\n");
    write(":(top)*.ts", "globbed");
    renameSync(path.join(root, "deep/moved.txt"), path.join(root, "after wards.txt"));
    git("mv", "staged.txt", "staged too.txt");
    write("staged too.txt", `${lines.toUpperCase()}more\n`);
    unlinkSync(path.join(root, "file"));
    write("file/now a folder", "x");
    rmSync(path.join(root, "folder"), { recursive: true });
    write("folder", "now a file");
    unlinkSync(path.join(root, "gone"));
    write("-dash", "dd");
    write("picture.bin", Buffer.from([0, 1, 2, 254]));
    write("windows.crlf", "a\r\nb\r\n");
    write("new tool", "#!/bin/sh\n");
    chmodSync(path.join(root, "new tool"), 0o755);
    write("ignored", "not for anybody");
    const index = readFileSync(path.join(root, ".git/index"));

    const made = await sent(base);
    assert.ok(readFileSync(path.join(root, ".git/index")).equals(index), "the person's index is left alone");
    assert.deepEqual(sorted(made), sorted(treeOf(commit())));
    assert.equal(made.get("windows.crlf")?.bytes.toString(), "a\nb\n", "line ends as git keeps them");
  });

  it("finds a move that git was not told of, and nothing but what was chosen", async () => {
    write("before.txt", "one\ntwo\nthree\nfour\n");
    write("other.txt", "o");
    const base = commit();
    renameSync(path.join(root, "before.txt"), path.join(root, "after.txt"));
    write("other.txt", "not chosen");
    const objects = git("count-objects");
    const snapshot = await takeSnapshot(repository, base, ["before.txt", "after.txt"]);
    const found = snapshot.changes.map(({ status, path: to, oldPath }) => [status, oldPath, to]);
    assert.deepEqual(found, [["renamed", "before.txt", "after.txt"]]);
    assert.equal(git("count-objects"), objects, "nothing is written into the repository");
    const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("forgeline-snapshot-"));
    const before = left().length;
    await snapshot.dispose();
    assert.equal(left().length, before - 1);
    assert.deepEqual([...(await sent(base, ["other.txt"])).keys()].sort(), ["before.txt", "other.txt"]);
  });

  it("shows links and submodules for what they are", async () => {
    write("a", "a");
    const base = commit();
    symlinkSync("a", path.join(root, "link"));
    at.init("main", path.join(root, "nested"));
    at.gitIn(path.join(root, "nested"), "commit", "-qm", "x", "--allow-empty");
    const found = (await workingChanges(repository)).map((change) => [change.kind, change.path, change.submodule]);
    assert.deepEqual(found, [
      ["untracked", "link", undefined],
      ["untracked", "nested/", true],
    ]);
    const snapshot = await takeSnapshot(repository, base, ["link"]);
    assert.deepEqual(snapshot.changes.map(unsupported), ["link"]);
    await snapshot.dispose();
    git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},lib`);
    mkdirSync(path.join(root, "lib"));
    const [lib] = (await workingChanges(repository)).filter((change) => change.path === "lib");
    assert.equal(lib?.submodule, true);
  });

  it("starts where the host is: at HEAD, or below commits that nobody pushed, or from nothing", async () => {
    assert.equal(await findBase(repository, "origin"), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    write("first", "1");
    assert.deepEqual([...(await sent(await findBase(repository, "origin"))).keys()], ["first"]);
    const pushed = commit();
    assert.equal(await findBase(repository, "origin"), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    at.setRef("refs/remotes/origin/main", pushed);
    assert.equal(await findBase(repository, "origin"), pushed);
    write("second", "2");
    const own = commit();
    assert.equal(await findBase(repository, "origin"), pushed);
    assert.equal(await findBase(repository, undefined), own);
    write("second", "changed");
    const found = [...(await sent(pushed)).keys()].sort();
    assert.deepEqual(found, ["first", "second"], "new to the host, though not to the clone");
  });

  it("knows whom git takes for the author", async () => {
    at.configure('[user]\n\tname = "Ada  L"\n\temail = ada@example.com\n');
    assert.deepEqual(await gitAuthor(repository), { name: "Ada  L", email: "ada@example.com" });
  });
});
