/** The pages of new merge requests, as a person uses them. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { PagePanel } from "../../src/core/webview/pagePanel.ts";
import type { CreatingPage } from "../../src/features/mergeRequests/creating/panel.ts";
import type { NewMergeRequestRef, Proposal } from "../../src/features/mergeRequests/creating/proposal.ts";
import type { MergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

export type CreatingPanel = PagePanel<NewMergeRequestRef, CreatingPage>;

/** The workspace's clone, moved by real git and put back after each test. */
export class Clone {
  private readonly own: MergeRequestStage;
  at!: WorkspaceGit;

  constructor(own: MergeRequestStage) {
    this.own = own;
  }

  git(...args: string[]): Promise<string> {
    return this.at.git(...args);
  }

  path(name: string): string {
    return join(this.at.folder, name);
  }

  /** Checks out a new branch with a commit, which starts where the host's main branch is. */
  async start(name: string, project = this.own.project.path): Promise<void> {
    await this.git("fetch", "--quiet", "origin");
    await this.git("checkout", "--quiet", "--no-track", "-b", name, "origin/main");
    await writeFile(this.path("made.txt"), `${name}\n`);
    await this.git("add", "made.txt");
    await this.git("commit", "--quiet", "-m", "Make it\n\nSo that it is made.");
    const { current } = this.own.stage.app;
    await until(
      `${name} to be seen`,
      () =>
        current.value.kind === "ready" &&
        current.value.project.branch === name &&
        current.value.project.project === project,
      current.onDidChange,
    );
  }
}

/** Sets the clone for the suite around it. @param shared whether all tests share one project */
export function setClone(own: MergeRequestStage, { shared = false } = {}): Clone {
  const clone = new Clone(own);
  before(async () => {
    if (shared) await own.project.openClone();
    clone.at = await workspaceGit();
  });
  if (!shared) beforeEach(() => own.project.openClone());
  afterEach(() => clone.at.restore());
  // What was fetched here from one project must not be there in the next.
  (shared ? after : afterEach)(() => workspaceProject(own.stage.app));
  return clone;
}

export class CreatingPages {
  private readonly own: MergeRequestStage;
  /** The branch that they are about. */
  source = "made";

  constructor(own: MergeRequestStage) {
    this.own = own;
  }

  /** The open page of a branch. */
  panel(project = this.own.project.path, source = this.source): CreatingPanel | undefined {
    return this.own.stage.app.mergeRequests.creating.of({ instance: this.own.project.instance, project, source });
  }

  /** Opens the page of a branch, and waits until everything on it was read. */
  async open(run: () => Thenable<unknown>, project = this.own.project.path): Promise<CreatingPanel> {
    await run();
    const panel = this.panel(project);
    assert.ok(panel, "its page is not open");
    await panel.load();
    await this.own.stage.see("heading", "Changed files");
    return panel;
  }

  /** Waits until the page was compared with a target. */
  async aimed(panel: CreatingPanel, project: string, branch = "main"): Promise<void> {
    const { instance } = this.own.project;
    const isOwn = panel.page.ref.project === project;
    const name = isOwn ? branch : `${project}:${branch}`;
    await this.own.stage.person({ action: "inPage", selector: `.branches bdi:text-is("${name}")` });
    const found = [panel.page.ref.instance, panel.page.value.proposal?.into.project, panel.page.value.proposal?.target];
    assert.deepEqual(found, [instance, project, branch]);
    await this.own.stage.see("heading", "Commits (");
  }

  async see(name: string): Promise<void> {
    await this.own.stage.see("button", name);
  }

  readonly press = async (name: string, role: "button" | "checkbox" = "button"): Promise<void> => {
    await this.own.stage.see(role, name, true);
  };

  /** Waits until what is entered is so. */
  async entered(what: string, isSo: (proposal: Proposal) => boolean, panel?: CreatingPanel): Promise<void> {
    const { proposals } = await this.own.stage.app.mergeRequests.descriptions.load();
    const now = (): Proposal | undefined => (panel ?? this.panel())?.page.value.proposal;
    await until(
      what,
      () => {
        const proposal = now();
        return proposal !== undefined && isSo(proposal);
      },
      proposals.onDidChange,
    );
  }

  /** Waits until the page of the merge request is there. */
  async created(iid: number, project = this.own.project.path): Promise<void> {
    const { stage } = this.own;
    const mergeRequest = { iid, title: "", state: "", web_url: "" };
    const ref = { instance: this.own.project.instance, project, mergeRequest };
    const isSo = () => stage.app.mergeRequests.pages.of(ref);
    await until(`the page of !${iid}`, isSo, vscode.window.tabGroups.onDidChangeTabs);
  }
}
