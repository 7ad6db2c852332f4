/** What suites share that commit files of the workspace: a branch of the test's own on the host, checked out here. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  commitDrafts,
  deleteDrafts,
  moveDrafts,
  projectKey,
  submoduleDrafts,
} from "../../src/features/repository/commitFiles/drafts.ts";
import type { ServiceControl } from "../service/control.ts";
import type { Box } from "../support/testLine.ts";
import type { App } from "./app.ts";
import { forgetDrafts } from "./drafts.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const kinds = { commit: commitDrafts, delete: deleteDrafts, move: moveDrafts, submodule: submoduleDrafts } as const;

/** Sets the stage for the suite around it: before each test a branch of its own is checked out, after it all is as it was. */
export function setCommitting(): Committing {
  const here = new Committing();
  before(async () => {
    here.at = await workspaceGit();
  });
  beforeEach(() => here.start());
  afterEach(() => here.end());
  after(() => here.at.restore());
  return here;
}

/** Checks out a branch of its own, without CI, so that nothing runs, with `one.txt` and `two.txt`; returns its name. */
export async function checkOutOwn(app: App, control: ServiceControl, at: WorkspaceGit): Promise<string> {
  const branch = `commit-${randomUUID().slice(0, 8)}`;
  await control.commit({ ".gitlab-ci.yml": null, "one.txt": "one\n", "two.txt": "two\n" }, { branch });
  await at.git("fetch", "--quiet", "origin", branch);
  await at.git("checkout", "--quiet", "-b", branch, `origin/${branch}`);
  const isSo = () => app.current.value.kind === "ready" && app.current.value.project.branch === branch;
  await until(`${branch} to be open`, isSo, app.current.onDidChange);
  return branch;
}

export class Committing {
  readonly stage = setStage();
  at!: WorkspaceGit;
  branch = "";

  /** A branch without CI, so that nothing runs, with `one.txt` and `two.txt`. */
  async start(): Promise<void> {
    this.branch = await checkOutOwn(this.stage.app, this.stage.control, this.at);
  }

  /** Closes what is open, and puts back the working tree and what the window would keep over a restart. */
  async end(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await this.at.restore();
    for (const { name } of Object.values(kinds)) await forgetDrafts(this.stage.app, name);
  }

  uri(path: string): vscode.Uri {
    return vscode.Uri.file(join(this.at.folder, path));
  }

  async write(path: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.uri(path), new TextEncoder().encode(text));
  }

  look(box: string, saying?: string): Promise<Box> {
    return this.stage.look(box, saying);
  }

  /** Somebody else's commit. */
  theirs(files: Readonly<Record<string, string | null>>, branch = this.branch): Promise<{ sha: string }> {
    return this.stage.control.commit(files, { branch, by: "bob" });
  }

  /** A file on the host; undefined where there is none. */
  hosted(path: string, ref = this.branch): Promise<string | undefined> {
    return this.stage.client.repositoryFiles.get(this.stage.scope.project, path, { ref }).then(
      ({ content }) => Buffer.from(content, "base64").toString(),
      () => undefined,
    );
  }

  /** Fails unless the host has these files so; undefined for none. */
  async hosts(files: Readonly<Record<string, string | undefined>>, ref = this.branch): Promise<void> {
    for (const [path, text] of Object.entries(files)) assert.equal(await this.hosted(path, ref), text, path);
  }

  tip(ref = this.branch) {
    return this.stage.client.commits.get(this.stage.scope.project, ref);
  }

  /** What was typed, as it is kept over a restart. @param path of a file to delete or move */
  draft(kind: keyof typeof kinds = "commit", path?: string): unknown {
    return this.stage.app.drafts.get<unknown>(kinds[kind], projectKey(this.stage.scope, path));
  }

  /** Ways of requests that changed something, without the project's part. */
  async writes(since: number): Promise<string[]> {
    const requests = await this.stage.control.requests(since);
    return requests
      .filter(({ method, path }) => !["GET", "HEAD"].includes(method) && path.startsWith("/api/"))
      .map(({ method, path }) => `${method} ${(path.split("?")[0] ?? "").replace(/^.*?\/repository\//, "")}`);
  }

  last(): Promise<number> {
    return this.stage.control.lastRequest();
  }

  /** Answers the first three questions. */
  async fill(files: readonly string[], message: string): Promise<void> {
    const box = "Commit Files";
    await this.look(box, "Select files to commit");
    await this.stage.check(box, files);
    await this.pickBranch(this.branch);
    await this.stage.typeAt(box, "Enter the commit message", message);
  }

  /** Takes the branch that is checked out, which has the focus as soon as it is there. */
  async current(box: string): Promise<void> {
    await this.stage.enterAt(box, "checked out here");
  }

  /** Does something while nobody may push to the branch. */
  async guarded(work: () => Promise<void>): Promise<void> {
    const { client, scope } = this.stage;
    await client.protectedBranches.create(scope.project, { name: this.branch, push_access_level: 0 });
    try {
      await work();
    } finally {
      await client.protectedBranches.delete(scope.project, this.branch);
    }
  }

  async pickBranch(branch: string): Promise<void> {
    await this.look("Commit Files", "Select the branch on the host to commit to");
    // Rows that come while one is clicked move it away from the pointer.
    await this.look("Commit Files", "checked out here");
    await this.stage.pick("Commit Files", branch, branch);
  }

  /** The message that the commit is made, and no other. */
  async committed(branch = this.branch): Promise<void> {
    const words = new RegExp(`^Committed [0-9a-f]{8} to “${branch}”\\.$`);
    await this.stage.says(words, ["Sync Local Branch", "Show Pipeline"]);
  }
}
