/** What suites share that commit files of the workspace: a branch of the test's own on the host, checked out here. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Box } from "../support/testLine.ts";
import type { Stage } from "./stage.ts";
import { until } from "./until.ts";
import type { WorkspaceGit } from "./workspaceGit.ts";

export class Committing {
  readonly stage: Stage;
  readonly at: WorkspaceGit;
  readonly branch: string;

  private constructor(stage: Stage, at: WorkspaceGit, branch: string) {
    this.stage = stage;
    this.at = at;
    this.branch = branch;
  }

  /** A branch without CI, so that nothing runs, with `one.txt` and `two.txt`. */
  static async start(stage: Stage, at: WorkspaceGit): Promise<Committing> {
    const branch = `commit-${randomUUID().slice(0, 8)}`;
    await stage.control.commit({ ".gitlab-ci.yml": null, "one.txt": "one\n", "two.txt": "two\n" }, { branch, startBranch: "main" });
    await at.git("fetch", "--quiet", "origin", branch);
    await at.git("checkout", "--quiet", "-b", branch, `origin/${branch}`);
    await until(`${branch} to be open`, () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.branch === branch, stage.app.current.onDidChange);
    return new Committing(stage, at, branch);
  }

  uri(path: string): vscode.Uri {
    return vscode.Uri.file(join(this.at.folder, path));
  }

  async write(path: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.uri(path), new TextEncoder().encode(text));
  }

  async look(box: string, saying?: string): Promise<Box> {
    return JSON.parse(await this.stage.person({ action: "look", box, ...(saying === undefined ? {} : { saying }) })) as Box;
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

  tip(ref = this.branch) {
    return this.stage.client.commits.get(this.stage.scope.project, ref);
  }

  /** The draft as the window keeps it over a restart. */
  draft(): unknown {
    const { instance, project } = this.stage.scope;
    return this.stage.app.memory.get(`forgeline.commitFiles.draft ${instance} ${String(project)}`);
  }

  /** Ways of requests that changed something, without the project's part. */
  async writes(since: number): Promise<string[]> {
    const requests = await this.stage.control.requests(since);
    return requests.filter(({ method, path }) => !["GET", "HEAD"].includes(method) && path.startsWith("/api/")).map(({ method, path }) => `${method} ${(path.split("?")[0] ?? "").replace(/^.*?\/repository\//, "")}`);
  }

  async last(): Promise<number> {
    return (await this.stage.control.requests()).at(-1)?.n ?? 0;
  }

  /** Answers the first three questions. */
  async fill(files: readonly string[], message: string): Promise<void> {
    const box = "Commit Files";
    await this.look(box, "Files to commit");
    await this.stage.person({ action: "check", box, rows: files });
    await this.pickBranch(this.branch);
    await this.look(box, "Message of the commit");
    await this.stage.person({ action: "type", box, text: message });
  }

  async pickBranch(branch: string): Promise<void> {
    await this.look("Commit Files", "Branch on the host to commit to");
    await this.stage.person({ action: "pick", box: "Commit Files", type: branch, row: branch });
  }

  /** The message that the commit is made, and no other. */
  async committed(branch = this.branch): Promise<void> {
    const { level, text, buttons } = await this.stage.message();
    assert.equal(level, "information", text);
    assert.match(text, new RegExp(`^Commit [0-9a-f]{8} is on “${branch}”\\.$`));
    assert.deepEqual(buttons, ["Sync Local Branch", "Show Pipeline"]);
  }
}
