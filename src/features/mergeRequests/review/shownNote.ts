import { type Comment, CommentMode, l10n } from "vscode";
import type { Discussion, Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { isBy, isResolvable, isResolved, resolverOf } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { isOnPicture } from "../../../core/mergeRequests/review/positions.ts";
import { moment } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { commentBody, type ShownPicture } from "./pictures.ts";
import { appliableOf, isAppliable, withDiffs } from "./suggestions.ts";

/** A comment of the host, shown in its thread. */
export interface NoteComment extends Comment {
  readonly place: MergeRequestPlace;
  readonly discussion: string;
  readonly note: Note;
}

export const isNote = (comment: Comment): comment is NoteComment => "note" in comment;

/** Returns a comment as VS Code shows it. @param user the account in use */
export function noteComment(
  place: MergeRequestPlace,
  discussion: string,
  note: Note,
  user: { readonly id: number; readonly username: string } | undefined,
  picture: ShownPicture,
): NoteComment {
  const at = moment(note.created_at);
  return {
    place,
    discussion,
    note,
    body: commentBody(
      place,
      shownText(note),
      picture,
      l10n.t("Truncated. Open the merge request in the browser to read the whole text."),
    ),
    mode: CommentMode.Preview,
    author: { name: authorName(note) },
    contextValue: contextOf(note, user),
    ...(at === undefined ? {} : { timestamp: new Date(at) }),
  };
}

/** Returns the context value of a comment, for its menus. */
function contextOf(note: Note, user: { readonly id: number; readonly username: string } | undefined): string {
  if (note.system === true) return "event";
  const kind = isBy(note, user) ? "own" : "other";
  return user !== undefined && appliableOf(note).length > 0 ? `${kind} suggestion` : kind;
}

/** Texts of comments with suggestions: pages are drawn often, and notes are not changed. */
const knownTexts = new WeakMap<Note, string>();

/** Returns the Markdown of a comment, with its suggestions as differences. */
export function shownText(note: Note): string {
  const known = knownTexts.get(note);
  if (known !== undefined) return known;
  const text = withDiffs(note, (suggestion) => `**${suggestionWords(suggestion)}**`);
  knownTexts.set(note, text);
  return text;
}

function suggestionWords(suggestion: Suggestion): string {
  if (suggestion.applied === true) return l10n.t("Suggested change (applied)");
  return isAppliable(suggestion) ? l10n.t("Suggested change") : l10n.t("Suggested change (cannot be applied)");
}

/** Returns the name of a comment's author. */
export const authorName = ({ author }: Note): string =>
  plainText(author?.name ?? author?.username, 100) || l10n.t("unknown user");

/** What is not the thread's own, but shown with it. */
interface Besides {
  /** Whether its diff is outdated. */
  readonly outdated: boolean;
  /** Whether the review that is pending will resolve it. */
  readonly resolves: boolean;
  /** Whether its lines were changed in the working tree. */
  readonly changed?: boolean;
}

/** Returns what the header of a thread says. */
export function threadLabel(discussion: Discussion, { outdated, resolves, changed = false }: Besides): string {
  const state = isOnPicture(discussion.notes[0]?.position)
    ? l10n.t("{0} · on the picture", stateWords(discussion))
    : stateWords(discussion);
  const words = resolves ? l10n.t("{0} · resolved with your review", state) : state;
  if (changed) return l10n.t("{0} · lines changed since", words);
  return outdated ? l10n.t("{0} · outdated", words) : words;
}

function stateWords(discussion: Discussion): string {
  if (!isResolvable(discussion)) return l10n.t("Comment");
  if (!isResolved(discussion)) return l10n.t("Open thread");
  const by = resolverOf(discussion);
  const name = plainText(by?.name ?? by?.username, 100);
  return name === "" ? l10n.t("Resolved thread") : l10n.t("Resolved by {0}", name);
}

/** Returns the context value of a thread, for its menus. */
export function threadContext(discussion: Discussion, { resolves }: Pick<Besides, "resolves">): string {
  if (!isResolvable(discussion)) return "comment";
  if (isResolved(discussion)) return "resolved";
  return resolves ? "openResolving" : "open";
}
