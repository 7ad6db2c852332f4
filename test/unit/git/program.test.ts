import assert from "node:assert/strict";
import { UserError } from "../../../src/core/base/errors.ts";
import { gitRestriction, gitProgram } from "../../../src/git/program.ts";
import { trustedWorkspace } from "../../support/fakes/trustedWorkspace.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

/** What a setting has at each level; a plain read would give the workspace's. */
const settingAt = (levels: Readonly<Record<string, unknown>>) => ({
  getConfiguration: () => ({ inspect: () => levels, get: () => levels["workspaceValue"] }),
});
const folders = (...schemes: readonly string[]) => schemes.map((scheme) => ({ uri: { scheme } }));

describe("the git that is run", () => {
  it("is that of the PATH or of the user's settings", () => {
    vscodeFakes.workspace = trustedWorkspace();
    assert.equal(gitProgram(), undefined);
    for (const [path, program] of [
      ["/opt/git", "/opt/git"],
      [["/opt/one", "/opt/two"], "/opt/one"],
      ["", undefined],
      [null, undefined],
      [[], undefined],
      [7, undefined],
    ] as const) {
      vscodeFakes.workspace = trustedWorkspace({ "git.path": path });
      assert.equal(gitProgram(), program);
    }
  });

  it("is never one that a workspace or folder names, trusted as it may be", () => {
    const levels = {
      workspaceValue: "/w/x.sh",
      workspaceFolderValue: "/f/x.sh",
      workspaceLanguageValue: "/l/x.sh",
      defaultValue: null,
    };
    vscodeFakes.workspace = { ...trustedWorkspace(), ...settingAt(levels) };
    assert.equal(gitProgram(), undefined);
    vscodeFakes.workspace = { ...trustedWorkspace(), ...settingAt({ ...levels, globalValue: "/opt/git" }) };
    assert.equal(gitProgram(), "/opt/git");
  });

  it("is missing in an untrusted workspace, which leads to workspace trust", () => {
    vscodeFakes.workspace = { ...trustedWorkspace({ "git.path": "/opt/git" }), isTrusted: false };
    assert.equal(gitRestriction(), "untrusted");
    assert.throws(
      gitProgram,
      (error) =>
        error instanceof UserError &&
        error.action?.command === "workbench.trust.manage" &&
        /Restricted Mode/.test(error.message),
    );
  });

  for (const [name, workspace, bar] of [
    ["a folder on disk", { workspaceFolders: folders("file") }, undefined],
    ["a folder on disk beside a virtual one", { workspaceFolders: folders("vscode-vfs", "file") }, undefined],
    ["virtual folders only", { workspaceFolders: folders("vscode-vfs", "forgeline-snippet") }, "virtual"],
    ["no folder", { workspaceFolders: undefined }, undefined],
    [
      "an empty workspace that is not saved",
      { workspaceFolders: [], workspaceFile: { scheme: "untitled" } },
      undefined,
    ],
    ["an empty workspace on disk", { workspaceFolders: [], workspaceFile: { scheme: "file" } }, undefined],
    ["an empty virtual workspace", { workspaceFolders: [], workspaceFile: { scheme: "vscode-vfs" } }, "virtual"],
  ] as const)
    it(`is ${bar === undefined ? "available" : "missing"} with ${name}`, () => {
      vscodeFakes.workspace = { ...trustedWorkspace(), ...workspace };
      assert.equal(gitRestriction(), bar);
      if (bar === undefined) assert.equal(gitProgram(), undefined);
      else assert.throws(gitProgram, /virtual workspace/);
    });
});
