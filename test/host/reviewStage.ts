/** What suites about reviews share: a merge request with lines to comment on, its diff, and another reviewer. */
import { after, before as beforeAll, beforeEach } from "mocha";
import * as vscode from "vscode";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import type { Discussion, NewDiffPosition } from "../../src/api/resources/discussionTypes.ts";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { openChange } from "../../src/core/comparisons/openChanges.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import type { ReviewThreads } from "../../src/features/mergeRequests/review/reviewThreads.ts";
import type { MergeRequestSpec } from "../service/mergeRequests/specs.ts";
import type { App } from "./app.ts";
import { type MergeRequestStage, type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { until } from "./until.ts";

/** The first file of the merge request on its target branch. */
export const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
/** The same on its source branch: without the third line, with another sixth, and one more at the end. */
export const changed = "one\ntwo\nfour\nfive\nSIX\nseven\neight\nnine\nten\neleven\n";

export class ReviewStage {
  readonly own: MergeRequestStage;
  row!: Row;
  threads!: ReviewThreads;
  private readonly dispatcher: ReturnType<typeof directDispatcher>["dispatcher"];

  constructor(own: MergeRequestStage, dispatcher: ReturnType<typeof directDispatcher>["dispatcher"]) {
    this.own = own;
    this.dispatcher = dispatcher;
  }

  get iid(): number {
    return this.row.mergeRequest.iid;
  }

  get branch(): string {
    return this.row.mergeRequest.source_branch ?? "";
  }

  get place(): { readonly instance: string; readonly project: Row["project"]; readonly iid: number } {
    return { instance: this.row.instance, project: this.row.project, iid: this.iid };
  }

  /** The reviewer. */
  get bob(): Client {
    const { bob } = this.own.stage.info.users;
    return createClient({
      baseUrl: this.row.instance,
      dispatcher: this.dispatcher,
      credentials: { scheme: "private-token", token: () => Promise.resolve(bob.token) },
    });
  }

  async onHost(): Promise<readonly Discussion[]> {
    return (await this.own.stage.client.discussions.list(this.row.project, this.iid).all()).items;
  }

  /** Opens the diff of a file, the first one without a path, and returns its two documents. */
  async openDiff(path?: string): Promise<{ readonly base: vscode.Uri; readonly head: vscode.Uri }> {
    return openDiff(this.own.stage.app, this.row, path);
  }

  /** A thread as VS Code makes one when the user begins on lines; on the file without them. */
  begin(uri: vscode.Uri, start?: number, end = start): vscode.CommentThread {
    const range = start === undefined ? undefined : new vscode.Range(start - 1, 0, end! - 1, 0);
    return this.threads.controller.createCommentThread(uri, range as vscode.Range, []);
  }

  /** Has the reviewer start a thread on an added line. */
  async commented(body: string, line = 5): Promise<Discussion> {
    const position = await addedLine(this.own.stage.client, this.row.project, this.iid, "a.txt", line);
    return (await this.bob.discussions.create(this.row.project, this.iid, { body, position }))!;
  }

  /** Has the reviewer start a thread, and shows it in the diff. */
  async started(
    body = "Why capitals?",
    line?: number,
  ): Promise<{ readonly thread: vscode.CommentThread; readonly head: vscode.Uri; readonly discussion: Discussion }> {
    const discussion = await this.commented(body, line);
    const { head } = await this.openDiff();
    await this.threads.open(head, discussion.id);
    return { thread: this.threads.threadsIn(head)!.threadOf(discussion.id)!, head, discussion };
  }
}

/** The position of an added line, for a thread. */
export async function addedLine(
  client: Client,
  project: Row["project"],
  iid: number,
  path: string,
  line: number,
): Promise<NewDiffPosition> {
  const { diff_refs: refs } = await client.extras.mergeRequest(project, iid);
  const shas = { base_sha: refs!.base_sha!, start_sha: refs!.start_sha!, head_sha: refs!.head_sha! };
  return { ...shas, old_path: path, new_path: path, position_type: "text", new_line: line };
}

/** Opens the diff of a file of a merge request, of the first one without a path, and returns its two documents. */
export async function openDiff(
  app: App,
  row: MergeRequestRef,
  path?: string,
): Promise<{ readonly base: vscode.Uri; readonly head: vscode.Uri }> {
  const changes = await changesOfMergeRequest(app, row, new AbortController().signal);
  const file = changes.files.find((one) => path === undefined || one.path === path);
  await openChange(app, changes, file!);
  const input = await until(
    "the diff",
    () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return (
        active instanceof vscode.TabInputTextDiff &&
        active.modified.query.includes(changes.comparison.head) &&
        active.modified.path.endsWith(file!.path) &&
        active
      );
    },
    vscode.window.tabGroups.onDidChangeTabs,
  );
  await Promise.all([input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)));
  return { base: input.original, head: input.modified };
}

/**
 * Sets the stage for the suite around it: in each test alice has a merge request, or who is given, and bob may review it.
 * @param shared whether all of them are in one project
 */
export function setReviewStage(spec: Partial<MergeRequestSpec> = {}, { shared = false } = {}): ReviewStage {
  const way = directDispatcher();
  const own = setMergeRequestStage({ shared });
  const review = new ReviewStage(own, way.dispatcher);
  (shared ? beforeAll : beforeEach)(async () => {
    await own.project.open();
    await own.stage.control.setMember({ project: own.project.path, user: "bob", level: 30 });
    await own.commit("main", { "a.txt": before, "old.txt": "moved\nas it is\n" });
    ({ threads: review.threads } = await own.stage.app.mergeRequests.review());
  });
  let made = 0;
  beforeEach(async () => {
    review.row = await own.request(shared ? `numbers-${++made}` : "numbers", spec, { "a.txt": changed });
  });
  after(async () => {
    await way.close();
    await workspaceProject(own.stage.app);
  });
  return review;
}
