import assert from "node:assert/strict";
import {
  type CommitDraft,
  commitDrafts,
  deleteDrafts,
  isComplete,
  projectKey,
  submoduleDrafts,
} from "../../../../../src/features/repository/commitFiles/drafts.ts";
import { pathProblem } from "../../../../../src/features/repository/commitFiles/paths.ts";
import { isSame } from "../../../../../src/features/repository/commitFiles/sent.ts";
import { isBranchName } from "../../../../../src/git/branchName.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";

describe("the draft of a commit", () => {
  const scope = { instance: "https://git.example.com", project: "Demo/Work" };
  const draft: CommitDraft = {
    files: ["a", "b"],
    message: "one\n\ntwo",
    author: { name: "A", email: "a@example.com" },
    target: { branch: "new", start: { kind: "commit", ref: "1".repeat(40), label: "v1", project: 7 }, force: true },
  };

  it("is kept for its project alone, in any case of its name, until it is dropped", async () => {
    const drafts = new InMemoryDrafts();
    await drafts.keep(commitDrafts, projectKey(scope), draft);
    assert.deepEqual(drafts.get(commitDrafts, projectKey({ ...scope, project: "demo/work" })), draft);
    assert.equal(drafts.get(commitDrafts, projectKey({ ...scope, project: "demo/other" })), undefined);
    await drafts.keep(commitDrafts, projectKey(scope), undefined);
    assert.equal(drafts.get(commitDrafts, projectKey(scope)), undefined);
  });

  it("is read as far as it makes sense", () => {
    const whole: CommitDraft = {
      ...draft,
      newBranch: "half",
      sent: { branch: "new", message: "one", files: ["a"], tip: "2".repeat(40), before: "3".repeat(40) },
    };
    const empty = { files: [], message: "" };
    const onBranch = { ...empty, target: { branch: "b" } };
    for (const [kept, read] of [
      [whole, whole],
      ["x", undefined],
      [{ message: "m" }, undefined],
      [
        { files: ["a", 1], message: "" },
        { ...empty, files: ["a"] },
      ],
      [{ ...empty, target: { branch: "b", force: true } }, onBranch],
      [{ ...empty, target: { branch: "b", start: { kind: "tag", ref: "x" } } }, onBranch],
    ])
      assert.deepEqual(commitDrafts.parse(kept), read);
  });

  it("is whole with files, a branch and a message", () => {
    assert.equal(isComplete(draft), true);
    for (const part of [{ files: [] }, { target: undefined }, { message: " \n" }])
      assert.equal(isComplete({ ...draft, ...part }), false);
  });
});

describe("the drafts of files on the host", () => {
  it("are read as far as they make sense", () => {
    assert.deepEqual(
      ["x", {}, { to: 1, message: "" }, { to: "", message: "m", target: 1, sent: {} }].map(deleteDrafts.parse),
      [undefined, undefined, undefined, { to: "", message: "m" }],
    );
    assert.deepEqual(
      [submoduleDrafts.parse({ commit: 1 }), submoduleDrafts.parse({ commit: "", message: "m", path: 1, sent: "yes" })],
      [undefined, { commit: "", typed: "", message: "m" }],
    );
  });

  it("count as sent only with the same branch, message and files", () => {
    const sent = { branch: "b", message: "m\n", files: ["x", "y"] };
    assert.equal(isSame(sent, { branch: "b", message: "m", files: ["y", "x"] }), true);
    for (const other of [{ branch: "c" }, { message: "n" }, { files: ["x"] }, { files: ["x", "z"] }])
      assert.equal(isSame(sent, { ...sent, ...other }), false);
  });
});

describe("names that git takes", () => {
  it("are its branches'", () => {
    for (const name of ["main", "feature/é-1", "a@b"]) assert.ok(isBranchName(name), name);
    const bad = "@|HEAD|-a|a b|a..b|a//b|/a|a/|.a|a/.b|a.|a.lock|a.lock/b|a~1|a^|a:b|a?|a*|a[|a\\b|a@{1}|a\tb|";
    for (const name of bad.split("|")) assert.ok(!isBranchName(name), name);
  });

  it("are its paths", () => {
    for (const [problem, paths] of [
      [undefined, "a/b c.txt|..a|a..b/c|.gitignore"],
      ["empty", "|  "],
      ["traversal", "a/../b|.."],
      ["part", "/a|a/|a//b|./a|a\nb"],
      ["git", ".git/x|a/.GIT"],
    ] as const)
      for (const path of paths.split("|")) assert.equal(pathProblem(path), problem, path);
  });
});
