/** How suites do each thing with a command: upon what, made anew each time, with which answers, and what is known of it as a write. */
import type * as vscode from "vscode";
import type { ChangeSubject } from "../../src/core/changes.ts";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import { makePackage, makeSymbolPackage } from "../service/packages/nupkg.ts";
import type { Answer } from "./answering.ts";
import { localService } from "./localService.ts";
import { newKey } from "./ownKeys.ts";
import type { RoleWorld, SubjectName } from "./roleWorld.ts";
import { replace } from "./spies.ts";
import { groupOf } from "./writeRows.ts";
import * as subjects from "./writeSubjects.ts";

/** Whether a write was taken; a text is what the page says that it was not. */
export type Taken = boolean | string;

export interface WriteScene {
  /** ID of the command, where the scene has a name of its own. */
  readonly command?: CommandId;
  /** What the command is about, as rows hand it over; a command that asks for all it needs has nothing. */
  readonly about?: SubjectName | ((world: RoleWorld) => Promise<object>);
  /** What the command is handed, where that is more than what it is about. */
  readonly given?: (world: RoleWorld) => Promise<readonly unknown[]>;
  /** Makes what is written without a command of ours, and returns how a person writes it: whether it was taken. */
  readonly write?: (world: RoleWorld) => Promise<() => Promise<Taken>>;
  /** The person's answers, in the order of the questions. */
  readonly answers?: (world: RoleWorld) => readonly Answer[];
  /** It asks in a dialog, and in no box. */
  readonly confirms?: true;
  /** It shows something and writes nothing. */
  readonly reads?: true;
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
}

export type Scenes = Readonly<Record<string, WriteScene>>;

/** What a command is about, made anew. */
export const subjectOf = (world: RoleWorld, about: NonNullable<WriteScene["about"]>): Promise<object> =>
  typeof about === "string" ? world[about]() : about(world);

/** What a command is handed. */
export const givenTo = async (world: RoleWorld, { given, about }: WriteScene): Promise<readonly unknown[]> =>
  given ? given(world) : about ? [await subjectOf(world, about)] : [];

const notInRows = "the rows of merge requests have nothing of it";
const noText = "the rows have nothing of the text";
const failed = { status: "failed", jobs: [{ name: "compile", status: "failed" }] };

const protectedAccess = async (world: RoleWorld): Promise<object> => {
  const ref = await world.protectedBranch();
  return { ...ref, access: "push", entry: ref.protectedBranch.push_access_levels[0] };
};

const userAnswers = (name: string): readonly Answer[] => [
  ...["Create", `${name}@example.com`, "Create", name, "Create", name, "Create", "Send Reset Link", "Create"],
];

/** Those that the suite about roles does, too. */
export const scenes: Partial<Readonly<Record<CommandId, WriteScene>>> = {
  "forgeline.pipeline.run": { answers: () => ["main", "Run Pipeline on “main”"] },
  "forgeline.pipeline.retry": { about: (world) => world.pipeline(failed) },
  "forgeline.pipeline.cancel": {
    confirms: true,
    about: (world) => world.pipeline({ status: "running", jobs: [{ name: "compile", status: "running" }] }),
  },
  "forgeline.pipeline.rename": {
    about: (world) => world.pipeline({ status: "success" }),
    answers: () => ["Nightly"],
    typed: "Nightly",
  },
  "forgeline.pipeline.delete": { about: (world) => world.pipeline({ status: "success" }), confirms: true },
  "forgeline.pipeline.showVariables": {
    about: (world) => world.pipeline({ status: "success", variables: [{ key: "COLOR", value: "red" }] }),
    reads: true,
  },
  "forgeline.job.retry": { about: (world) => world.job("failed") },
  "forgeline.job.retryFailed": {
    confirms: true,
    about: async (world) => ({ ...world.scope, stage: { jobs: [await world.job("failed")] } }),
  },
  "forgeline.job.cancel": { about: (world) => world.job("running"), confirms: true },
  "forgeline.job.play": { about: (world) => world.job("manual") },
  "forgeline.commit.cherryPick": {
    about: "commit",
    answers: () => ["release"],
    unseen: "the view shows another branch",
  },
  "forgeline.commit.setStatus": { about: "commit", answers: () => ["failed", "Set “default” to failed"] },
  "forgeline.mergeRequest.close": { about: "mergeRequest" },
  "forgeline.mergeRequest.reopen": { about: (world) => world.mergeRequest({ state: "closed" }) },
  "forgeline.mergeRequest.markDraft": { about: "mergeRequest" },
  "forgeline.mergeRequest.approve": {
    about: "mergeRequest",
    unknown: "who approved is not documented",
    unseen: notInRows,
  },
  "forgeline.mergeRequest.revokeApproval": {
    about: (world) => world.mergeRequest({ approvedBy: ["admin", "max", "bob", "rita"] }),
    unknown: "who approved is not documented",
    unseen: notInRows,
  },
  "forgeline.mergeRequest.requestReview": {
    about: (world) => world.mergeRequest({ reviewers: ["alice"] }),
    unknown: "a review that is requested again looks as before",
    unseen: notInRows,
  },
  "forgeline.mergeRequest.submitReview": {
    about: "mergeRequest",
    answers: () => ["Good work", "Comment"],
    typed: "Good work",
  },
  "forgeline.thread.resolve": { about: "thread", unseen: notInRows },
  "forgeline.thread.reopen": { about: (world) => world.thread({ resolved: true }), unseen: notInRows },
  "forgeline.thread.send": { about: "comment", typed: "Why?", shown: "review" },
  "forgeline.thread.addToReview": { about: "comment", typed: "Why?", shown: "review" },
  "forgeline.suggestion.apply": {
    about: "suggestion",
    answers: () => ["Take it"],
    typed: "Take it",
    doneAlready: /It was applied already/,
    unseen: notInRows,
  },
  "forgeline.mergeRequest.rebase": { about: subjects.behindMergeRequest, unseen: notInRows },
  "forgeline.mergeRequest.merge": {
    about: "mergeRequest",
    answers: () => ["Merge Now"],
    doneAlready: /is already merged\.$/,
  },
  "forgeline.mergeRequest.delete": { about: "mergeRequest", confirms: true },
  "forgeline.milestone.create": {
    about: (world) => Promise.resolve({ kind: "milestoneFolder", ...world.scope }),
    answers: (world) => [world.name("Goal"), "Create"],
    typed: "Goal-",
    answersAgain: () => ["Create"],
  },
  "forgeline.milestone.close": { about: "milestone" },
  "forgeline.milestone.delete": { about: "milestone", confirms: true },
  "forgeline.milestone.promote": { about: "milestone", confirms: true },
  "forgeline.package.delete": { about: "package", confirms: true },
  "forgeline.wiki.delete": { about: "wikiPage", confirms: true },
  "forgeline.snippet.userAgentDetails": { about: "snippet", reads: true },
  "forgeline.protectedBranch.protect": { answers: (world) => [{ type: world.name("kept") }, "Protect “kept"] },
  "forgeline.protectedBranch.edit": {
    about: "protectedBranch",
    answers: () => ["Force Push"],
    // The menu shows what is set by then.
    answersAgain: (isDone) => (isDone ? [] : ["Force Push"]),
  },
  "forgeline.protectedBranch.unprotect": { about: "protectedBranch", confirms: true },
  "forgeline.protectedBranch.removeAccess": {
    confirms: true,
    about: protectedAccess,
    unknown: "the access of a role may be there twice",
  },
  "forgeline.jobTokenScope.lift": { about: (world) => subjects.withTokenLimit(world, true), confirms: true },
  "forgeline.jobTokenScope.limit": { about: (world) => subjects.withTokenLimit(world, false) },
  "forgeline.jobTokenScope.addProject": {
    about: "withoutTokenEntries",
    answers: () => [{ type: localService().info.project.path }],
  },
  "forgeline.jobTokenScope.addGroup": {
    about: "withoutTokenEntries",
    answers: () => [{ type: localService().info.group.path }],
  },
  "forgeline.jobTokenScope.remove": { about: "tokenEntry", confirms: true },
  "forgeline.jobTokenScope.show": { reads: true },
  "forgeline.vulnerability.confirm": { about: "vulnerability" },
  "forgeline.vulnerability.resolve": { about: "vulnerability" },
  "forgeline.vulnerability.dismiss": { about: "vulnerability" },
  "forgeline.vulnerability.open": { about: "vulnerability", reads: true },
  "forgeline.vulnerability.revert": { about: "confirmed" },
  "forgeline.user.show": { about: "user", reads: true },
  "forgeline.user.create": {
    answers: (world) => userAnswers(world.name("new")),
    typed: "new-",
    answersAgain: () => ["Create", "Send Reset Link", "Create"],
  },
  "forgeline.user.edit": { about: "user", answers: () => ["Name", "Somebody"], typed: "Somebody" },
  "forgeline.user.delete": { about: "user", confirms: true },
  "forgeline.customAttribute.editAll": { about: "attribute", reads: true },
  "forgeline.customAttribute.set": { about: "attribute", answers: () => ["2"], typed: "2" },
  "forgeline.customAttribute.delete": { about: "attribute", confirms: true },
  "forgeline.systemHook.create": {
    answers: () => ["http://127.0.0.1:9/created", "Create"],
    typed: "http://127.0.0.1:9/created",
    answersAgain: () => ["Create"],
  },
  "forgeline.systemHook.show": { about: "hook", reads: true },
  "forgeline.systemHook.test": {
    about: "hook",
    unknown: "deliveries are not listed",
    unseen: "deliveries are not listed",
  },
  "forgeline.systemHook.delete": { about: "hook", confirms: true },
  "forgeline.administration.showCurrentUserAs": { answers: () => [{ type: "1" }], reads: true },
  "forgeline.status.set": {
    given: (world) => subjects.withStatus(world, ""),
    answers: () => ["Set Status", "Away", "Set Status"],
    typed: "Away",
    answersAgain: () => ["Set Status"],
  },
  "forgeline.status.clear": { given: (world) => subjects.withStatus(world, "Busy") },
  "forgeline.counts.show": { reads: true },
};

const typedWords = "Typed words\n";

const further: Scenes = {
  "forgeline.pipeline.runAgain": {
    // Where none was started a moment ago: a second one that the host made of it would be taken for this one.
    about: (world) => world.pipeline({ status: "success", ref: "release" }),
    answers: () => ["Run Pipeline on “release”"],
  },
  "forgeline.commit.revert": { about: "commit", answers: () => ["main"] },
  "forgeline.commit.comment": { about: "commit", answers: () => ["Well done"], typed: "Well done" },
  "forgeline.mergeRequest.markReady": { about: (world) => world.mergeRequest({ title: "Draft: Do it" }) },
  "forgeline.mergeRequest.edit": { about: "mergeRequest", answers: () => ["Title", "Do it well"], typed: "Do it well" },
  "forgeline.thread.sendAndResolve": { about: subjects.reply, typed: "Because.", shown: "review" },
  "forgeline.thread.saveComment": {
    about: subjects.editedComment,
    typed: "Because of that.",
    left: subjects.editedTexts,
    shown: "review",
  },
  "forgeline.thread.deleteComment": { about: subjects.ownComment, shown: "review", confirms: true },
  "a pending comment that is changed": {
    command: "forgeline.thread.saveComment",
    about: subjects.editedPending,
    typed: "Because of that.",
    left: subjects.editedTexts,
    // One that was changed is shown at once.
    changes: "nothing",
    shown: "review",
  },
  "a pending comment that is deleted": {
    confirms: true,
    command: "forgeline.thread.deleteComment",
    about: subjects.pendingComment,
    shown: "review",
  },
  "forgeline.suggestion.applySeveral": {
    about: subjects.mergeRequestWithSuggestion,
    answers: () => ["Take it"],
    typed: "Take it",
    doneAlready: /It was applied already/,
    unseen: notInRows,
  },
  "forgeline.thread.addToReviewAndResolve": { about: subjects.reply, typed: "Because.", shown: "review" },
  "forgeline.mergeRequest.discardReview": {
    about: (world) => subjects.reviewed(world),
    unseen: notInRows,
    confirms: true,
  },
  "the second of two pending comments": {
    confirms: true,
    command: "forgeline.mergeRequest.discardReview",
    about: (world) => subjects.reviewed(world, ["Why?", "How?"]),
    before: 1,
    path: "/draft_notes/",
    unseen: notInRows,
  },
  "the pending comments of a review": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => subjects.reviewed(world, ["Why?", "How?"]),
    answers: () => ["Good work", "Comment"],
    typed: "Good work",
  },
  "the summary after the pending comments": {
    command: "forgeline.mergeRequest.submitReview",
    about: (world) => subjects.reviewed(world),
    answers: () => ["Good work", "Comment"],
    before: 1,
    path: "/notes(\\?|$)",
    typed: "Good work",
  },
  "the resolution after the pending comments": {
    command: "forgeline.mergeRequest.submitReview",
    about: subjects.pendingWithResolution,
    answers: () => ["", "Comment"],
    before: 1,
    path: "/discussions/[0-9a-f]+(\\?|$)",
    shown: "review",
  },
  "the approval after a review": {
    command: "forgeline.mergeRequest.submitReview",
    about: "mergeRequest",
    answers: () => ["Good work", "Approve"],
    before: 1,
    path: "/approve(\\?|$)",
    unknown: "who approved is not documented",
  },
  "the resolution after a reply": {
    command: "forgeline.thread.sendAndResolve",
    about: subjects.reply,
    before: 1,
    path: "/discussions/[0-9a-f]+(\\?|$)",
    shown: "review",
    // The reply is sent by then.
    again: ([given]) => ({
      command: "forgeline.thread.resolve",
      given: [(given as { readonly thread: vscode.CommentThread }).thread],
    }),
  },
  "forgeline.mergeRequest.cancelAutoMerge": { about: subjects.waitingMergeRequest, unseen: notInRows },
  "a new merge request": { changes: "mergeRequest", write: subjects.proposed, typed: "Make it so" },
  "a comment on the page of a merge request": {
    changes: "mergeRequest",
    write: subjects.commentedOnPage,
    typed: "Well done",
  },
  "a changed comment on the page of a merge request": {
    changes: "mergeRequest",
    write: subjects.editedOnPage,
    typed: "Because of that.",
    unseen: notInRows,
  },
  "a changed pending comment on the page of a merge request": {
    changes: "nothing",
    shown: "nothing",
    write: subjects.pendingOnPage,
    typed: "Because of that.",
  },
  "a request of one's own": {
    changes: "milestone",
    write: ({ app }) => subjects.requested(app, "milestones.project.create"),
    answers: (world) => [world.own.path, world.name("asked"), { check: [] }, "Send…"],
    typed: "asked-",
    unknown: "what a request does is for whoever sends it",
    // The answer is shown as it came.
    unsure: /No response\.|^(\/\/ )?50[234] /m,
  },
  "the second of two pipelines": {
    confirms: true,
    command: "forgeline.pipeline.retry",
    given: async (world) => {
      const rows = [await world.pipeline(failed), await world.pipeline(failed)];
      return [rows[0], rows];
    },
    before: 1,
    notDone: /^Retry Pipeline: 1 of 2 failed: pipeline #\d+\. .* The change was not made\./,
    // Whoever tries again selects what failed.
    again: ([, rows]) => ({ command: "forgeline.pipeline.retry", given: (rows as readonly object[]).slice(1) }),
  },
  "forgeline.comment.send": { about: subjects.lineComment, typed: "Why so?" },
  "forgeline.wiki.rename": {
    about: "wikiPage",
    answers: (world) => [world.name("moved")],
    typed: "moved-",
    doneAlready: /It already has this name/,
  },
  "forgeline.wiki.changeFormat": { about: "wikiPage", answers: () => ["AsciiDoc"] },
  "the second of two custom attributes": {
    changes: "customAttribute",
    // The view shows those of users who were added to it.
    shown: "nothing",
    write: (world) => subjects.typedAttributes(world, ["cost", "area"]),
    before: 1,
    path: "/custom_attributes/area-",
    typed: "area-",
  },
  "forgeline.milestone.edit": { about: "milestone", answers: (world) => ["Title", world.name("aim")], typed: "aim-" },
  "a new milestone of the group": {
    command: "forgeline.milestone.create",
    about: (world) => Promise.resolve({ kind: "milestoneFolder", ...world.scope, group: groupOf(world) }),
    answers: (world) => [world.name("Goal"), "Create"],
    typed: "Goal-",
    answersAgain: () => ["Create"],
  },
  "a changed milestone of the group": {
    command: "forgeline.milestone.edit",
    about: subjects.groupMilestone,
    answers: (world) => ["Title", world.name("aim")],
    typed: "aim-",
  },
  "the deletion of a milestone of the group": {
    confirms: true,
    command: "forgeline.milestone.delete",
    about: subjects.groupMilestone,
  },
  "a group without job token access": {
    confirms: true,
    command: "forgeline.jobTokenScope.remove",
    about: subjects.groupTokenEntry,
  },
  "forgeline.milestone.activate": { about: subjects.closedMilestone },
  "forgeline.protectedBranch.addAccess": {
    about: async (world) => ({ ...(await world.protectedBranch()), access: "merge" }),
    answers: () => ["Developers and maintainers"],
    unknown: "the access of a role may be there twice",
  },
  "the protection after an unprotection": {
    command: "forgeline.protectedBranch.edit",
    about: "protectedBranch",
    answers: () => ["Allowed to Push", "Developers and maintainers"],
    before: 1,
    path: "/protected_branches(\\?|$)",
    restores: "a branch must not stay unprotected",
    // A host that changes no single entries.
    during: async ({ app }) =>
      replace(await app.projectSettings.protections.load(), "higherEdition", () => () => false),
  },
  "forgeline.protectedBranch.changeAccess": {
    about: protectedAccess,
    answers: () => ["Developers and maintainers"],
    unknown: "entries come back with IDs of their own",
  },
  "forgeline.snippet.createFromFiles": {
    given: async (world) => {
      const uri = await subjects.fileOf(`${world.name("snippet")}.txt`, "A snippet\n");
      return [uri, [uri]];
    },
    answers: () => ["Tools", "Some tools", "Private"],
    typed: "Some tools",
  },
  "forgeline.snippet.edit": {
    about: subjects.ownSnippet,
    answers: () => ["Better tools", "Words about them"],
    typed: "Words about them",
  },
  "forgeline.snippet.changeVisibility": { about: subjects.ownSnippet, answers: () => ["Internal"] },
  "forgeline.snippet.delete": { about: subjects.ownSnippet, doneAlready: /was deleted, or/, confirms: true },
  "forgeline.snippet.renameFile": {
    about: subjects.ownSnippet,
    answers: () => ["a.txt", "b.txt"],
    // The list shows the new name by then.
    answersAgain: (isDone) => (isDone ? [] : ["a.txt", "b.txt"]),
  },
  "forgeline.snippet.deleteFile": { about: subjects.ownSnippet, answers: () => ["a.txt"], doneAlready: /last file/ },
  "forgeline.sshKey.add": { answers: (world) => ["Paste Public Key", newKey(), world.name("key")], typed: "key-" },
  "forgeline.packages.publish": {
    confirms: true,
    given: (world) => subjects.newPackage(world, "nupkg", makePackage),
    unknown: "hosts may take a package in after a while",
  },
  "a package for the v2 feed": {
    confirms: true,
    command: "forgeline.packages.publish",
    given: (world) => subjects.newPackage(world, "nupkg", makePackage),
    during: () => subjects.feedVersion("v2"),
    unknown: "hosts may take a package in after a while",
  },
  "forgeline.packages.publishSymbols": {
    confirms: true,
    given: (world) => subjects.newPackage(world, "snupkg", makeSymbolPackage),
    unknown: "symbol packages are not listed",
    unseen: "symbol packages are not listed",
  },
  "a new wiki page": { changes: "wiki", write: (world) => subjects.newPage(world, typedWords), typed: typedWords },
  "the file of a snippet": {
    changes: "snippet",
    write: (world) => subjects.typedSnippet(world, typedWords),
    typed: typedWords,
    unseen: noText,
  },
  "the description of a merge request": {
    changes: "mergeRequest",
    write: (world) => subjects.typedDescription(world, typedWords),
    typed: typedWords,
    unseen: noText,
  },
  "the text of a wiki page": {
    changes: "wiki",
    write: (world) => subjects.typedPage(world, typedWords),
    typed: typedWords,
    unseen: noText,
  },
};

export const writeScenes: Scenes = {
  ...(Object.fromEntries(Object.entries(scenes).filter(([, { reads }]) => reads !== true)) as Scenes),
  ...further,
};

/** Subjects of changes by the second part of a command's ID, where that is another. */
const subjectOfCommand: Readonly<Record<string, ChangeSubject>> = {
  comment: "commit",
  commitThisFile: "commit",
  file: "commit",
  submodule: "commit",
  thread: "mergeRequest",
  suggestion: "mergeRequest",
  packages: "package",
  status: "ownStatus",
};

/** Returns the subject of the change that whatever shows it is told of. */
export function changeOf(
  name: string,
  { command = name as CommandId, changes }: WriteScene,
): ChangeSubject | "nothing" | undefined {
  const [, part = ""] = command.split(".");
  return changes ?? subjectOfCommand[part] ?? (part as ChangeSubject);
}
