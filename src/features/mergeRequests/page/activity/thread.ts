import { l10n } from "vscode";
import type { Discussion, Note } from "../../../../api/resources/discussionTypes.ts";
import {
  isBy,
  isOpenThread,
  isResolvable,
  isResolved,
  resolverOf,
} from "../../../../core/mergeRequests/review/conversation.ts";
import { element, type PageElement, type PageNode, styled, wordsOf } from "../../../../core/webview/element.ts";
import { FOCUS_ACTION } from "../../../../core/webview/messages.ts";
import { icon, moment, own, person, textOf } from "../../../../core/webview/parts.ts";
import { textBox } from "../../../../core/webview/textBox.ts";
import { shownText } from "../../review/shownNote.ts";
import { appliableOf } from "../../review/suggestions.ts";
import { button } from "../model.ts";
import { editBox, replyBox } from "./boxes.ts";
import { type Drawing, event } from "./drawing.ts";
import { isOutdated, threadId } from "./model.ts";
import { pendingReplies, reviewButton } from "./pending.ts";
import { openLabel, placeOf } from "./place.ts";

/** Draws a comment, or a thread with its box for a reply. */
export function entry(discussion: Discussion, drawing: Drawing): PageElement {
  const { id } = discussion;
  const isThread = discussion.individual_note !== true;
  const isOpen = isOpenThread(discussion);
  const attributes = {
    id: threadId(id),
    tabindex: "-1",
    class: isThread ? `thread${isOpen ? " thread-open" : ""}` : "single",
  };
  const body = isThread ? thread(discussion, drawing) : discussion.notes.map((note) => comment(note, drawing));
  return element("li", { key: `discussion ${id}` }, element("article", { key: "article", attributes }, ...body));
}

function thread(discussion: Discussion, drawing: Drawing): PageElement[] {
  const comments = discussion.notes.map((note) =>
    note.system === true ? event(`event ${note.id}`, note, drawing) : comment(note, drawing),
  );
  const rest = [...comments, ...pendingReplies(discussion.id, drawing), threadBox(discussion, drawing)].filter(
    (part) => part !== undefined,
  );
  if (!isResolved(discussion)) return [threadHead(discussion, drawing), ...rest];
  return [
    element(
      "details",
      { key: "resolved" },
      element("summary", undefined, icon("pass"), resolvedWords(discussion), ...excerpt(discussion, drawing)),
      threadHead(discussion, drawing),
      ...rest,
    ),
  ];
}

function resolvedWords(discussion: Discussion): string {
  const by = resolverOf(discussion);
  const name = textOf(by?.name) ?? textOf(by?.username);
  return name === undefined ? l10n.t("Resolved") : l10n.t("Resolved by {0}", name);
}

/** Tells folded threads apart. */
function excerpt({ notes: [first] }: Discussion, { activity }: Drawing): PageNode[] {
  if (first === undefined) return [];
  const place = placeOf(first.position);
  const words = wordsOf(activity.render(first.body).nodes.slice(0, 1)).trim().split("\n", 1)[0]?.slice(0, 80) ?? "";
  return [" ", styled("span", "quiet", own([place, words].filter((part) => part).join(" · ")))];
}

function threadHead(discussion: Discussion, { overview, open }: Drawing): PageElement {
  const [first] = discussion.notes;
  const place = placeOf(first?.position);
  const id = threadId(discussion.id);
  const at = open.indexOf(id);
  const previous = at > 0 ? open[at - 1] : undefined;
  const next = at >= 0 ? open[at + 1] : undefined;
  const status = isOpenThread(discussion) ? l10n.t("Open") : undefined;
  return element(
    "header",
    { key: "head", attributes: { class: "thread-head" } },
    element(
      "h3",
      undefined,
      place === undefined
        ? l10n.t("Thread")
        : button({ do: "openThread", part: discussion.id }, place, {
            kind: "link",
            icon: "diff",
            label: openLabel(first?.position, place),
          }),
    ),
    status !== undefined && styled("span", "mark mark-open", status),
    isOutdated(first, overview.mergeRequest) && styled("span", "mark", l10n.t("Outdated: on an earlier version")),
    element(
      "span",
      { key: "steps", attributes: { class: "steps" } },
      previous !== undefined &&
        button({ do: FOCUS_ACTION, part: previous }, l10n.t("Previous"), {
          kind: "tool",
          label: l10n.t("Previous open thread"),
        }),
      next !== undefined &&
        button({ do: FOCUS_ACTION, part: next }, l10n.t("Next"), { kind: "tool", label: l10n.t("Next open thread") }),
    ),
  );
}

function comment(note: Note, drawing: Drawing): PageElement {
  const { overview, activity, writing } = drawing;
  const { mergeRequest, ref } = overview;
  const name = editBox(note.id);
  const isEdited = activity.unsent.includes(name);
  const isOwn = isBy(note, activity.user);
  const author = person(note.author, ref.instance) ?? l10n.t("unknown user");
  const isAuthor = note.author?.id !== undefined && note.author.id === mergeRequest.author?.id;
  return element(
    "article",
    { key: `note ${note.id}`, attributes: { class: "comment", tabindex: "-1" } },
    element(
      "header",
      { key: "about", attributes: { class: "about" } },
      styled("span", "who", author),
      isAuthor && styled("span", "mark", l10n.t("Author")),
      styled("span", "quiet", moment(note.created_at, writing)),
      isChanged(note) && styled("span", "quiet", l10n.t("Edited")),
      isOwn &&
        !isEdited &&
        element(
          "span",
          { key: "own", attributes: { class: "steps" } },
          button({ do: "editNote", part: String(note.id) }, l10n.t("Edit"), {
            kind: "tool",
            label: l10n.t("Edit your comment"),
          }),
          button({ do: "deleteNote", part: String(note.id) }, l10n.t("Delete…"), {
            kind: "tool",
            label: l10n.t("Delete your comment"),
          }),
        ),
    ),
    isEdited && isOwn
      ? textBox(activity.box(name), {
          label: l10n.t("Edit your comment"),
          rows: 4,
          files: true,
          buttons: ({ sending }) => [
            button({ do: "saveNote", part: String(note.id) }, l10n.t("Save"), { kind: "primary", disabled: sending }),
            button({ do: "cancelEdit", part: String(note.id) }, l10n.t("Cancel"), { disabled: sending }),
          ],
        })
      : element(
          "div",
          { key: "body", attributes: { class: "text", dir: "auto" } },
          ...activity.render(shownText(note)).nodes,
        ),
    activity.user !== undefined && !isEdited && appliableOf(note).length > 0 && suggestionButtons(note),
  );
}

const suggestionButtons = ({ id }: Note): PageElement =>
  element(
    "div",
    { key: "suggestion", attributes: { class: "answer" } },
    button({ do: "applySuggestion", part: String(id) }, l10n.t("Apply Suggestion…"), { icon: "check" }),
    button({ do: "applyToFile", part: String(id) }, l10n.t("Apply to File"), {
      label: l10n.t("Apply the suggestion to the file that is checked out"),
    }),
  );

/** Returns whether a comment was edited. Resolving a thread changes the time of its comments, too. */
function isChanged({ created_at: created, updated_at: updated, resolvable }: Note): boolean {
  if (resolvable === true || typeof created !== "string" || typeof updated !== "string") return false;
  return Date.parse(updated) - Date.parse(created) > 1_000;
}

function threadBox(discussion: Discussion, { activity }: Drawing): PageElement | undefined {
  if (activity.user === undefined) return undefined;
  const { id } = discussion;
  const resolve =
    isResolvable(discussion) &&
    (isResolved(discussion)
      ? button({ do: "unresolve", part: id }, l10n.t("Reopen Thread"))
      : button({ do: "resolve", part: id }, l10n.t("Resolve Thread"), { icon: "check" }));
  return element(
    "div",
    { key: "answer", attributes: { class: "answer" } },
    textBox(activity.box(replyBox(id)), {
      label: l10n.t("Reply"),
      placeholder: l10n.t("Reply…"),
      rows: 1,
      files: true,
      buttons: ({ sending }) => [
        button({ do: "reply", part: id }, l10n.t("Reply"), { kind: "primary", disabled: sending }),
        reviewButton(activity, { do: "addToReview", part: id }, sending),
      ],
    }),
    resolve,
  );
}
