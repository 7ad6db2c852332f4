/** What suites about acting on merge requests share: a project of the test's own, with real branches to merge. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Commit } from "../../src/api/resources/commitTypes.ts";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import type { MergeRequestSpec } from "../service/mergeRequests/specs.ts";
import type { Box } from "../support/testLine.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage, type Stage } from "./stage.ts";

/** A merge request as a row of the view carries it. */
export type Row = MergeRequestRef & { readonly mergeRequest: MergeRequest };

const losable = ["mergeRequest", "createMergeRequest", "approve", "unapprove", "rebase"] as const;
type LosableExtra = (typeof losable)[number];

export class MergeRequestStage {
  readonly stage: Stage;
  project!: OwnProject;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  commit(
    branch: string,
    files: Readonly<Record<string, string | null>>,
    message = `Change ${branch}`,
  ): Promise<{ sha: string }> {
    return this.project.commit(files, { branch, message });
  }

  /** Another commit on a branch that is there. */
  commitMore(branch: string, files: Readonly<Record<string, string | null>>): Promise<{ sha: string }> {
    return this.project.commit(files, { branch, message: `More for ${branch}` });
  }

  /** A branch with one commit, and a merge request of it. */
  async request(
    branch: string,
    spec: Partial<MergeRequestSpec> = {},
    files: Readonly<Record<string, string | null>> = { [`${branch}.txt`]: `${branch}\n` },
  ): Promise<Row> {
    await this.commit(branch, files);
    const { iid } = await this.project.addMergeRequest({ sourceBranch: branch, title: `Do ${branch}`, ...spec });
    return this.row(iid);
  }

  async row(iid: number): Promise<Row> {
    const { items } = await this.stage.client.mergeRequests
      .listForProject(this.project.path, { iids: [iid], state: "all", scope: "all" })
      .page();
    assert.ok(items[0], `there is no !${iid}`);
    return { instance: this.project.instance, project: this.project.path, mergeRequest: items[0] };
  }

  /** The head of a branch on the host; undefined when it is gone. */
  async head(branch: string): Promise<Commit | undefined> {
    try {
      return await this.stage.client.commits.get(this.project.path, branch);
    } catch (error) {
      // The extension's own class is in another bundle.
      if ((error as { readonly kind?: unknown }).kind === "notFound") return undefined;
      throw error;
    }
  }

  look(box: string, saying?: string): Promise<Box> {
    return this.stage.look(box, saying);
  }

  async pick(box: string, row: string): Promise<void> {
    await this.stage.pick(box, row);
  }

  /** Takes rows in or out of a list, typing what finds them, then ends it. */
  async toggle(list: string, ...rows: readonly (readonly [type: string, row: string])[]): Promise<void> {
    for (const [type, row] of rows) {
      await this.look(list, "Done");
      await this.stage.person({ action: "pick", box: list, type, row });
    }
    await this.look(list, "Done");
    await this.pick(list, "Done");
  }

  /** Says whether the host has a route beyond the documents, as if it had been asked. */
  knowExtra(name: LosableExtra, there: boolean): void {
    this.stage.app.capabilities
      .of(this.project.instance)
      .set(`extra.${name}`, there ? "yes" : `no since ${Date.now()}`);
  }

  /** The host loses a route beyond the documents. */
  async loseExtra(name: LosableExtra): Promise<void> {
    const [method, rest] = {
      mergeRequest: ["GET", "/merge_requests/\\d+(\\?.*)?$"],
      createMergeRequest: ["POST", "/merge_requests$"],
      approve: ["POST", "/merge_requests/\\d+/approve$"],
      unapprove: ["POST", "/merge_requests/\\d+/unapprove$"],
      rebase: ["PUT", "/merge_requests/\\d+/rebase$"],
    }[name] as [string, string];
    await this.stage.control.fault({
      method,
      path: this.project.address(rest),
      status: 404,
      body: { error: "404 Not Found" },
    });
  }
}

/**
 * Sets the stage for the suite around it: alice is signed in, and each test has an open project of its own.
 * @param shared whether all tests share one project; they know their merge requests by branch then
 */
export function setMergeRequestStage({ shared = false } = {}): MergeRequestStage {
  const own = new MergeRequestStage(setStage());
  (shared ? before : beforeEach)(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    own.project = await ownProject(own.stage.app);
    await own.project.open();
  });
  afterEach(async () => {
    for (const name of losable) own.knowExtra(name, true);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  return own;
}
