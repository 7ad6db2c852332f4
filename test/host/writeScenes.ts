/** How the suite about faulty writes does each thing: as the suite about roles, and what that leaves out. */
import * as vscode from "vscode";
import type { ChangeSubject } from "../../src/core/changes.ts";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import { makePackage, makeSymbolPackage } from "../service/packages/nupkg.ts";
import type { Answer } from "./answering.ts";
import { newKey } from "./ownKeys.ts";
import { type Scene, scenes } from "./roleScenes.ts";
import type { RoleWorld } from "./roleWorld.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { groupOf } from "./writeRows.ts";
import {
  attachedToComment,
  attachedToWiki,
  behindMergeRequest,
  closedMilestone,
  commentedOnPage,
  editedComment,
  editedOnPage,
  editedPending,
  editedTexts,
  feedVersion,
  fileOf,
  groupMilestone,
  groupTokenEntry,
  lineComment,
  mergeRequestWithSuggestion,
  ownComment,
  ownSnippet,
  pendingComment,
  pendingOnPage,
  pendingWithResolution,
  proposed,
  reply,
  requested,
  reviewedMergeRequest,
  testsOfJob,
  waitingMergeRequest,
  withStatus,
  withTokenLimit,
} from "./writeSubjects.ts";

/** Whether a write was taken; a text is what the page says that it was not. */
export type Taken = boolean | string;

export interface WriteScene extends Scene {
  /** ID of the command, where the scene has a name of its own. */
  readonly command?: CommandId;
  /** Subject of the change that whatever shows it is told of, where the name of the scene does not say it; `nothing` shows an upload. */
  readonly changes?: ChangeSubject | "nothing";
  /** Of what the rows show it, where that is not its subject: `review` is for the threads in a diff that is open. */
  readonly shown?: ChangeSubject | "nothing";
  /** Why those rows are the same before and after. */
  readonly unseen?: string;
  /** How much is written before the write that the fault is for. */
  readonly before?: number;
  /** Source of a regular expression on the address of that write, where others are before it. */
  readonly path?: string;
  /** What is said truly where it was not done, in place of the usual words. */
  readonly notDone?: RegExp;
  /** By which command it is tried again, where that is another. @param given what the command was handed */
  readonly again?: (given: readonly unknown[]) => { readonly command: CommandId; readonly given: readonly unknown[] };
  /** Why the API cannot tell afterwards whether it was done. */
  readonly unknown?: string;
  /** What is said truly where it may have been done, in place of the usual words. */
  readonly unsure?: RegExp;
  /** What is typed and must not be lost. */
  readonly typed?: string;
  /** Where that may stay beside boxes, documents and drafts. */
  readonly left?: (world: RoleWorld) => Promise<readonly string[]>;
  /** Why the same is sent once more where it was not done: what was there before is restored, and trying again is another write. */
  readonly restores?: string;
  /** What holds while it is done. */
  readonly during?: (world: RoleWorld) => Promise<{ dispose(): unknown }>;
  /** How it is tried again, where the box has what was typed already. @param isDone whether the host did it the first time */
  readonly answersAgain?: (isDone: boolean) => readonly Answer[];
  /** What is said truly when it is tried again after it was done, where it is not found to be done. */
  readonly doneAlready?: RegExp;
  /** What the command is handed, where that is more than what it is about. */
  readonly given?: (world: RoleWorld) => Promise<readonly unknown[]>;
  /** Makes what is written without a command of ours, and returns how a person writes it: whether it was taken. */
  readonly write?: (world: RoleWorld) => Promise<() => Promise<Taken>>;
}

export type Scenes = Readonly<Record<string, WriteScene>>;

const notInRows = "the rows of merge requests have nothing of it";
const noText = "the rows have nothing of the text";

/** What is known of those of the suite about roles beyond what they do. */
const details: Partial<Readonly<Record<CommandId, Omit<WriteScene, "answers" | "reads">>>> = {
  "forgeline.mergeRequest.approve": { unknown: "who approved is not documented", unseen: notInRows },
  "forgeline.mergeRequest.revokeApproval": { unknown: "who approved is not documented", unseen: notInRows },
  "forgeline.mergeRequest.requestReview": {
    unknown: "a review that is requested again looks as before",
    unseen: notInRows,
  },
  "forgeline.protectedBranch.removeAccess": { unknown: "the access of a role may be there twice" },
  "forgeline.systemHook.test": { unknown: "deliveries are not listed", unseen: "deliveries are not listed" },
  // The menu shows what is set by then.
  "forgeline.protectedBranch.edit": { answersAgain: (isDone) => (isDone ? [] : ["Force Push"]) },
  "forgeline.jobTokenScope.lift": { about: (world) => withTokenLimit(world, true) },
  "forgeline.jobTokenScope.limit": { about: (world) => withTokenLimit(world, false) },
  "forgeline.status.set": {
    given: (world) => withStatus(world, ""),
    typed: "Away",
    answersAgain: () => ["Set Status"],
  },
  "forgeline.status.clear": { given: (world) => withStatus(world, "Busy") },
  "forgeline.systemHook.create": { typed: "http://127.0.0.1:9/created", answersAgain: () => ["Create"] },
  "forgeline.user.create": { typed: "new-", answersAgain: () => ["Create", "Send Reset Link", "Create"] },
  "forgeline.pipeline.rename": { typed: "Nightly" },
  "forgeline.commit.cherryPick": { unseen: "the view shows another branch" },
  "forgeline.suggestion.apply": { typed: "Take it", doneAlready: /It was applied already/, unseen: notInRows },
  "forgeline.mergeRequest.merge": { doneAlready: /is already merged\.$/ },
  "forgeline.mergeRequest.rebase": { about: (world) => behindMergeRequest(world), unseen: notInRows },
  "forgeline.thread.resolve": { unseen: notInRows },
  "forgeline.thread.reopen": { unseen: notInRows },
  "forgeline.milestone.create": { typed: "Goal-", answersAgain: () => ["Create"] },
  "forgeline.thread.send": { typed: "Why?", shown: "review" },
  "forgeline.thread.addToReview": { typed: "Why?", shown: "review" },
  "forgeline.mergeRequest.submitReview": { typed: "Good work" },
  "forgeline.customAttribute.set": { typed: "2" },
  "forgeline.user.edit": { typed: "Somebody" },
};

/** A document of ours with other words, which are sent once it is saved. */
async function typedInto(uri: vscode.Uri, words: string): Promise<() => Promise<boolean>> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return async () => {
    if (document.getText() !== words) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, document.validateRange(new vscode.Range(0, 0, 1e6, 0)), words);
      await vscode.workspace.applyEdit(edit);
    }
    return document.save();
  };
}

/** A package that no feed has. */
async function newPackage(world: RoleWorld): Promise<readonly vscode.Uri[]> {
  const id = world.name("Real");
  return [await fileOf(`${id}.nupkg`, makePackage({ id, version: "1.0.0" }))];
}

const typedWords = "Typed words\n";

/** The custom attributes of a user as a document, with more of them. */
async function typedAttributes(world: RoleWorld, more: readonly string[]): Promise<() => Promise<boolean>> {
  const { instance, user } = await world.user();
  await world.api("PUT", `/users/${user.id}/custom_attributes/team`, { value: "storm" });
  const owner = { kind: "users", id: user.id, name: user.username };
  await vscode.commands.executeCommand("forgeline.customAttribute.editAll", { instance, owner });
  const editor = await until(
    "the attributes",
    () =>
      vscode.window.activeTextEditor?.document.uri.scheme === "forgeline-attributes" &&
      vscode.window.activeTextEditor.document.uri.path.includes(user.username) &&
      vscode.window.activeTextEditor,
    vscode.window.onDidChangeActiveTextEditor,
  );
  const { document } = editor;
  const added = Object.fromEntries(more.map((one) => [world.name(one), "much"]));
  return typedInto(document.uri, JSON.stringify({ ...(JSON.parse(document.getText()) as object), ...added }));
}

const further: Scenes = {
  "forgeline.pipeline.runAgain": {
    about: (world) => world.pipeline({ status: "success", ref: "main" }),
    answers: () => ["Run Pipeline on “main”"],
  },
  "forgeline.commit.revert": { about: (world) => world.commit(), answers: () => ["main"] },
  "forgeline.commit.comment": { about: (world) => world.commit(), answers: () => ["Well done"], typed: "Well done" },
  "forgeline.mergeRequest.markReady": { about: (world) => world.mergeRequest({ title: "Draft: Do it" }) },
  "forgeline.mergeRequest.edit": {
    about: (world) => world.mergeRequest(),
    answers: () => ["Title", "Do it well"],
    typed: "Do it well",
  },
  "forgeline.thread.sendAndResolve": { about: (world) => reply(world), typed: "Because.", shown: "review" },
  "forgeline.thread.saveComment": {
    about: (world) => editedComment(world),
    typed: "Because of that.",
    left: (world) => editedTexts(world),
    shown: "review",
  },
  "forgeline.thread.deleteComment": { about: (world) => ownComment(world), shown: "review" },
  "a pending comment that is changed": {
    command: "forgeline.thread.saveComment",
    about: (world) => editedPending(world),
    typed: "Because of that.",
    left: (world) => editedTexts(world),
    // One that was changed is shown at once.
    changes: "nothing",
    shown: "review",
  },
  "a pending comment that is deleted": {
    command: "forgeline.thread.deleteComment",
    about: (world) => pendingComment(world),
    shown: "review",
  },
  "forgeline.suggestion.applySeveral": {
    about: async (world) => mergeRequestWithSuggestion(world),
    answers: () => ["Take it"],
    typed: "Take it",
    doneAlready: /It was applied already/,
    unseen: notInRows,
  },
  "forgeline.thread.addToReviewAndResolve": { about: (world) => reply(world), typed: "Because.", shown: "review" },
  "forgeline.mergeRequest.discardReview": { about: (world) => reviewedMergeRequest(world), unseen: notInRows },
  "the second of two pending comments": {
    command: "forgeline.mergeRequest.discardReview",
    about: (world) => reviewedMergeRequest(world, ["Why?", "How?"]),
    before: 1,
    path: "/draft_notes/",
    unseen: notInRows,
  },
  "the pending comments of a review": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => reviewedMergeRequest(world, ["Why?", "How?"]),
    answers: () => ["Good work", "Comment"],
    typed: "Good work",
  },
  "the summary after the pending comments": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => reviewedMergeRequest(world),
    answers: () => ["Good work", "Comment"],
    before: 1,
    path: "/notes(\\?|$)",
    typed: "Good work",
  },
  "the resolution after the pending comments": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => pendingWithResolution(world),
    answers: () => ["", "Comment"],
    before: 1,
    path: "/discussions/[0-9a-f]+(\\?|$)",
    shown: "review",
  },
  "the approval after a review": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => world.mergeRequest(),
    answers: () => ["Good work", "Approve"],
    before: 1,
    path: "/approve(\\?|$)",
    unknown: "who approved is not documented",
  },
  "the resolution after a reply": {
    command: "forgeline.thread.sendAndResolve",
    about: (world) => reply(world),
    before: 1,
    path: "/discussions/[0-9a-f]+(\\?|$)",
    shown: "review",
    // The reply is sent by then.
    again: ([given]) => ({
      command: "forgeline.thread.resolve",
      given: [(given as { readonly thread: vscode.CommentThread }).thread],
    }),
  },
  "forgeline.mergeRequest.cancelAutoMerge": { about: (world) => waitingMergeRequest(world), unseen: notInRows },
  "a new merge request": { changes: "mergeRequest", write: (world) => proposed(world), typed: "Make it so" },
  "a comment on the page of a merge request": {
    changes: "mergeRequest",
    write: (world) => commentedOnPage(world),
    typed: "Well done",
  },
  "a changed comment on the page of a merge request": {
    changes: "mergeRequest",
    write: (world) => editedOnPage(world),
    typed: "Because of that.",
    unseen: notInRows,
  },
  "a changed pending comment on the page of a merge request": {
    changes: "nothing",
    shown: "nothing",
    write: (world) => pendingOnPage(world),
    typed: "Because of that.",
  },
  "a file that is attached to a comment": {
    changes: "nothing",
    shown: "nothing",
    write: (world) => attachedToComment(world),
    unknown: "uploads are not listed",
  },
  "a file that is attached to a wiki page": {
    changes: "nothing",
    shown: "nothing",
    write: (world) => attachedToWiki(world),
    unknown: "uploads are not listed",
  },
  "a request of one's own": {
    changes: "milestone",
    write: ({ app }) => requested(app, "milestones.project.create"),
    answers: (world) => [world.own.path, world.name("asked"), { check: [] }, "Send…"],
    typed: "asked-",
    unknown: "what a request does is for whoever sends it",
    // The answer is shown as it came.
    unsure: /No response\.|^(\/\/ )?50[234] /m,
  },
  "the second of two pipelines": {
    command: "forgeline.pipeline.retry",
    given: async (world) => {
      const jobs = [{ name: "compile", status: "failed" }];
      const rows = [await world.pipeline({ status: "failed", jobs }), await world.pipeline({ status: "failed", jobs })];
      return [rows[0], rows];
    },
    before: 1,
    notDone: /^Retry Pipeline: 1 of 2 failed: pipeline #\d+\. .* The change was not made\./,
    // Whoever tries again selects what failed.
    again: ([, rows]) => ({ command: "forgeline.pipeline.retry", given: (rows as readonly object[]).slice(1) }),
  },
  "forgeline.comment.send": { about: (world) => lineComment(world), typed: "Why so?" },
  "forgeline.wiki.rename": {
    about: (world) => world.wikiPage(),
    answers: (world) => [world.name("moved")],
    typed: "moved-",
    doneAlready: /It already has this name/,
  },
  "forgeline.wiki.changeFormat": {
    about: (world) => world.wikiPage(),
    answers: () => ["AsciiDoc"],
    doneAlready: /is no longer there/,
  },
  "the custom attributes of a user": {
    changes: "customAttribute",
    // The view shows those of users who were added to it.
    shown: "nothing",
    write: (world) => typedAttributes(world, ["cost"]),
    typed: "cost-",
  },
  "the second of two custom attributes": {
    changes: "customAttribute",
    shown: "nothing",
    write: (world) => typedAttributes(world, ["cost", "area"]),
    before: 1,
    path: "/custom_attributes/area-",
    typed: "area-",
  },
  "forgeline.milestone.edit": {
    about: (world) => world.milestone(),
    answers: (world) => ["Title", world.name("aim")],
    typed: "aim-",
  },
  "a new milestone of the group": {
    command: "forgeline.milestone.create",
    about: (world) => Promise.resolve({ kind: "milestoneFolder", ...world.scope, group: groupOf(world) }),
    answers: (world) => [world.name("Goal"), "Create"],
    typed: "Goal-",
    answersAgain: () => ["Create"],
  },
  "a changed milestone of the group": {
    command: "forgeline.milestone.edit",
    about: (world) => groupMilestone(world),
    answers: (world) => ["Title", world.name("aim")],
    typed: "aim-",
  },
  "the deletion of a milestone of the group": {
    command: "forgeline.milestone.delete",
    about: (world) => groupMilestone(world),
  },
  "a group without job token access": {
    command: "forgeline.jobTokenScope.remove",
    about: (world) => groupTokenEntry(world),
  },
  "forgeline.milestone.activate": { about: (world) => closedMilestone(world) },
  "forgeline.protectedBranch.addAccess": {
    about: async (world) => ({ ...(await world.protectedBranch()), access: "merge" }),
    answers: () => ["Developers and maintainers"],
    unknown: "the access of a role may be there twice",
  },
  "the protection after an unprotection": {
    command: "forgeline.protectedBranch.edit",
    about: (world) => world.protectedBranch(),
    answers: () => ["Allowed to Push", "Developers and maintainers"],
    before: 1,
    path: "/protected_branches(\\?|$)",
    restores: "a branch must not stay unprotected",
    // A host that changes no single entries.
    during: async ({ app }) =>
      replace(await app.projectSettings.protections.load(), "higherEdition", () => () => false),
  },
  "forgeline.protectedBranch.changeAccess": {
    about: async (world) => {
      const ref = await world.protectedBranch();
      return { ...ref, access: "push", entry: ref.protectedBranch.push_access_levels[0] };
    },
    answers: () => ["Developers and maintainers"],
    unknown: "entries come back with IDs of their own",
  },
  "forgeline.snippet.createFromFiles": {
    given: async (world) => {
      const uri = await fileOf(`${world.name("snippet")}.txt`, "A snippet\n");
      return [uri, [uri]];
    },
    answers: () => ["Tools", "Some tools", "Private"],
    typed: "Some tools",
  },
  "forgeline.snippet.edit": {
    about: (world) => ownSnippet(world),
    answers: () => ["Better tools", "Words about them"],
    typed: "Words about them",
  },
  "forgeline.snippet.changeVisibility": { about: (world) => ownSnippet(world), answers: () => ["Internal"] },
  "forgeline.snippet.delete": { about: (world) => ownSnippet(world), doneAlready: /was deleted, or/ },
  "forgeline.snippet.renameFile": {
    about: (world) => ownSnippet(world),
    answers: () => ["a.txt", "b.txt"],
    // The list shows the new name by then.
    answersAgain: (isDone) => (isDone ? [] : ["a.txt", "b.txt"]),
  },
  "forgeline.snippet.deleteFile": {
    about: (world) => ownSnippet(world),
    answers: () => ["a.txt"],
    doneAlready: /last file/,
  },
  "forgeline.sshKey.add": { answers: (world) => ["Paste Public Key", newKey(), world.name("key")], typed: "key-" },
  "forgeline.packages.publish": {
    given: (world) => newPackage(world),
    unknown: "hosts may take a package in after a while",
  },
  "a package for the v2 feed": {
    command: "forgeline.packages.publish",
    given: (world) => newPackage(world),
    during: () => feedVersion("v2"),
    unknown: "hosts may take a package in after a while",
  },
  "forgeline.packages.publishSymbols": {
    given: async (world) => {
      const id = world.name("Symbols");
      return [await fileOf(`${id}.snupkg`, makeSymbolPackage({ id, version: "1.0.0" }))];
    },
    unknown: "symbol packages are not listed",
    unseen: "symbol packages are not listed",
  },
  "a failed test that is run again": { changes: "job", write: (world) => testsOfJob(world) },
  "a new wiki page": {
    changes: "wiki",
    write: async (world) => {
      const files = await world.app.wiki.files.load();
      const uri = files.uriOf(world.scope, { slug: world.name("new"), format: "markdown" });
      await files.texts.begin(uri);
      return typedInto(uri, typedWords);
    },
    typed: typedWords,
  },
  "the file of a snippet": {
    changes: "snippet",
    write: async (world) => {
      const { instance, snippet } = await ownSnippet(world);
      const files = await world.app.snippets.files.load();
      return typedInto(files.uriOf({ instance, id: snippet.id, path: "a.txt" }), typedWords);
    },
    typed: typedWords,
    unseen: noText,
  },
  "the description of a merge request": {
    changes: "mergeRequest",
    write: async (world) => {
      await vscode.commands.executeCommand("forgeline.mergeRequest.editDescription", await world.mergeRequest());
      const editor = await until(
        "the description",
        () =>
          vscode.window.activeTextEditor?.document.uri.scheme === "forgeline-edit" && vscode.window.activeTextEditor,
        vscode.window.onDidChangeActiveTextEditor,
      );
      return typedInto(editor.document.uri, typedWords);
    },
    typed: typedWords,
    unseen: noText,
  },
  "the text of a wiki page": {
    changes: "wiki",
    write: async (world) => {
      const page = (await world.wikiPage()) as { slug: string };
      const files = await world.app.wiki.files.load();
      return typedInto(files.uriOf(world.scope, { slug: page.slug, format: "markdown" }), typedWords);
    },
    typed: typedWords,
    unseen: noText,
  },
};

const isWriting = ([, scene]: [string, Scene]): boolean => scene.reads !== true;

export const writeScenes: Scenes = {
  ...Object.fromEntries(
    Object.entries(scenes)
      .filter(isWriting)
      .map(([id, scene]) => [id, { ...scene, ...details[id as CommandId] }]),
  ),
  ...further,
};

/** Subjects of changes by the second part of a command's ID. */
const subjects: Readonly<Record<string, ChangeSubject>> = {
  pipeline: "pipeline",
  job: "job",
  commit: "commit",
  comment: "commit",
  commitThisFile: "commit",
  file: "commit",
  submodule: "commit",
  mergeRequest: "mergeRequest",
  thread: "mergeRequest",
  suggestion: "mergeRequest",
  milestone: "milestone",
  package: "package",
  packages: "package",
  wiki: "wiki",
  snippet: "snippet",
  sshKey: "sshKey",
  protectedBranch: "protectedBranch",
  jobTokenScope: "jobTokenScope",
  vulnerability: "vulnerability",
  user: "user",
  customAttribute: "customAttribute",
  systemHook: "systemHook",
  status: "ownStatus",
};

/** Returns the subject of the change that whatever shows it is told of. */
export const changeOf = (
  name: string,
  { command = name as CommandId, changes }: WriteScene,
): ChangeSubject | "nothing" | undefined => changes ?? subjects[command.split(".")[1] ?? ""];
