import { ApiError } from "../../../api/errors.ts";
import type { Discussion, Note } from "../../../api/resources/discussionTypes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { readCommitComments } from "../../../core/mergeRequests/review/commitComments.ts";
import { isEvent, isOpenThread, isResolvable } from "../../../core/mergeRequests/review/conversation.ts";
import { refOf } from "../../../core/mergeRequests/review/place.ts";
import type { AgentsContext } from "../context.ts";
import { pageOf } from "../paging.ts";
import { type MergeRequestSubject, mergeRequestInput, mergeRequestSubject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Limits of discussions that are read, of threads of an answer, of comments per thread, and of characters per comment. */
const maxDiscussions = 2_000;
const mostThreads = 30;
const mostNotes = 20;
const longestNote = 2_000;

/** What was said on a merge request. */
export const readThreads: AgentTool = {
  title: "Read the Threads of a Merge Request",
  reference: "forgelineThreads",
  icon: "comment-discussion",
  userDescription: "Comments and threads of a merge request, unresolved ones first",
  modelDescription:
    "Reads what was said in the review of a GitLab merge request: threads with ID, file and line, authors and text, unresolved ones first. Use unresolved_only to see what is still open, and offset for the next ones. The IDs of threads are what forgeline_comment replies to.",
  input: {
    type: "object",
    properties: {
      ...mergeRequestInput,
      unresolved_only: { type: "boolean", description: "Only threads that nobody has resolved. Default false." },
      offset: { type: "integer", description: "Number of threads to skip. Default 0.", minimum: 0 },
    },
  },
  async run(context, input, signal) {
    const unresolvedOnly = input.flag("unresolved_only");
    const offset = input.offset("offset");
    const subject = await mergeRequestSubject(context, input, signal);
    const { project, iid, connection } = subject;
    const { discussions } = connection.client;
    try {
      const { items, capped } = await discussions
        .list(project, iid, { perPage: 100, signal })
        .all({ max: maxDiscussions, signal });
      const said = items.filter((one) => !isEvent(one));
      const open = said.filter(isOpenThread);
      const shown = unresolvedOnly ? open : [...open, ...said.filter((one) => !isOpenThread(one))];
      const answer = new Answer();
      answer.say(
        `Merge request !${iid} has ${open.length} unresolved threads and ${said.length - open.length} other threads and comments${capped ? "; only the first were read" : ""}.`,
      );
      const { texts, next } = pageOf(shown, offset, mostThreads, threadText);
      texts.forEach((text, at) => answer.quote(headOf(shown[offset + at]), text));
      if (next !== undefined)
        answer.hint(
          `forgeline_read_threads with merge_request=${iid}${unresolvedOnly ? ", unresolved_only=true" : ""}, offset=${next}`,
        );
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || discussions.available() !== false) throw error;
      return commitComments(context, subject, offset, signal);
    }
  },
};

/** Returns what a thread is and where it stands. */
function headOf(discussion: Discussion | undefined): string {
  if (discussion === undefined) return "thread";
  const state = !isResolvable(discussion) ? "comment" : isOpenThread(discussion) ? "unresolved" : "resolved";
  const place = placeOf(discussion.notes[0]);
  return `thread ${oneLine(discussion.id, 64)}, ${state}${place === undefined ? "" : `, on ${place}`}`;
}

/** Returns the file and line that a comment stands on, in the version of the merge request that it was made for. */
export function placeOf(note: Note | undefined): string | undefined {
  const { position } = note ?? {};
  if (!position) return undefined;
  const { new_path: path, old_path: oldPath, new_line: line, old_line: oldLine } = position;
  if (typeof line === "number") return `${oneLine(path)}:${line}`;
  return typeof oldLine === "number" ? `${oneLine(oldPath)}:${oldLine} (removed line)` : oneLine(path ?? oldPath);
}

function threadText({ notes }: Discussion): string {
  const shown = notes.filter(({ system }) => system !== true);
  const left = shown.length - mostNotes;
  return [
    ...shown.slice(0, mostNotes).map(({ author, created_at: at, body }) => noteText(author?.username, at, body)),
    ...(left > 0 ? [`(${left} more replies)`] : []),
  ].join("\n\n");
}

const noteText = (author: string | null | undefined, at: string | null | undefined, body: string): string =>
  `@${oneLine(author)}, ${oneLine(at)}:\n${body.length > longestNote ? `${body.slice(0, longestNote)}… (cut)` : body}`;

/** Answers with the comments on commits, on hosts without discussions. */
async function commitComments(
  context: AgentsContext,
  subject: MergeRequestSubject,
  offset: number,
  signal: AbortSignal,
): Promise<Answer> {
  const { project, iid, connection } = subject;
  const mergeRequest = await readMergeRequest(context, refOf(subject), signal);
  const commits = await readCommitComments(connection.client, project, mergeRequest, signal);
  const comments = commits.flatMap(({ sha, comments: those }) => those.map((comment) => ({ sha, comment })));
  const answer = new Answer().say(
    `This host has no discussions on merge requests. The commits of !${iid} have ${comments.length} comments.`,
  );
  const { texts, next } = pageOf(comments, offset, mostThreads, ({ comment: { author, created_at: at, note } }) =>
    noteText(author?.username, at, note),
  );
  texts.forEach((text, at) => {
    const { sha = "", comment } = comments[offset + at] ?? {};
    const { path, line } = comment ?? {};
    answer.quote(`comment on commit ${oneLine(sha, 8)}${path ? `, ${oneLine(path)}:${line ?? ""}` : ""}`, text);
  });
  if (next !== undefined) answer.hint(`forgeline_read_threads with merge_request=${iid}, offset=${next}`);
  return answer;
}
