import assert from "node:assert/strict";
import { chmodSync, existsSync, symlinkSync, unlinkSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import { openClone } from "../../../src/git/localClone.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const elsewhere = "1".repeat(40);

describe("openClone", () => {
  let repository: GitFolder;
  let folder = "";
  let root = "";
  const gitIn = (cwd: string, ...args: string[]): string => repository.gitIn(cwd, ...args);
  const git = (...args: string[]): string => repository.git(...args);
  const write = (name: string, content: string | Buffer): void => repository.write(name, content);
  const commit = (message = "change"): string => repository.commit({}, message);
  const clone = (remote?: string, at = root) =>
    openClone({ root: at, program: gitOnPath, ...(remote !== undefined && { remote }) });

  beforeEach(() => {
    repository = new GitFolder("work tree");
    ({ folder, root } = repository);
    repository.init();
  });

  it("reads titles of known commits without running the repository's programs", async () => {
    write("a", "1");
    const one = commit("Fix: the ünïcode\n\nWith a body");
    write("a", "2");
    const two = commit("Second");
    const marker = path.join(folder, "ran");
    git("config", "log.showSignature", "true");
    git("config", "gpg.program", `touch "${marker}"; true`);
    const titles = await clone().titles([two, elsewhere, one, "--all", "main"]);
    assert.deepEqual(Object.fromEntries(titles), { [one]: "Fix: the ünïcode", [two]: "Second" });
    assert.deepEqual([...(await clone().titles([elsewhere]))], []);
    assert.deepEqual([...(await clone().titles([]))], []);
    assert.equal(existsSync(marker), false);
  });

  it("lists the commits of a branch, newest first", async () => {
    write("a", "1");
    const base = commit();
    write("a", "2");
    const message = "Fix: the ünïcode\n\nWith a body\n\ncommit 1234\nand more";
    const one = commit(message);
    write("a", "3");
    const two = commit("Second");
    const second = { id: two, parent_ids: [one], title: "Second", message: "Second" };
    const first = { id: one, parent_ids: [base], title: "Fix: the ünïcode", message };
    assert.deepEqual(await clone().commits(base, two, 10), [second, first]);
    assert.deepEqual(await clone().commits(base, two, 1), [second]);
    assert.deepEqual(await clone().commits(two, base, 10), []);
    await assert.rejects(clone().commits("--all", two, 10));
  });

  it("sends no request for commits that a partial clone lacks", async () => {
    write("a", "1");
    const here = commit("Here");
    const marker = path.join(folder, "asked");
    git("remote", "add", "origin", `ext::touch ${marker}`);
    git("config", "protocol.ext.allow", "always");
    git("config", "remote.origin.promisor", "true");
    git("config", "core.repositoryFormatVersion", "1");
    git("config", "extensions.partialClone", "origin");
    assert.deepEqual([...(await clone().titles([here, elsewhere]))], [[here, "Here"]]);
    assert.equal(existsSync(marker), false);
  });

  it("lists every kind of change under any names", async () => {
    const odd = 'new\nline "quoted"\ttab é ∕';
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n") + "\n";
    write("same.txt", "same\n");
    write("run.sh", "echo\n");
    write(odd, "one\n");
    write(":(top)glob[a]*.ts", "gone\n");
    write("deep/before.txt", lines);
    write("picture.bin", Buffer.from([0, 1, 2, 0]));
    symlinkSync("same.txt", path.join(root, "link"));
    git("add", ".");
    git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},lib`);
    git("commit", "-qm", "one");
    const base = git("rev-parse", "HEAD");

    chmodSync(path.join(root, "run.sh"), 0o755);
    write(odd, "one\ntwo\n");
    unlinkSync(path.join(root, ":(top)glob[a]*.ts"));
    git("mv", "deep/before.txt", "deep/after wards.txt");
    write("deep/after wards.txt", lines + "more\n");
    write("picture.bin", Buffer.from([0, 1, 2, 3]));
    unlinkSync(path.join(root, "link"));
    write("link", "real\n");
    write("-added", "new\n");
    git("add", ".");
    git("update-index", "--add", "--cacheinfo", `160000,${"b".repeat(40)},lib`);
    git("commit", "-qm", "two");
    const head = git("rev-parse", "HEAD");

    const change = (status: string, name: string, modes: string, lines: readonly number[], more: object = {}) => {
      const [oldMode = "", newMode = ""] = modes.split(" ");
      return {
        ...{ status, path: name, oldPath: name },
        ...(oldMode !== "" && { oldMode }),
        ...(newMode !== "" && { newMode }),
        ...(lines.length > 0 && { additions: lines[0], deletions: lines[1] }),
        ...more,
      };
    };
    const submodule = { submodule: true, oldSubmodule: "a".repeat(40), newSubmodule: "b".repeat(40) };
    assert.deepEqual(await clone().changes(base, head), [
      change("added", "-added", " 100644", [1, 0]),
      change("deleted", ":(top)glob[a]*.ts", "100644 ", [0, 1]),
      change("renamed", "deep/after wards.txt", "100644 100644", [1, 0], { oldPath: "deep/before.txt" }),
      change("modified", "lib", "160000 160000", [1, 1], submodule),
      change("typeChanged", "link", "120000 100644", [1, 1]),
      change("modified", odd, "100644 100644", [1, 0]),
      change("modified", "picture.bin", "100644 100644", [], { binary: true }),
      change("modified", "run.sh", "100644 100755", [0, 0]),
    ]);
    assert.deepEqual(
      (await clone().changes(EMPTY_TREE, base)).map(({ status }) => status),
      Array.from({ length: 8 }, () => "added"),
    );
  });

  it("ignores diff programs of the repository", async () => {
    write("a.txt", "one\n");
    write(".gitattributes", "*.txt diff=evil\n");
    const base = commit();
    write("a.txt", "two\n");
    const head = commit();
    const trace = path.join(folder, "ran");
    git("config", "diff.evil.command", `touch '${trace}'`);
    git("config", "diff.evil.textconv", `touch '${trace}'; cat`);
    git("config", "diff.external", `touch '${trace}'`);
    assert.equal((await clone().changes(base, head)).length, 1);
    assert.equal(existsSync(trace), false);
  });

  it("reads files as stored, by any name", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    write("all.bin", bytes);
    write(":(top)glob[a]*.ts", "magic");
    write("-n", "dash");
    write("empty", "");
    write("dir/in", "x");
    write("crlf.txt", "a\r\nb\r\n");
    symlinkSync("all.bin", path.join(root, "link"));
    const sha = commit();
    const text = async (name: string) => (await clone().file(sha, name))?.toString();
    assert.deepEqual(await clone().file(sha, "all.bin"), bytes);
    const known = { mode: "100644", type: "blob", sha: git("rev-parse", `${sha}:all.bin`), size: 256 };
    assert.deepEqual(await clone().entry(sha, "all.bin"), known);
    for (const [name, content] of [
      [":(top)glob[a]*.ts", "magic"],
      ["-n", "dash"],
      ["empty", ""],
      ["crlf.txt", "a\r\nb\r\n"],
      // A link is where it leads to, and a name is no pattern.
      ["link", "all.bin"],
      ["dir", undefined],
      ["*.bin", undefined],
      ["missing", undefined],
    ] as const)
      assert.equal(await text(name), content, name);
    assert.equal((await clone().entry(sha, "dir"))?.type, "tree");
    assert.equal(await clone().file(elsewhere, "all.bin"), undefined);
  });

  it("resolves refs, and knows commits with their parents and merge bases", async () => {
    write("a", "1");
    const first = commit();
    git("checkout", "-qb", "topic/x");
    write("b", "2");
    const side = commit();
    git("checkout", "-q", "main");
    write("c", "3");
    const main = commit();
    git("merge", "-q", "--no-edit", "topic/x");
    const merge = git("rev-parse", "HEAD");
    git("tag", "-am", "release", "v1", side);
    git("update-ref", "refs/remotes/origin/only-there", first);
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/only-there");
    const opened = clone("origin");
    for (const [ref, sha] of [
      ["HEAD", merge],
      ["refs/remotes/origin/HEAD", first],
      ["topic/x", side],
      ["v1", side],
      ["only-there", first],
      [first.slice(0, 10), first],
      ...["@{upstream}", "nothing", "--all", ""].map((none) => [none, undefined] as const),
    ] as const)
      assert.equal(await opened.resolve(ref), sha, ref);
    for (const sha of [first, merge]) assert.equal(await opened.has(sha), true);
    // A tree is no commit.
    for (const other of [elsewhere, "main", "--help", git("rev-parse", `${first}^{tree}`)])
      assert.equal(await opened.has(other), false, other);
    assert.deepEqual(await opened.parents(merge), [main, side]);
    assert.deepEqual(await opened.parents(first), []);
    assert.equal(await opened.parents(elsewhere), undefined);
    assert.equal(await opened.mergeBase(main, side), first);
    assert.equal(await opened.mergeBase(main, elsewhere), undefined);
  });

  it("fetches whole refs with progress, and moves no branch", async () => {
    write("a", "1");
    commit();
    const server = path.join(folder, "server.git");
    gitIn(folder, "clone", "-q", "--bare", root, server);
    const ours = path.join(folder, "ours");
    gitIn(folder, "clone", "-q", server, ours);
    write("b", "2");
    const head = commit();
    git("push", "-q", server, "HEAD:refs/merge-requests/7/head");
    const refs = gitIn(ours, "for-each-ref");
    const opened = clone("origin", ours);
    assert.equal(await opened.has(head), false);
    const stages = new Set<string>();
    await opened.fetch(["refs/merge-requests/7/head"], {
      onProgress: (stage, percent) => stages.add(`${stage} ${percent > 0}`),
    });
    assert.ok(
      [...stages].some((stage) => /^[A-Z][a-z]+ [a-z]+ true$/.test(stage)),
      [...stages].join(),
    );
    assert.equal(await opened.has(head), true);
    assert.equal(gitIn(ours, "for-each-ref"), refs);
    await assert.rejects(opened.fetch(["refs/merge-requests/8/head"]), /couldn't find remote ref/);
    await assert.rejects(clone(undefined, ours).fetch(["refs/heads/main"]), /No remote/);
    const refused = "x:refs/heads/main|*|a..b|-x y".split("|").map((name) => `refs/heads/${name}`);
    for (const ref of [...refused, "main", "--upload-pack=touch x"])
      await assert.rejects(opened.fetch([ref]), /Only whole names/, ref);
  });

  it("fetches whatever editor the environment names", async () => {
    const server = path.join(folder, "server.git");
    write("a", "1");
    commit();
    gitIn(folder, "clone", "-q", "--bare", root, server);
    git("remote", "add", "origin", server);
    const names = { EDITOR: "vi", PAGER: "less", GIT_ASKPASS: "/bin/true", GIT_SSH_COMMAND: "ssh -x" };
    const kept = Object.keys(names).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, names);
    try {
      await clone("origin").fetch(["refs/heads/main"]);
    } finally {
      for (const [name, value] of kept)
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
    }
  });

  it("stops on cancel with an AbortError", async () => {
    write("a", "1");
    const sha = commit();
    const aborted = AbortSignal.abort();
    const opened = clone();
    for (const work of [opened.has(sha, aborted), opened.file(sha, "a", aborted), opened.changes(sha, sha, aborted)])
      await assert.rejects(work, { name: "AbortError" });
  });

  it("throws for a comparison with an unknown commit", async () => {
    write("a", "1");
    await assert.rejects(clone().changes(elsewhere, commit()), /bad object|fatal/);
  });
});
