import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkingTree, type WorkingTree } from "../../../src/git/workingTree.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

describe("the working tree", () => {
  let repository: GitFolder;
  let root: string;
  let tree: WorkingTree;
  const git = (...args: string[]): string => repository.git(...args);
  const write = (name: string, text: string): void => repository.write(name, text);
  const read = (name: string): string => readFileSync(join(root, name), "utf8");
  const commit = (name: string, text: string, message: string): string => repository.commit({ [name]: text }, message);

  let begun: GitFolder | undefined;
  let first: string;

  beforeEach(() => {
    repository = new GitFolder("work tree");
    ({ root } = repository);
    if (begun === undefined) {
      begun = new GitFolder();
      begun.init();
      begun.configure("[user]\n\tname = T\n\temail = t@example.com\n");
      begun.commit({ a: "one\n" }, "Begin");
    }
    cpSync(begun.root, root, { recursive: true, preserveTimestamps: true });
    first = repository.head!;
    tree = openWorkingTree(root, gitOnPath);
  });
  /** Makes a bare repository beside the tree, a copy of it. */
  const bareCopy = (): string => {
    const bare = join(repository.folder, "bare repository");
    cpSync(join(root, ".git"), bare, { recursive: true });
    writeFileSync(join(bare, "config"), "[core]\n\tbare = true\n");
    return bare;
  };

  it("lists changed and new files, not ignored ones", async () => {
    assert.deepEqual(await tree.changed(), []);
    write("a", "two\n");
    write("b c", "new\n");
    write(".git/info/exclude", "ignored\n");
    write("ignored", "x");
    assert.deepEqual((await tree.changed()).sort(), ["a", "b c"]);
    assert.deepEqual(await tree.changed({ untracked: false }), ["a"]);
  });

  it("knows its branch, and the heads of branches", async () => {
    assert.equal(await tree.current(), "main");
    assert.equal(await tree.head("main"), first);
    assert.equal(await tree.head("nowhere"), undefined);
    writeFileSync(join(root, ".git/HEAD"), `${first}\n`);
    assert.equal(await tree.current(), undefined);
  });

  it("deletes a branch only at the expected commit, and not the checked-out one", async () => {
    repository.setRef("HEAD", "refs/heads/topic");
    const own = repository.store({ a: "own\n" }, "Own", [first]);
    await assert.rejects(tree.deleteBranch("topic", own), /topic/);
    repository.setRef("HEAD", "refs/heads/main");
    await assert.rejects(tree.deleteBranch("topic", first), /has moved/);
    assert.equal(await tree.head("topic"), own);
    await tree.deleteBranch("topic", own);
    assert.equal(await tree.head("topic"), undefined);
  });

  it("takes no name for an option", async () => {
    repository.setRef("refs/heads/topic", first);
    repository.configure(`[remote "origin"]\n\turl = ${root}\n`);
    write("a", "mine\n");
    const config = readFileSync(join(root, ".git/config"), "utf8");
    for (const call of [
      () => tree.checkOut("-f"),
      () => tree.checkOut("--detach"),
      () => tree.checkOut(""),
      () => tree.checkOutNew("-f", first, undefined),
      () => tree.checkOutNew("new", "--orphan", undefined),
      () => tree.follow("topic", "--unset", "refs/heads/topic"),
      () => tree.follow("topic", "origin", "--unset"),
      () => tree.addRemote("--add", "topic", undefined),
      () => tree.addRemote("origin", "--add", undefined),
      () => tree.addRemote("fork", "-f", root),
      () => tree.removeRemote("--help"),
      () => tree.fastForward("--abort"),
    ])
      await assert.rejects(call(), /^Error: Git has no branch, remote or commit named/);
    assert.equal(read("a"), "mine\n");
    assert.equal(await tree.current(), "main");
    assert.equal(readFileSync(join(root, ".git/config"), "utf8").replace(/\n\[branch "topic"\]\n.*\n/, "\n"), config);
  });

  it("switches and fast-forwards branches without losing changed files", async () => {
    const second = commit("a", "two\n", "Go on");
    await tree.checkOutNew("topic/a", first, undefined);
    assert.equal(await tree.current(), "topic/a");
    assert.equal(read("a"), "one\n");
    write("other", "mine\n");
    await tree.fastForward(second);
    assert.equal(await tree.head("topic/a"), second);
    assert.equal(read("other"), "mine\n");
    commit("a", "three\n", "Apart");
    write("a", "mine\n");
    await assert.rejects(tree.checkOut("main"), /overwritten|local changes/);
    assert.equal(read("a"), "mine\n");
    await tree.stash("Put aside");
    assert.deepEqual(await tree.changed(), []);
    await tree.checkOut("main");
    assert.equal(read("a"), "two\n");
    assert.match(git("stash", "list"), /Put aside/);
    assert.equal(git("show", "stash@{0}:a"), "mine");
  });

  it("refuses to fast-forward a branch with own commits, and knows whether a commit contains another", async () => {
    const theirs = repository.store({ a: "theirs\n" }, "Theirs");
    for (const [commit, contained, expected] of [
      [theirs, first, true],
      [first, first, true],
      [first, theirs, false],
    ] as const)
      assert.equal(await tree.contains(commit, contained), expected);
    repository.store({ a: "one\n" }, "Mine", [first]);
    await assert.rejects(tree.fastForward(theirs), /fast-forward/i);
  });

  it("adds branches to a remote, and tracks other refs", async () => {
    for (const branch of ["one", "two", "three"]) repository.setRef(`refs/heads/${branch}`, first);
    const bare = bareCopy();
    assert.equal(await tree.address("bob"), undefined);
    await tree.addRemote("bob", "one", bare);
    assert.equal(await tree.address("bob"), bare);
    await tree.addRemote("bob", "two", undefined);
    git("fetch", "--quiet", "bob");
    assert.equal(git("for-each-ref", "--format=%(refname:short)", "refs/remotes"), "bob/one\nbob/two");
    await tree.checkOutNew("merge-requests/1/x", "main", undefined);
    await tree.follow("merge-requests/1/x", "bob", "refs/merge-requests/1/head");
    const found = read(".git/config");
    assert.match(found, /\[branch "merge-requests\/1\/x"\]\n\tremote = bob\n\tmerge = refs\/merge-requests\/1\/head\n/);
    await tree.removeRemote("bob");
    assert.equal(await tree.address("bob"), undefined);
  });

  it("pushes and tracks a branch, never by force", async () => {
    const bare = bareCopy();
    rmSync(join(bare, "refs/heads/main"));
    repository.configure(`[remote "origin"]\n\turl = ${bare}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`);
    const tracked = (branch: string): string => read(`.git/refs/remotes/origin/${branch}`).trim();
    await tree.push("origin", "main", "main");
    assert.equal(tracked("main"), first);
    assert.match(read(".git/config"), /\[branch "main"\]\n\tremote = origin\n\tmerge = refs\/heads\/main\n/);
    const second = repository.store({ a: "two\n" }, "Second");
    await tree.push("origin", "main", "main");
    repository.setRef("refs/heads/here", second);
    await tree.push("origin", "here", "there/too");
    assert.equal(tracked("there/too"), second);
    repository.store({ a: "two\n" }, "Another second", [first]);
    await assert.rejects(tree.push("origin", "main", "main"), /rejected|failed to push/);
  });
});
