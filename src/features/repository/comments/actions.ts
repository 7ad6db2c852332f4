import { commands, l10n, Range, type TextDocumentShowOptions, type CommentReply, type Uri, window } from "vscode";
import { keepText } from "../../../core/base/draft.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asText } from "../../../core/base/stored.ts";
import { type ArgumentParser, isObject, isUri } from "../../../core/commands/arguments.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { CommentRef, CommitRef } from "../../../core/commits/refs.ts";
import { changesOfCommit } from "../../../core/comparisons/changes.ts";
import { diffSides, diffTitle } from "../../../core/comparisons/sides.ts";
import { fileUri } from "../../../core/files/uris.ts";
import { submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { DraftComment } from "../../../core/ui/unsentComment.ts";
import { pickCommit, commitName } from "../commands/pickCommit.ts";
import type { RepositoryContext } from "../context.ts";
import { commentsText } from "./commentText.ts";
import { findComment } from "./findComment.ts";

/** Limit of comments read per commit. */
const maxComments = 1_000;

/** Sends a comment or reply on a line of a commit's file. */
export async function sendComment(context: RepositoryContext, reply?: CommentReply): Promise<void> {
  if (reply === undefined)
    throw new UserError(l10n.t("Open the diff of a commit and select a line on the right side to comment on it."), {
      action: { title: l10n.t("Show Commit"), command: "forgeline.commit.show" },
    });
  await (await context.comments.load()).send(reply);
}

/** Sends a draft comment again. */
export async function sendCommentAgain(context: RepositoryContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.comments.load()).sendAgain(draft);
}

/** Discards a draft comment. */
export async function discardComment(context: RepositoryContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.comments.load()).discard(draft);
}

/** Shows the comments on more commits of the merge request whose diff is open. */
export async function showOlderComments(context: RepositoryContext, given?: Uri): Promise<void> {
  const uri = given ?? window.activeTextEditor?.document.uri;
  const comments = await context.comments.load();
  const read = uri && (await withProgress(l10n.t("Loading comments on older commits…"), () => comments.showOlder(uri)));
  if (!read)
    throw new UserError(
      l10n.t("Open the diff of a merge request on a host without discussions to show the comments on its commits."),
    );
  notice(
    read.older
      ? l10n.t("The comments on the newest {0} commits are shown.", read.count)
      : l10n.t("The comments on all commits of the merge request are shown."),
  );
}

/** Comments on commits that were not sent, by commit. */
const unsentComments: DraftKind<string> = { name: "wholeCommitComment", parse: asText };

/** Comments on a commit as a whole. The text is kept until it is sent. */
export async function comment(context: RepositoryContext, given?: CommitRef): Promise<void> {
  const title = l10n.t("Comment on Commit");
  const ref = await pickCommit(context, given, { title, placeholder: l10n.t("Select a commit to comment on") });
  const { instance, project, commit } = ref;
  const { sent, ...kept } = keepText(context.drafts, unsentComments, `${instance} ${project} ${commit.id}`);
  await submitText(
    {
      ...kept,
      title: l10n.t("Comment on {0}", commitName(ref)),
      prompt: l10n.t("Enter a comment on the commit (Markdown). To comment on a line, use the diff"),
      validate: (text) => (text.trim() === "" ? l10n.t("Enter a comment.") : undefined),
      sending: l10n.t("Sending the comment…"),
      writes: true,
      failed: (error) => context.report.background(error, "Comment on Commit"),
    },
    (note, within) => {
      const connection = context.connections.get(instance);
      const { commits, hostTime } = connection.client;
      return runWrite(
        context,
        title,
        { instance, project, subject: "commit", sha: commit.id },
        (signal) => commits.createComment(project, commit.id, { note }, { signal }),
        { within, what: note, hostTime, find: findComment(connection, { project, sha: commit.id, note }) },
      );
    },
  );
  await sent();
  notice(l10n.t("Commented on {0}.", shortSha(commit.id)));
}

/** Shows the comments on a line in the commit's diff, or all comments on a commit as a read-only document. */
export async function showComments(context: RepositoryContext, given?: CommentRef): Promise<void> {
  const ref: CommentRef = await pickCommit(context, given, {
    title: l10n.t("Show Comments"),
    placeholder: l10n.t("Select a commit to show its comments"),
  });
  if (ref.path !== undefined && ref.line !== undefined) await showLine(context, ref, ref.path, ref.line);
  else await showText(context, ref);
}

async function showText(context: RepositoryContext, ref: CommitRef): Promise<void> {
  const { instance, project, commit } = ref;
  const { client } = context.connections.get(instance);
  const comments = await withProgress(l10n.t("Loading comments on {0}…", commitName(ref)), (signal) =>
    client.commits.listComments(project, commit.id, { signal }).all({ max: maxComments, signal }),
  );
  const short = shortSha(commit.id);
  await context.texts.show(`${commit.id}/${l10n.t("Comments on {0}", short)}.md`, commentsText(commit, comments));
}

async function showLine(context: RepositoryContext, ref: CommitRef, path: string, line: number): Promise<void> {
  const { instance, project, commit } = ref;
  const changes = await withProgress(l10n.t("Loading changes of {0}…", commitName(ref)), (signal) =>
    changesOfCommit(context, ref, signal),
  );
  const file = changes.files.find((one) => one.path === path && one.status !== "deleted");
  const at = new Range(line - 1, 0, line - 1, 0);
  const options: TextDocumentShowOptions = { preview: true, selection: at };
  const uri = fileUri({ instance, project, path, ref: commit.id });
  if (file) {
    const [base, head] = diffSides(changes.comparison, file);
    await commands.executeCommand("vscode.diff", base, head, diffTitle(changes.comparison, file), options);
    await (await context.comments.load()).open(head, line);
  } else {
    // The documents allow comments on any line of any file, changed or not.
    await commands.executeCommand("vscode.open", uri, options);
    await (await context.comments.load()).open(uri, line);
  }
}

/** Parses the reply that VS Code passes to a command of a comment thread. */
export const commentReplyArgs: ArgumentParser<[reply?: CommentReply]> = ([value]) =>
  isCommentReply(value) ? [value] : [];

/** Parses the comment that VS Code passes to a command of a draft comment. */
export const draftCommentArgs: ArgumentParser<[draft?: DraftComment]> = ([value]) =>
  isDraftComment(value) ? [value] : [];

const isThread = (value: unknown): boolean =>
  isObject(value) && isUri(value["uri"]) && Array.isArray(value["comments"]);

const isCommentReply = (value: unknown): value is CommentReply =>
  isObject(value) && typeof value["text"] === "string" && isThread(value["thread"]);

const isDraftComment = (value: unknown): value is DraftComment => isObject(value) && isThread(value["draft"]);
