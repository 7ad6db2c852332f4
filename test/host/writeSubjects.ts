/** What the suite about faulty writes has beside the subjects of the suite about roles; made past the extension, anew each time. */
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import { placeOf } from "../../src/core/mergeRequests/review/place.ts";
import { pendingPart } from "../../src/features/mergeRequests/page/activity/model.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { isPendingNote, type PendingNote } from "../../src/features/mergeRequests/review/shownPending.ts";
import type { App } from "./app.ts";
import { openCommitDiff } from "./commitDiff.ts";
import { localService } from "./localService.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { openDiff } from "./reviewStage.ts";
import type { RoleWorld } from "./roleWorld.ts";
import { replace, setting } from "./spies.ts";
import { until } from "./until.ts";
import { retype } from "./writeLines.ts";
import { groupOf, shownDiff } from "./writeRows.ts";
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

export async function groupMilestone(world: RoleWorld): Promise<object> {
  const group = groupOf(world);
  const milestone = await world.api("POST", `/groups/${group}/milestones`, { title: world.name("goal") });
  return { ...world.scope, group, milestone };
}

/** The group of the sample on the list of those whose job tokens reach the project. */
export async function groupTokenEntry(world: RoleWorld): Promise<object> {
  const { id, path: name } = localService().info.group;
  const path = "./job_token_scope/groups_allowlist";
  const listed = await world.api<{ id: number }[]>("GET", path, undefined, "alice");
  if (!listed.some((one) => one.id === id)) await world.api("POST", path, { target_group_id: id }, "alice");
  return { ...world.scope, entry: { of: "group", id, name } };
}

/** Has packages published to a feed of this version, until it is disposed of. */
export async function feedVersion(version: "v2"): Promise<{ dispose(): Thenable<void> }> {
  await setting("forgeline.packages.feedVersion", version);
  return { dispose: () => setting("forgeline.packages.feedVersion", undefined) };
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

/** A merge request with pending comments of whoever is signed in. */
export async function reviewed(world: RoleWorld, notes: readonly string[] = ["Why?"]): Promise<MergeRequestRef> {
  const ref = await world.mergeRequest();
  for (const note of notes) await world.api("POST", `./merge_requests/${ref.mergeRequest.iid}/draft_notes`, { note });
  return ref;
}

/** A pending reply in a thread. */
export async function pendingComment(world: RoleWorld): Promise<PendingNote> {
  const given = (await reply(world)) as { readonly thread: vscode.CommentThread };
  await vscode.commands.executeCommand("forgeline.thread.addToReview", given);
  return pendingIn(given.thread);
}

const pendingIn = (thread: vscode.CommentThread): PendingNote =>
  thread.comments.find(isPendingNote) ?? assert.fail("The pending comment is not shown");

/** One with another text in its editor. */
export async function editedPending(world: RoleWorld): Promise<PendingNote> {
  const given = (await reply(world)) as { readonly thread: vscode.CommentThread };
  await vscode.commands.executeCommand("forgeline.thread.addToReview", given);
  await vscode.commands.executeCommand("forgeline.thread.editComment", pendingIn(given.thread));
  pendingIn(given.thread).body = "Because of that.";
  return pendingIn(given.thread);
}

/** What stands in the editors of comments in the diff. */
export async function editedTexts({ app }: RoleWorld): Promise<readonly string[]> {
  const { threads } = await app.mergeRequests.review();
  return (threads.threadsIn(shownDiff())?.all() ?? [])
    .flatMap(({ comments }) => comments)
    .flatMap(({ mode, body }) => (mode === vscode.CommentMode.Editing && typeof body === "string" ? [body] : []));
}

/** A merge request with a pending comment, and a thread that is to be resolved with it. */
export async function pendingWithResolution(world: RoleWorld): Promise<MergeRequestRef> {
  const { ref, thread } = await shownThread(world, "Why?", "alice");
  await world.api("POST", `./merge_requests/${ref.mergeRequest.iid}/draft_notes`, { note: "Hm" });
  await vscode.commands.executeCommand("forgeline.thread.resolveInReview", thread);
  return ref;
}

/** The page of a merge request, with what its host says of it. */
async function shownPage(world: RoleWorld, ref: MergeRequestRef) {
  const { pages } = world.app.mergeRequests;
  await pages.open(ref);
  const panel = pages.of(ref) ?? assert.fail("The page is not open");
  await panel.load();
  const { page } = panel;
  // Whose boxes they are is known once it is drawn.
  assert.equal(page.value.mergeRequest.iid, ref.mergeRequest.iid);
  return page;
}
type ShownPage = Awaited<ReturnType<typeof shownPage>>;

/** Presses a button beside a box of a page; returns whether the text was taken, or why not. */
async function sent(page: ShownPage, box: string, button: string): Promise<Taken> {
  await pressOnPage(page, button);
  return page.value.activity?.box(box).problem ?? true;
}

export async function commentedOnPage(world: RoleWorld): Promise<() => Promise<Taken>> {
  const page = await shownPage(world, await world.mergeRequest());
  typeIn(page, "comment", "Well done");
  return () => sent(page, "comment", "comment");
}

/** One's own comment, in a box of the page with another text. */
export async function editedOnPage(world: RoleWorld): Promise<() => Promise<Taken>> {
  const ref = await world.mergeRequest();
  const { id } = await world.api("POST", `./merge_requests/${ref.mergeRequest.iid}/notes`, { body: "Because." });
  const page = await shownPage(world, ref);
  await pressOnPage(page, `editNote ${id}`);
  typeIn(page, `edit ${id}`, "Because of that.");
  return () => sent(page, `edit ${id}`, `saveNote ${id}`);
}

/** A pending comment, in a box of the page with another text. */
export async function pendingOnPage(world: RoleWorld): Promise<() => Promise<Taken>> {
  const ref = await reviewed(world);
  const page = await shownPage(world, ref);
  const { pending } = await world.app.mergeRequests.review();
  const [comment] = pending.comments(placeOf(ref));
  const part = pendingPart(comment ?? assert.fail("The pending comment was not read"));
  await pressOnPage(page, `editPending ${part}`);
  typeIn(page, `pending ${part}`, "Because of that.");
  return () => sent(page, `pending ${part}`, `savePending ${part}`);
}

/** How a request of one's own is sent: whether the host did it, or the document that shows what came of it. */
export const requested = (app: App, operation: string): Promise<() => Promise<Taken>> =>
  Promise.resolve(async () => {
    const shown: string[] = [];
    const documents = replace(app.texts, "show", (real) => async (...given) => {
      shown.push(given[1]);
      return real.apply(app.texts, given);
    });
    try {
      await vscode.commands.executeCommand("forgeline.api.sendRequest", operation);
    } finally {
      documents.dispose();
    }
    const [text] = shown;
    assert.ok(text !== undefined && shown.length === 1, "one document shows what came of it");
    return /^(\/\/ )?201 /m.test(text) || text;
  });

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
  await world.own.commit({ [`${source}.txt`]: "x\n" }, { branch: source, message: "Change" });
  const ref = { ...world.scope, source };
  const { creating } = world.app.mergeRequests;
  await creating.open(ref);
  const panel = creating.of(ref) ?? assert.fail("The page is not open");
  await panel.load();
  const { page } = panel;
  typeIn(page, "title", "Make it so");
  return async () => {
    await pressOnPage(page, "create");
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

/** A document of ours with other words, which are sent once it is saved. */
async function typedInto(uri: vscode.Uri, words: string): Promise<() => Promise<boolean>> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return async () => {
    if (document.getText() !== words) await retype(document, words);
    return document.save();
  };
}

/** The document of a scheme that is open in front. */
const inFront = async (scheme: string, name = ""): Promise<vscode.TextDocument> => {
  const isShown = ({ scheme: of, path }: vscode.Uri): boolean => of === scheme && path.includes(name);
  const editor = await until(
    `a document of ${scheme}`,
    () =>
      vscode.window.activeTextEditor &&
      isShown(vscode.window.activeTextEditor.document.uri) &&
      vscode.window.activeTextEditor,
    vscode.window.onDidChangeActiveTextEditor,
  );
  return editor.document;
};

/** The custom attributes of a user as a document, with more of them. */
export async function typedAttributes(world: RoleWorld, more: readonly string[]): Promise<() => Promise<boolean>> {
  const { instance, user } = await world.user();
  await world.api("PUT", `/users/${user.id}/custom_attributes/team`, { value: "storm" });
  const owner = { kind: "users", id: user.id, name: user.username };
  await vscode.commands.executeCommand("forgeline.customAttribute.editAll", { instance, owner });
  const document = await inFront("forgeline-attributes", user.username);
  const added = Object.fromEntries(more.map((one) => [world.name(one), "much"]));
  return typedInto(document.uri, JSON.stringify({ ...(JSON.parse(document.getText()) as object), ...added }));
}

export async function typedDescription(world: RoleWorld, words: string): Promise<() => Promise<boolean>> {
  await vscode.commands.executeCommand("forgeline.mergeRequest.editDescription", await world.mergeRequest());
  return typedInto((await inFront("forgeline-edit")).uri, words);
}

export async function typedSnippet(world: RoleWorld, words: string): Promise<() => Promise<boolean>> {
  const { instance, snippet } = await ownSnippet(world);
  const files = await world.app.snippets.files.load();
  return typedInto(files.uriOf({ instance, id: snippet.id, path: "a.txt" }), words);
}

export async function typedPage(world: RoleWorld, words: string): Promise<() => Promise<boolean>> {
  const { slug } = (await world.wikiPage()) as { readonly slug: string };
  const files = await world.app.wiki.files.load();
  return typedInto(files.uriOf(world.scope, { slug, format: "markdown" }), words);
}

/** A page of the wiki that the host does not have. */
export async function newPage(world: RoleWorld, words: string): Promise<() => Promise<boolean>> {
  const files = await world.app.wiki.files.load();
  const uri = files.uriOf(world.scope, { slug: world.name("new"), format: "markdown" });
  await files.texts.begin(uri);
  return typedInto(uri, words);
}

/** The file of a package that no feed has. */
export async function newPackage(
  world: RoleWorld,
  ending: "nupkg" | "snupkg",
  make: (spec: { readonly id: string; readonly version: string }) => Uint8Array,
): Promise<readonly vscode.Uri[]> {
  const id = world.name("Real");
  return [await fileOf(`${id}.${ending}`, make({ id, version: "1.0.0" }))];
}
