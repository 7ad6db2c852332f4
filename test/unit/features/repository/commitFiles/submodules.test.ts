import assert from "node:assert/strict";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import {
  openRepositoryGit,
  type RepositoryGit,
} from "../../../../../src/features/repository/commitFiles/repositoryGit.ts";
import {
  listSubmodules,
  recordedCommit,
  resolveIn,
  submoduleGit,
  submoduleRefs,
} from "../../../../../src/features/repository/commitFiles/submodules.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { GitFolder } from "../../../git/gitFolder.ts";

describe("submodules", () => {
  let at: GitFolder;
  let root = "";
  let repository: RepositoryGit;
  beforeEach(() => {
    at = new GitFolder();
    ({ root } = at);
    at.init();
    repository = openRepositoryGit(root, gitOnPath);
  });

  it("are those of .gitmodules, whatever their names hold", async () => {
    assert.deepEqual(await listSubmodules(repository), []);
    at.write(
      ".gitmodules",
      '[submodule "libs/a.path"]\n\tpath = libs/a b/\n\turl = ../a.git\n\tbranch = stable\n[submodule "no path"]\n\turl = x\n[submodule "plain"]\n\tPATH = plain\n',
    );
    assert.deepEqual(await listSubmodules(repository), [
      { name: "libs/a.path", path: "libs/a b", url: "../a.git", branch: "stable" },
      { name: "plain", path: "plain" },
    ]);
  });

  it("are not where a path leads out of the repository", async () => {
    at.write(
      ".gitmodules",
      ["../other", "a/../../b", "/etc", ".git/modules/x"]
        .map((place, at) => `[submodule "m${at}"]\n\tpath = ${place}\n`)
        .join(""),
    );
    assert.deepEqual(await listSubmodules(repository), []);
  });

  it("have a commit in each commit, and branches and tags in their own clone, when there is one", async () => {
    const lib = path.join(root, "lib");
    mkdirSync(lib);
    const found = await submoduleGit(repository, "lib", gitOnPath);
    assert.equal(found, undefined, "the repository around it does not count");
    const own = new GitFolder("lib");
    own.init();
    const one = own.store({}, "One");
    const tag = own.storeObject("tag", `object ${one}\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nFirst\n`);
    own.setRef("refs/tags/v1", tag);
    own.setRef("refs/remotes/origin/main", one);
    own.setRef("refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    const two = own.store({}, "Two");
    cpSync(own.root, lib, { recursive: true });
    at.store({ lib: { mode: "160000", content: one } });
    assert.equal(await recordedCommit(repository, "HEAD", "lib"), one);
    assert.equal(await recordedCommit(repository, "HEAD", "nothing"), undefined);
    const opened = await submoduleGit(repository, "lib", gitOnPath);
    assert.ok(opened);
    const refs = await submoduleRefs(opened);
    assert.deepEqual(refs[0], { kind: "head", name: "HEAD", sha: two, subject: "Two" });
    const shown = new Set(refs.slice(1).map(({ kind, name, sha }) => `${kind} ${name} ${sha}`));
    assert.deepEqual(shown, new Set([`branch main ${two}`, `branch origin/main ${one}`, `tag v1 ${one}`]));
    assert.equal(await resolveIn(opened, one.slice(0, 8)), one);
    assert.equal(await resolveIn(opened, "v1"), one);
    assert.equal(await resolveIn(opened, "--all"), undefined);
    assert.equal(await resolveIn(opened, "nowhere"), undefined);
  });

  it("are not opened where their folder is a link to another repository", async () => {
    const other = new GitFolder();
    other.init();
    symlinkSync(other.root, path.join(root, "lib"));
    assert.equal(await submoduleGit(repository, "lib", gitOnPath), undefined);
  });
});
