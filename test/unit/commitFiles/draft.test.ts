import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isBranchName } from "../../../src/git/branchName.ts";
import { type CommitDraft, Drafts, isWhole } from "../../../src/commitFiles/draft.ts";
import { pathProblem } from "../../../src/commitFiles/paths.ts";
import type { Memory } from "../../../src/memory.ts";

/** Keeps what a window's state would keep over a restart: JSON. */
class Kept implements Memory {
  readonly texts = new Map<string, string>();
  get(key: string): unknown {
    const text = this.texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.texts.delete(key);
    else this.texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

describe("the draft of a commit", () => {
  const scope = { instance: "https://git.example.com", project: "Demo/Work" };
  const draft: CommitDraft = {
    files: ["a", "b"],
    message: "one\n\ntwo",
    author: { name: "A", email: "a@example.com" },
    target: { branch: "new", start: { kind: "commit", ref: "1".repeat(40), label: "v1", project: 7 }, force: true },
  };

  it("outlives a restart, for its project alone, until it is forgotten", async () => {
    const kept = new Kept();
    await new Drafts(kept).keep(scope, draft);
    const later = new Drafts(kept);
    assert.deepEqual(later.read({ ...scope, project: "demo/work" }), draft);
    assert.equal(later.read({ ...scope, project: "demo/other" }), undefined);
    await later.forget(scope);
    assert.equal(new Drafts(kept).read(scope), undefined);
  });

  const odd: readonly [what: string, kept: unknown, read: CommitDraft | undefined][] = [
    ["nothing", "x", undefined],
    ["no files", { message: "m" }, undefined],
    ["files that are none", { files: ["a", 1], message: "m" }, { files: ["a"], message: "m" }],
    ["force without a start", { files: [], message: "", target: { branch: "b", force: true } }, { files: [], message: "", target: { branch: "b" } }],
    ["a start of no kind", { files: [], message: "", target: { branch: "b", start: { kind: "tag", ref: "x" } } }, { files: [], message: "", target: { branch: "b" } }],
  ];
  for (const [what, value, read] of odd) {
    it(`is read as far as it makes sense: ${what}`, () => assert.deepEqual(new Drafts({ get: () => value, update: () => Promise.resolve() }).read(scope), read));
  }

  it("is whole with files, a branch and a message", () => {
    assert.equal(isWhole(draft), true);
    for (const part of [{ files: [] }, { target: undefined }, { message: " \n" }]) assert.equal(isWhole({ ...draft, ...part }), false);
  });
});

describe("names that git takes", () => {
  const branches: readonly [name: string, good: boolean][] = [
    ["main", true], ["feature/é-1", true], ["a@b", true], ["", false], ["@", false], ["HEAD", false], ["-a", false], ["a b", false], ["a..b", false], ["a//b", false], ["/a", false], ["a/", false],
    [".a", false], ["a/.b", false], ["a.", false], ["a.lock", false], ["a.lock/b", false], ["a~1", false], ["a^", false], ["a:b", false], ["a?", false], ["a*", false], ["a[", false], ["a\\b", false], ["a@{1}", false], ["a\tb", false],
  ];
  for (const [name, good] of branches) it(`${JSON.stringify(name)} ${good ? "is" : "is not"} one of a branch`, () => assert.equal(isBranchName(name), good));

  const paths: readonly [path: string, problem: ReturnType<typeof pathProblem>][] = [
    ["a/b c.txt", undefined], ["..a", undefined], ["a..b/c", undefined], [".gitignore", undefined], ["", "empty"], ["  ", "empty"], ["a/../b", "traversal"], ["..", "traversal"],
    ["/a", "part"], ["a/", "part"], ["a//b", "part"], ["./a", "part"], ["a\nb", "part"], [".git/x", "git"], ["a/.GIT", "git"],
  ];
  for (const [path, problem] of paths) it(`${JSON.stringify(path)} ${problem === undefined ? "is a path" : `is no path: ${problem}`}`, () => assert.equal(pathProblem(path), problem));
});
