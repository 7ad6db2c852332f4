import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { combineChanges } from "../../../src/core/comparisons/combine.ts";
import { readHostDiff } from "../../../src/core/comparisons/hostDiff.ts";
import { identityOf } from "../../../src/git/changeIdentity.ts";
import { openClone } from "../../../src/git/localClone.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";

describe("identities of changes", () => {
  let root = "";
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  const commit = (files: Readonly<Record<string, string | null>>): string => {
    for (const [name, text] of Object.entries(files))
      if (text === null) unlinkSync(path.join(root, name));
      else writeFileSync(path.join(root, name), text);
    git("add", "-A");
    git("commit", "-qm", "change");
    return git("rev-parse", "HEAD");
  };
  const identities = async (base: string, head: string): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(await openClone({ root, program: gitOnPath }).identities(base, head));
  const lines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
    Array.from({ length: count }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join("");

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "identity-")));
    git("init", "-q", "-b", "main");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("are those of the host's diffs, of any kind of change", async () => {
    const base = commit({ "a b.txt": lines(20), "old.txt": lines(9), "gone.txt": "gone\n", "kind.txt": "kind\n" });
    unlinkSync(path.join(root, "kind.txt"));
    symlinkSync("a b.txt", path.join(root, "kind.txt"));
    const head = commit({
      "a b.txt": lines(20, { 4: "diff --git a/x b/x", 17: "changed" }),
      "old.txt": null,
      "new.txt": lines(9),
      "gone.txt": null,
      "added.txt": "no end of line",
      "bytes.bin": "\0\u0001",
    });
    const modes = { a_mode: "100644", b_mode: "100644", too_large: false };
    const diffOf = (...names: string[]): string =>
      git("diff", "-M", base, head, "--", ...names).replace(/^[\s\S]*?^(?=@@|Binary)/m, "");
    const entries = [
      { ...modes, old_path: "a b.txt", new_path: "a b.txt", diff: diffOf("a b.txt") },
      { ...modes, old_path: "old.txt", new_path: "new.txt", diff: "", renamed_file: true },
      {
        ...modes,
        old_path: "gone.txt",
        new_path: "gone.txt",
        diff: diffOf("gone.txt"),
        deleted_file: true,
        b_mode: "0",
      },
      {
        ...modes,
        old_path: "added.txt",
        new_path: "added.txt",
        diff: diffOf("added.txt"),
        new_file: true,
        a_mode: "0",
      },
      {
        ...modes,
        old_path: "bytes.bin",
        new_path: "bytes.bin",
        diff: diffOf("bytes.bin"),
        new_file: true,
        a_mode: "0",
      },
    ];
    const onHost = Object.fromEntries(readHostDiff(entries).files.map((file) => [file.path, identityOf(file)]));
    const { "kind.txt": kind, ...here } = await identities(base, head);
    assert.match(kind ?? "", /^[0-9a-f]{24}$/);
    assert.deepEqual({ ...here, "bytes.bin": undefined }, onHost);
    assert.deepEqual(Object.keys(here).sort(), ["a b.txt", "added.txt", "gone.txt", "new.txt"]);
  });

  it("stay when the lines move in the file, and change with the lines", async () => {
    const base = commit({ "a.txt": lines(30) });
    const head = commit({ "a.txt": lines(30, { 20: "changed" }) });
    git("checkout", "-q", "-b", "moved", base);
    const movedBase = commit({ "a.txt": `first\n${lines(30)}` });
    const moved = commit({ "a.txt": `first\n${lines(30, { 20: "changed" })}` });
    const other = commit({ "a.txt": `first\n${lines(30, { 20: "changed again" })}` });
    assert.deepEqual(await identities(movedBase, moved), await identities(base, head));
    assert.notDeepEqual(await identities(movedBase, other), await identities(base, head));
  });

  it("are unknown where the host left a diff out", () => {
    const entry = { old_path: "a", new_path: "a", a_mode: "0", b_mode: "100644", new_file: true, diff: "" };
    const of = (more: object): unknown[] => readHostDiff([{ ...entry, ...more }]).files.map(identityOf);
    assert.deepEqual(of({}), [undefined]);
    assert.deepEqual(of({ too_large: true }), [undefined]);
    assert.match(String(of({ too_large: false })[0]), /^[0-9a-f]{24}$/);
  });

  it("of a file that several commits change are made of each of them", () => {
    const diff = (line: string) =>
      readHostDiff([
        { old_path: "a", new_path: "a", a_mode: "100644", b_mode: "100644", diff: `@@ -1 +1 @@\n-x\n+${line}\n` },
      ]).files;
    const of = (...texts: string[]) => combineChanges(texts.map(diff)).map(identityOf);
    assert.deepEqual(of("one", "two"), of("one", "two"));
    assert.notDeepEqual(of("one", "two"), of("one", "three"));
    assert.deepEqual(of("one"), diff("one").map(identityOf));
  });
});
