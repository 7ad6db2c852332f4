/** Suggestions of a merge request that can be applied, as commands find and offer them. */
import { l10n } from "vscode";
import type { Discussion, Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { type ArgumentParser, isObject, isScope } from "../../../core/commands/arguments.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import { authorName, type NoteComment } from "../review/shownNote.ts";
import { appliableOf, linesOf } from "../review/suggestions.ts";

/** A comment of a merge request, as argument of commands. */
export interface NoteRef extends MergeRequestPlace {
  /** ID of the comment. */
  readonly noteId: number;
}

/** A suggestion with the comment that makes it. */
export interface Suggested {
  readonly note: Note;
  readonly suggestion: Suggestion;
  readonly path: string;
}

/** Returns the suggestions of a merge request that the host can apply, oldest first. @throws ApiError */
export async function suggestionsOf(
  context: MergeRequestsContext,
  place: MergeRequestPlace,
): Promise<readonly Suggested[]> {
  const { discussions } = await context.review();
  const conversation = await withProgress(l10n.t("Loading the threads of !{0}…", place.iid), () =>
    discussions.get(place),
  );
  return conversation.discussions.flatMap((discussion) =>
    discussion.notes.flatMap((note) =>
      appliableOf(note).map((suggestion) => ({ note, suggestion, path: pathOf(discussion, note) })),
    ),
  );
}

const pathOf = ({ notes }: Discussion, { position }: Note): string =>
  position?.new_path ?? notes[0]?.position?.new_path ?? "";

export const ofNote = (all: readonly Suggested[], given: NoteComment | NoteRef): Suggested[] => {
  const id = "noteId" in given ? given.noteId : given.note.id;
  return all.filter(({ note }) => note.id === id);
};

export const notAppliable = ({ iid }: MergeRequestPlace): UserError =>
  new UserError(
    l10n.t("!{0} has no such suggestion to apply. It was applied already, or its lines have changed since.", iid),
    { action: { title: l10n.t("Refresh"), command: "forgeline.refresh" } },
  );

export function choice(one: Suggested): Choice<Suggested> {
  const { suggestion, note, path } = one;
  const [changed = ""] = linesOf(suggestion.to_content ?? "").filter((line) => line.trim() !== "");
  return {
    label: changed === "" ? l10n.t("Remove lines") : plainText(changed.trim(), 100),
    description: plainText(typeof suggestion.from_line === "number" ? `${path}:${suggestion.from_line}` : path, 200),
    detail: l10n.t("Suggested by {0}", authorName(note)),
    value: one,
  };
}

/** Returns the merge request of a comment. */
export const placeOfNote = (given: NoteComment | NoteRef): MergeRequestPlace =>
  "noteId" in given ? given : given.place;

const isNoteRef = (value: unknown): value is NoteRef =>
  isScope(value) && typeof value["iid"] === "number" && typeof value["noteId"] === "number";

/** Parses a comment with suggestions, as VS Code or the page passes it. */
export const suggestionArgs: ArgumentParser<[given?: NoteComment | NoteRef]> = ([value]) =>
  isNoteRef(value) ||
  (isObject(value) && isObject(value["note"]) && isObject(value["place"]) && typeof value["discussion"] === "string")
    ? [value as NoteComment | NoteRef]
    : [];
