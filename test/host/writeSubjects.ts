/** What the suite about faulty writes has beside the subjects of the suite about roles; made past the extension, anew each time. */
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { openCommitDiff } from "./commitDiff.ts";
import { localService } from "./localService.ts";
import { openDiff } from "./reviewStage.ts";
import type { RoleWorld } from "./roleWorld.ts";
import type { Taken } from "./writeScenes.ts";

/** A thread on the changed line of a merge request, shown in its diff. @param body Markdown, by whoever is signed in unless another is named */
async function shownThread(
  world: RoleWorld,
  body: string,
  by: "admin" | "alice",
): Promise<{ readonly ref: MergeRequestRef; readonly thread: vscode.CommentThread }> {
  const ref = await world.mergeRequest();
  const { iid, source_branch: branch } = ref.mergeRequest;
  const { diff_refs: refs } = await world.api<{ diff_refs: object }>("GET", `./merge_requests/${iid}`);
  const path = `${branch ?? ""}.txt`;
  const position = { ...refs, position_type: "text", old_path: path, new_path: path, new_line: 1 };
  const { id } = await world.api<{ id: string }>("POST", `./merge_requests/${iid}/discussions`, { body, position }, by);
  const { head } = await openDiff(world.app, ref);
  const { threads } = await world.app.mergeRequests.review();
  await threads.open(head, id);
  return { ref, thread: threads.threadsIn(head)?.threadOf(id) ?? assert.fail("The thread is not shown") };
}

/** A reply that is written to a thread. */
export async function reply(world: RoleWorld): Promise<object> {
  const { thread } = await shownThread(world, "Why?", "alice");
  return { thread, text: "Because." };
}

/** One's own comment in a thread. */
export async function ownComment(world: RoleWorld): Promise<NoteComment> {
  const { thread } = await shownThread(world, "Why?", "admin");
  return thread.comments.find(isNote) ?? assert.fail("The comment is not shown");
}

/** One's own comment, with another text in its editor. */
export async function editedComment(world: RoleWorld): Promise<NoteComment> {
  const { thread } = await shownThread(world, "Why?", "admin");
  const comment = (): NoteComment => thread.comments.find(isNote) ?? assert.fail("The comment is not shown");
  await vscode.commands.executeCommand("forgeline.thread.editComment", comment());
  comment().body = "Because of that.";
  return comment();
}

export async function mergeRequestWithSuggestion(world: RoleWorld): Promise<MergeRequestRef> {
  const { iid } = (await world.suggestion()) as { readonly iid: number };
  const [mergeRequest] = await world.api<MergeRequestRef["mergeRequest"][]>("GET", `./merge_requests?iids[]=${iid}`);
  return { ...world.scope, mergeRequest: mergeRequest! };
}

/** A merge request whose target branch has moved on. */
export async function behindMergeRequest(world: RoleWorld): Promise<MergeRequestRef> {
  const ref = await world.mergeRequest();
  await world.commit();
  return ref;
}

export async function closedMilestone(world: RoleWorld): Promise<object> {
  const { milestone } = (await world.milestone()) as { readonly milestone: { readonly id: number } };
  return {
    ...world.scope,
    milestone: await world.api("PUT", `./milestones/${milestone.id}`, { state_event: "close" }, "alice"),
  };
}

/** A snippet of whoever is signed in. */
export async function ownSnippet(
  world: RoleWorld,
): Promise<{ readonly instance: string; readonly snippet: { readonly id: number } }> {
  const files = ["a.txt", "c.txt"].map((file_path) => ({ file_path, content: "a" }));
  const body = { title: "Shared", description: "", visibility: "private", files };
  return { instance: world.instance, snippet: await world.api("POST", "/snippets", body) };
}

/** Nothing to hand over, with job token access as it is to be. */
export async function withTokenLimit(world: RoleWorld, enabled: boolean): Promise<object> {
  await world.api("PATCH", "./job_token_scope", { enabled }, "alice");
  return {};
}

/** No arguments, with the own status as it is to be; none if it is empty. */
export async function withStatus(world: RoleWorld, message: string): Promise<readonly unknown[]> {
  await world.api("PUT", "/user/status", { message });
  return [];
}

/** A file on disk, outside of the workspace. */
export async function fileOf(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const path = join(await mkdtemp(join(tmpdir(), "forgeline-writes-")), name);
  await writeFile(path, content);
  return vscode.Uri.file(path);
}

/** A merge request with a pending comment of whoever is signed in. */
export async function reviewedMergeRequest(world: RoleWorld): Promise<MergeRequestRef> {
  const ref = await world.mergeRequest();
  await world.api("POST", `./merge_requests/${ref.mergeRequest.iid}/draft_notes`, { note: "Why?" });
  return ref;
}

/** A merge request that is merged once its pipeline succeeds. */
export async function waitingMergeRequest(world: RoleWorld): Promise<MergeRequestRef> {
  const ref = await world.mergeRequest();
  const { iid, sha, source_branch: branch } = ref.mergeRequest;
  await world.own.add({ ref: branch!, sha: sha!, status: "running", jobs: [{ name: "test", status: "running" }] });
  await world.api("PUT", `./merge_requests/${iid}/merge`, { merge_when_pipeline_succeeds: true, sha });
  return ref;
}

/** The page of a new merge request with all that is entered, and how it is sent from there. */
export async function proposed(world: RoleWorld): Promise<() => Promise<Taken>> {
  const source = world.name("proposed");
  await localService().control.commit(
    { [`${source}.txt`]: "x\n" },
    { project: world.own.path, branch: source, startBranch: "main", message: "Change" },
  );
  const ref = { ...world.scope, source };
  const { creating } = world.app.mergeRequests;
  await creating.open(ref);
  const panel = creating.of(ref) ?? assert.fail("The page is not open");
  await panel.load();
  const { page } = panel;
  page.typed("title", "Make it so");
  return async () => {
    await page.act("create");
    return creating.of(ref) === undefined ? true : (page.value.refusal?.message ?? true);
  };
}

/** A comment that is written on a changed line of a commit, in its diff. */
export async function lineComment(world: RoleWorld): Promise<object> {
  const ref = (await world.commit()) as CommitRef;
  const input = await openCommitDiff(world.app, ref);
  const { modified } = input;
  await vscode.workspace.openTextDocument(modified);
  const comments = await world.app.repository.comments.load();
  await comments.open(modified, 1);
  const thread = comments.controller.createCommentThread(modified, new vscode.Range(0, 0, 0, 0), []);
  return { thread, text: "Why so?" };
}
