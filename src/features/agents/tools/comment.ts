import { l10n } from "vscode";
import type { NewDiffPosition } from "../../../api/resources/discussionTypes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { addComment, replyTo, startThread } from "../../../core/mergeRequests/review/write.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AgentsContext } from "../context.ts";
import { type ToolInput, toolError } from "../input.ts";
import { type FileLines, placeOnLines } from "../linePlace.ts";
import { mergeRequestInput, mergeRequestSubject, type MergeRequestSubject, readForWrite } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Limit of discussions among which one is looked for. */
const maxDiscussions = 2_000;

/** Comments on a merge request. */
export const comment: AgentTool = {
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
  async confirm(context, input, signal) {
    const { body, subject, at } = await planOf(context, input, signal);
    return {
      title: l10n.t("Comment on !{0}?", subject.iid),
      message: confirmText(at, subject.text),
      sent: body,
    };
  },
  async run(context, input, signal) {
    const { body, subject, at } = await planOf(context, input, signal);
    const { iid } = subject;
    const answer = new Answer();
    switch (at.kind) {
      case "thread":
        await replyTo(context, subject, at.id, body, { within: signal });
        return answer.say(`Replied to thread ${at.id} of !${iid}.`);
      case "lines": {
        const thread = await startThread(context, subject, body, at.position, { within: signal });
        return answer.say(
          `Started thread ${oneLine(thread?.id, 64)} on ${oneLine(at.lines.path, 300)}:${at.lines.span.end} of !${iid}.`,
        );
      }
      case "mergeRequest":
        await addComment(context, subject, body, { within: signal });
        return answer.say(`Commented on !${iid}.`);
    }
  },
};

/** Where a comment goes. */
type CommentPlace =
  | { readonly kind: "mergeRequest" }
  | { readonly kind: "thread"; readonly id: string; readonly author: string }
  | { readonly kind: "lines"; readonly lines: FileLines; readonly position: NewDiffPosition };

interface CommentPlan {
  readonly body: string;
  readonly subject: MergeRequestSubject & { readonly text: string };
  readonly at: CommentPlace;
}

async function planOf(context: AgentsContext, input: ToolInput, signal: AbortSignal): Promise<CommentPlan> {
  const body = input.comment("body");
  const [thread, path, line] = [input.string("thread"), input.string("file"), input.id("line")];
  const side = input.choice("side", ["new", "old"]);
  if (thread !== undefined && path !== undefined) throw toolError('Give either "thread" or "file", not both.');
  if ((path === undefined) !== (line === undefined)) throw toolError('"file" and "line" belong together.');
  const subject = await mergeRequestSubject(context, input, signal);
  const read = await readForWrite(context, subject, signal);
  const described = { ...subject, text: read.text };
  if (thread !== undefined) return { body, subject: described, at: await threadOf(subject, thread, signal) };
  if (path === undefined || line === undefined) return { body, subject: described, at: { kind: "mergeRequest" } };
  const lines: FileLines = { path, side, span: { start: line, end: line } };
  const { position } = await placeOnLines(context, subject, lines, read.fork, signal);
  return { body, subject: described, at: { kind: "lines", lines, position } };
}

async function threadOf(
  { project, iid, connection }: MergeRequestSubject,
  id: string,
  signal: AbortSignal,
): Promise<CommentPlace> {
  const { items } = await connection.client.discussions
    .list(project, iid, { perPage: 100, signal })
    .all({ max: maxDiscussions, signal });
  const found = items.find((one) => one.id === id);
  if (!found) throw toolError(`Merge request !${iid} has no thread ${oneLine(id, 64)}.`);
  return { kind: "thread", id, author: found.notes[0]?.author?.username ?? "" };
}

function confirmText(at: CommentPlace, mergeRequest: string): string {
  switch (at.kind) {
    case "thread":
      return l10n.t("Reply to the thread of @{0} on {1}:", plainText(at.author, 60), mergeRequest);
    case "lines":
      return at.lines.side === "old"
        ? l10n.t(
            "Start a thread on line {0} of {1} before the change, on {2}:",
            at.lines.span.end,
            plainText(at.lines.path, 200),
            mergeRequest,
          )
        : l10n.t(
            "Start a thread on line {0} of {1}, on {2}:",
            at.lines.span.end,
            plainText(at.lines.path, 200),
            mergeRequest,
          );
    case "mergeRequest":
      return l10n.t("Comment on {0}:", mergeRequest);
  }
}
