import type { Discussion, DraftNote, Note } from "../../../api/resources/discussionTypes.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import type { Records } from "../../records/recordKinds.ts";

/** What people and the host said on a merge request. */
export interface Conversation {
  /** Oldest first. */
  readonly discussions: readonly Discussion[];
  /** Number of discussions that were read, if the host has more. */
  readonly capped?: number | undefined;
  /** What the user will say when the review is submitted; undefined where the host has no draft notes. */
  readonly drafts?: readonly DraftNote[] | undefined;
}

/** Returns whether a discussion is an event, such as a push or an approval, that the host wrote down. */
export const isEvent = ({ notes }: Discussion): boolean => notes[0]?.system === true;

/** Returns whether a discussion is a thread that can be resolved and reopened. */
export const isResolvable = ({ notes }: Discussion): boolean => notes.some((note) => note.resolvable === true);

/** Returns whether all of a thread is resolved. */
export const isResolved = (discussion: Discussion): boolean =>
  isResolvable(discussion) && discussion.notes.every((note) => note.resolvable !== true || note.resolved === true);

/** Returns whether a thread waits for somebody to resolve it. */
export const isOpenThread = (discussion: Discussion): boolean => isResolvable(discussion) && !isResolved(discussion);

/** Returns who resolved a thread, as far as the host says so. */
export const resolverOf = ({ notes }: Discussion): Note["resolved_by"] =>
  notes.findLast(({ resolved_by: one }) => one != null)?.resolved_by;

/** Returns who said something. */
export const authorsOf = (conversation: Conversation | undefined): readonly UserSummary[] =>
  (conversation?.discussions ?? []).flatMap(({ notes }) => notes.flatMap(({ author }) => author ?? []));

/** Returns the number of threads that wait for somebody to resolve them. */
export const openThreads = ({ discussions }: Conversation): number => discussions.filter(isOpenThread).length;

/** Returns whether a conversation has all that the record of its merge request counts, up to when that last changed. */
export function isAsNew({ discussions, capped }: Conversation, record: Records["mergeRequest"]): boolean {
  const notes = discussions.flatMap((one) => one.notes);
  const comments = notes.filter(({ system }) => system !== true).length;
  if (capped === undefined && comments !== (record.user_notes_count ?? comments)) return false;
  const times = notes.flatMap(({ updated_at: at }) => (at == null ? [] : [Date.parse(at)]));
  return record.updated_at == null || Date.parse(record.updated_at) <= Math.max(0, ...times) + clockGrain;
}

/** Ms by which a host may note the time of a merge request after that of its latest comment. */
const clockGrain = 1_000;

/** Returns whether an account wrote a comment. */
export const isBy = ({ author }: Note, user: { readonly id: number; readonly username: string } | undefined): boolean =>
  user !== undefined && author != null && (author.id === user.id || author.username === user.username);
