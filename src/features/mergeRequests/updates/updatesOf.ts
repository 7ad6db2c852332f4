/** Which notes of a conversation, and which changes of a record, are updates for the user. */
import type { ProjectId } from "../../../api/path.ts";
import type { Note } from "../../../api/resources/discussionTypes.ts";
import { type Conversation, isBy } from "../../../core/mergeRequests/review/conversation.ts";
import type { Records } from "../../../core/records/recordKinds.ts";
import { moment } from "../../../core/ui/age.ts";
import type { Update, UpdateKind } from "./update.ts";

export interface Account {
  readonly id: number;
  readonly username: string;
}

/** What was known of a merge request when it was last looked at. */
export interface Seen {
  /** What its record said about the conversation. */
  readonly said: string;
  /** In ms since the epoch, by the host's clock: earlier notes were looked at. */
  readonly until: number;
  readonly comments: number;
  readonly head: string;
  /** Whether the user was a reviewer. */
  readonly reviewing: boolean;
  /** Whether the user has commented or approved. */
  readonly joined: boolean;
}

type MergeRequestRecord = Records["mergeRequest"];

/** Limit of characters of a comment that are kept. */
const maxText = 400;

const isOne = (
  user: { readonly id?: number | null; readonly username?: string | null } | null | undefined,
  me: Account,
) => user != null && (user.id === me.id || user.username === me.username);

/** Returns what the record of a merge request says about its conversation: the same words mean that nothing is new. */
export const saidBy = ({ updated_at: at, user_notes_count: comments, sha }: MergeRequestRecord): string =>
  [at, comments, sha].join(" ");

/** Whether a record says nothing that was not seen: another window may have seen a newer one. */
export function isSeen(record: MergeRequestRecord, seen: Seen | undefined): boolean {
  if (seen === undefined) return false;
  const [at = ""] = seen.said.split(" ");
  return seen.said === saidBy(record) || (moment(at) ?? 0) > (moment(record.updated_at) ?? 0);
}

export const isReviewer = ({ reviewers }: MergeRequestRecord, me: Account): boolean =>
  reviewers?.some((one) => isOne(one, me)) === true;

const isOwner = ({ author, assignee, assignees }: MergeRequestRecord, me: Account): boolean =>
  [author, assignee, ...(assignees ?? [])].some((one) => isOne(one, me));

/** Returns whether a merge request is the user's, or theirs to review. */
export const concerns = (record: MergeRequestRecord, me: Account): boolean =>
  isOwner(record, me) || isReviewer(record, me);

/** Returns whether the user has said something in a conversation. */
export const hasJoined = ({ discussions }: Conversation, me: Account): boolean =>
  discussions.some(({ notes }) => notes.some((note) => note.system !== true && isBy(note, me)));

/** Returns the time of the latest note. */
export const latestOf = ({ discussions }: Conversation): number =>
  Math.max(0, ...discussions.flatMap(({ notes }) => notes.map(({ created_at: at }) => moment(at) ?? 0)));

/** Returns whether a text mentions an account. */
export function isMentioned(text: string, { username }: Account): boolean {
  const name = username.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w@/.-])@${name}(?![\\w/-]|\\.\\w)`, "i").test(text);
}

const pushed = /^added (\d+) commits?\b/;

/** Returns what an event of the host is to the user; undefined for what does not concern them. */
function eventKind(note: Note, record: MergeRequestRecord, me: Account): UpdateKind | undefined {
  const { body } = note;
  // Only the first part names whom a review is requested from.
  if (/^requested review from\b/.test(body))
    return isMentioned(body.replace(/ and removed review request for\b.*$/s, ""), me) ? "reviewRequest" : undefined;
  if (pushed.test(body)) return "push";
  if (!isOwner(record, me)) return undefined;
  if (/^approved this merge request\b/.test(body)) return "approval";
  if (/^unapproved this merge request\b/.test(body)) return "revoked";
  return /^requested changes\b/.test(body) ? "requestedChanges" : undefined;
}

const common = (record: MergeRequestRecord, project: ProjectId) => ({
  project,
  ...(record.project_id ? { projectId: record.project_id } : {}),
  mergeRequest: record.id,
  iid: record.iid ?? 0,
  title: (record.title ?? "").slice(0, maxText),
  ...(record.references?.full ? { reference: record.references.full } : {}),
  ...(record.web_url ? { webUrl: record.web_url } : {}),
});

const nameOf = (user: Note["author"]): { readonly who?: string } => {
  const name = user?.name ?? user?.username;
  return name ? { who: name.slice(0, maxText) } : {};
};

/** Returns what others did since the conversation was last looked at, oldest first. */
export function updatesIn(
  conversation: Conversation,
  record: MergeRequestRecord,
  { me, project, until }: { readonly me: Account; readonly project: ProjectId; readonly until: number },
): Update[] {
  const found = conversation.discussions.flatMap(({ id: discussion, notes }) => {
    const position = notes[0]?.position;
    return notes.flatMap((note, index): Update[] => {
      const at = moment(note.created_at) ?? 0;
      if (at <= until || isBy(note, me)) return [];
      const kind = kindOf(note, notes.slice(0, index), record, me);
      if (kind === undefined) return [];
      const { new_path: path, old_path: oldPath } = position ?? {};
      const count = kind === "push" ? Number(pushed.exec(note.body)?.[1]) : undefined;
      return [
        {
          ...common(record, project),
          ...nameOf(note.author),
          id: `note ${note.id}`,
          kind,
          at,
          ...(note.system === true ? {} : { text: note.body.slice(0, maxText), discussion }),
          ...(count === undefined ? {} : { count }),
          ...(path ? { path } : {}),
          ...(oldPath ? { oldPath } : {}),
        },
      ];
    });
  });
  return found.toSorted((one, other) => one.at - other.at);
}

function kindOf(note: Note, before: readonly Note[], record: MergeRequestRecord, me: Account): UpdateKind | undefined {
  if (note.system === true) return eventKind(note, record, me);
  if (before.some((one) => one.system !== true && isBy(one, me))) return "reply";
  if (isMentioned(note.body, me)) return "mention";
  return isOwner(record, me) ? "comment" : undefined;
}

/** Returns the update that the user became a reviewer, unless the conversation says so: not all hosts note it down at the creation. */
export function reviewRequestIn(
  record: MergeRequestRecord,
  seen: Seen | undefined,
  {
    me,
    project,
    since,
    conversation,
  }: {
    readonly me: Account;
    readonly project: ProjectId;
    readonly since: number;
    readonly conversation: Conversation | undefined;
  },
): Update | undefined {
  const created = moment(record.created_at) ?? 0;
  const isNew = seen ? !seen.reviewing : created > since;
  if (!isNew || !isReviewer(record, me)) return undefined;
  const until = seen?.until ?? since;
  const isNoted = conversation?.discussions.some(({ notes }) =>
    notes.some(
      (note) =>
        note.system === true &&
        (moment(note.created_at) ?? 0) > until &&
        eventKind(note, record, me) === "reviewRequest",
    ),
  );
  // Authors have asked themselves.
  if (isNoted === true || isOne(record.author, me)) return undefined;
  return {
    ...common(record, project),
    ...(seen ? {} : nameOf(record.author)),
    id: `review ${record.updated_at ?? ""}`,
    kind: "reviewRequest",
    at: moment(seen ? record.updated_at : record.created_at) ?? created,
  };
}

/**
 * Returns what a record alone says: more comments, and another head, which nobody is told of their own merge requests since it does not say
 * who pushed. For instances without discussions.
 */
export function updatesOfRecord(
  record: MergeRequestRecord,
  seen: Seen | undefined,
  { me, project }: { readonly me: Account; readonly project: ProjectId },
): Update[] {
  if (!seen) return [];
  const at = moment(record.updated_at) ?? 0;
  const more = (record.user_notes_count ?? seen.comments) - seen.comments;
  const head = record.sha ?? seen.head;
  return [
    ...(more > 0
      ? [
          {
            ...common(record, project),
            id: `comments ${record.user_notes_count}`,
            kind: "comments" as const,
            count: more,
            at,
          },
        ]
      : []),
    ...(head === seen.head || seen.head === "" || isOne(record.author, me)
      ? []
      : [{ ...common(record, project), id: `push ${head}`, kind: "push" as const, at }]),
  ];
}
