import { l10n } from "vscode";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { addComment, replyTo, startThread } from "../../../core/mergeRequests/review/write.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AgentsContext } from "../context.ts";
import { toolError } from "../input.ts";
import { placeOnLines } from "../linePlace.ts";
import {
  mergeRequestInput,
  mergeRequestSubject,
  type MergeRequestSubject,
  nameText,
  readForWrite,
} from "../subject.ts";
import type { WritePlan, WritingTool } from "../tool.ts";

/** Limit of discussions among which one is looked for. */
const maxDiscussions = 2_000;

/** Comments on a merge request. */
export const comment: WritingTool = {
  title: "Comment on a Merge Request",
  reference: "forgelineComment",
  icon: "comment",
  userDescription: "Comments on a merge request, replies to a thread, or starts one on a line, after you confirm",
  modelDescription:
    "Writes a comment on a GitLab merge request in the user's name: on the merge request, as a reply to a thread (thread), or on a line of a changed file in its newest version (file and line). Use it only when the user asks to comment or reply. The user confirms each text. Get thread IDs from forgeline_read_threads; to propose other lines of code call forgeline_suggest_change.",
  input: {
    type: "object",
    properties: {
      ...mergeRequestInput,
      body: { type: "string", description: "The comment, as Markdown. Quick actions such as /merge are refused." },
      thread: { type: "string", description: "ID of a thread to reply to." },
      file: { type: "string", description: "Path of a changed file, for a thread on one of its lines." },
      line: { type: "integer", description: "Line of the file, from 1.", minimum: 1 },
      side: {
        type: "string",
        description: "Whether line counts in the changed file (new, default) or in the one before (old).",
        enum: ["new", "old"],
      },
    },
    required: ["body"],
  },
  async plan(context, input, signal) {
    const body = input.comment("body");
    const [thread, path, line] = [input.string("thread"), input.name("file"), input.id("line")];
    const side = input.choice("side", ["new", "old"]);
    if (thread !== undefined && path !== undefined) throw toolError('Give either "thread" or "file", not both.');
    if ((path === undefined) !== (line === undefined)) throw toolError('"file" and "line" belong together.');
    const subject = await mergeRequestSubject(context, input, signal);
    const mergeRequest = await readForWrite(context, subject, signal);
    const comment = { context, subject, body, mergeRequest };
    const { message, ...how } =
      thread !== undefined
        ? await inThread(comment, thread, signal)
        : path === undefined || line === undefined
          ? onMergeRequest(comment)
          : await onLine(comment, { path, line, side }, signal);
    const title = l10n.t("Comment on !{0}?", subject.iid);
    return { project: subject, confirmation: { title, message, sent: body }, ...how };
  },
};

interface NewComment {
  readonly context: AgentsContext;
  readonly subject: MergeRequestSubject;
  readonly body: string;
  readonly mergeRequest: { readonly text: string; readonly fork: number | undefined };
}

/** Where a comment goes: how a person is told, and how it is sent there. */
interface CommentPlace extends Pick<WritePlan, "check" | "send"> {
  readonly message: string;
}

const onMergeRequest = ({ context, subject, body, mergeRequest }: NewComment): CommentPlace => ({
  message: l10n.t("Comment on {0}:", mergeRequest.text),
  async send(within) {
    await addComment(context, subject, body, { within });
    return new Answer().say(`Commented on !${subject.iid}.`);
  },
});

async function inThread(
  { context, subject, body, mergeRequest }: NewComment,
  id: string,
  signal: AbortSignal,
): Promise<CommentPlace> {
  const { project, iid, connection } = subject;
  const { items } = await connection.client.discussions
    .list(project, iid, { perPage: 100, signal })
    .all({ max: maxDiscussions, signal });
  const found = items.find((one) => one.id === id);
  if (!found) throw toolError(`Merge request !${iid} has no thread ${oneLine(id, 64)}.`);
  const author = found.notes[0]?.author?.username;
  return {
    message: l10n.t("Reply to the thread of @{0} on {1}:", plainText(author, 60), mergeRequest.text),
    async send(within) {
      await replyTo(context, subject, id, body, { within });
      return new Answer().say(`Replied to thread ${id} of !${iid}.`);
    },
  };
}

async function onLine(
  { context, subject, body, mergeRequest: { text, fork } }: NewComment,
  { path, line, side }: { readonly path: string; readonly line: number; readonly side: "new" | "old" },
  signal: AbortSignal,
): Promise<CommentPlace> {
  const lines = { path, side, span: { start: line, end: line } };
  const { position, check } = await placeOnLines(context, subject, lines, fork, signal);
  return {
    message:
      side === "old"
        ? l10n.t("Start a thread on line {0} of {1} before the change, on {2}:", line, nameText(path), text)
        : l10n.t("Start a thread on line {0} of {1}, on {2}:", line, nameText(path), text),
    check,
    async send(within) {
      const thread = await startThread(context, subject, body, position, { within });
      return new Answer().say(
        `Started thread ${oneLine(thread?.id, 64)} on ${oneLine(path, 300)}:${line} of !${subject.iid}.`,
      );
    },
  };
}
