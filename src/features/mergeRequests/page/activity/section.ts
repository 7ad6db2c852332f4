import { l10n } from "vscode";
import type { DiffPosition, Discussion, Note } from "../../../../api/resources/discussionTypes.ts";
import { partialText } from "../../../../core/ui/partialList.ts";
import { numberText, plural } from "../../../../core/ui/plural.ts";
import { element, type PageElement, type PageNode, styled, wordsOf } from "../../../../core/webview/element.ts";
import { FOCUS_ACTION } from "../../../../core/webview/messages.ts";
import { icon, moment, own, person, section, textOf, type Writing } from "../../../../core/webview/parts.ts";
import { textBox } from "../../../../core/webview/textBox.ts";
import { isBy, isEvent, isOpenThread, isResolvable, isResolved, resolverOf } from "../../review/conversation.ts";
import { shownText } from "../../review/shownNote.ts";
import { appliableOf } from "../../review/suggestions.ts";
import { button, type Overview } from "../model.ts";
import { editBox, NEW_COMMENT, replyBox } from "./boxes.ts";
import { type Activity, isOutdated, openThreadsOf, threadId } from "./model.ts";

/** Number of events in a row from which they are folded. */
const foldedFrom = 4;

interface Drawing {
  readonly overview: Overview;
  readonly activity: Activity;
  readonly writing: Writing;
  /** Element ids of the open threads. */
  readonly open: readonly string[];
}

/** Returns the section with what was said and what happened, and the box for a comment. */
export function activitySection(overview: Overview, writing: Writing): PageElement | undefined {
  const { activity } = overview;
  if (activity === undefined) return undefined;
  const { conversation, problem } = activity;
  const drawing = { overview, activity, writing, open: openThreadsOf(activity).map(({ id }) => threadId(id)) };
  const heading = l10n.t("Activity");
  if (activity.missing) return section("activity", heading, ...commitComments(drawing));
  return section(
    "activity",
    heading,
    problem !== undefined &&
      element(
        "div",
        { key: "trouble", attributes: { class: "failed", role: "status" } },
        element("p", undefined, problem),
        button({ do: "reload" }, l10n.t("Try Again")),
      ),
    pendingBar(drawing),
    openBar(drawing),
    conversation === undefined
      ? problem === undefined && styled("p", "quiet", l10n.t("Loading…"))
      : conversation.discussions.length === 0
        ? styled("p", "quiet", l10n.t("No activity yet"))
        : element("ol", { key: "timeline", attributes: { class: "timeline" } }, ...timeline(drawing)),
    conversation?.capped !== undefined && styled("p", "quiet", partialText(conversation.capped)),
    ...lostReplies(drawing),
    writeBox(drawing),
  );
}

/** Returns the number of open threads in words. */
export const openWords = (count: number, { language }: Writing): string =>
  plural(
    count,
    (shown) => ({ one: l10n.t("{0} open thread", shown), other: l10n.t("{0} open threads", shown) }),
    language,
  );

function pendingBar({ activity: { pending }, writing: { language } }: Drawing): PageElement | undefined {
  if (pending === 0) return undefined;
  const words = plural(
    pending,
    (shown) => ({ one: l10n.t("{0} pending comment", shown), other: l10n.t("{0} pending comments", shown) }),
    language,
  );
  return element(
    "div",
    { key: "pending", attributes: { class: "open-threads" } },
    styled("span", "", words),
    button({ do: "submitReview" }, l10n.t("Submit Review…"), { kind: "primary" }),
    button({ do: "showPending" }, l10n.t("Show"), { label: l10n.t("Show pending comments") }),
    button({ do: "discardReview" }, l10n.t("Discard…"), { label: l10n.t("Discard the review") }),
  );
}

function openBar({ open, writing }: Drawing): PageElement | undefined {
  const [first] = open;
  return first === undefined
    ? undefined
    : element(
        "div",
        { key: "open", attributes: { class: "open-threads" } },
        styled("span", "", openWords(open.length, writing)),
        button({ do: FOCUS_ACTION, part: first }, l10n.t("First Open Thread"), { kind: "link" }),
      );
}

function* timeline(drawing: Drawing): Generator<PageElement> {
  const { discussions } = drawing.activity.conversation ?? { discussions: [] };
  let events: Discussion[] = [];
  for (const discussion of discussions) {
    if (isEvent(discussion)) {
      events.push(discussion);
      continue;
    }
    yield* eventRows(events, drawing);
    events = [];
    if (discussion.notes.length > 0) yield entry(discussion, drawing);
  }
  yield* eventRows(events, drawing);
}

function* eventRows(events: readonly Discussion[], drawing: Drawing): Generator<PageElement> {
  const [first] = events;
  if (first === undefined) return;
  const rows = element(
    "ul",
    { attributes: { class: "events" } },
    ...events.flatMap(({ id, notes }) => notes.map((note) => event(`${id} ${note.id}`, note, drawing))),
  );
  const words = l10n.t("{0} events", numberText(events.length, drawing.writing.language));
  yield element(
    "li",
    { key: `events ${first.id}` },
    events.length < foldedFrom
      ? rows
      : element("details", { key: "folded" }, element("summary", { attributes: { class: "quiet" } }, words), rows),
  );
}

function event(key: string, note: Note, { overview, activity, writing }: Drawing): PageElement {
  // The host lists details, such as commits, in further paragraphs.
  const [first] = activity.render(note.body).nodes;
  const words = typeof first === "string" ? [first] : (first?.children ?? []);
  return element(
    "li",
    { key, attributes: { class: "quiet" } },
    person(note.author, overview.ref.instance) ?? l10n.t("unknown user"),
    " ",
    ...words,
    ...dotted(moment(note.created_at, writing)),
  );
}

const dotted = (part: PageNode | undefined): PageNode[] => (part === undefined ? [] : [" · ", part]);

function entry(discussion: Discussion, drawing: Drawing): PageElement {
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
  const rest = [...comments, threadBox(discussion, drawing)].filter((part) => part !== undefined);
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

/** Returns the place of a thread in words; undefined if it has none. */
function placeOf(position: DiffPosition | null | undefined): string | undefined {
  const path = position?.new_path ?? position?.old_path;
  if (position == null || typeof path !== "string" || path === "") return undefined;
  const line = position.new_line ?? position.old_line;
  if (typeof line !== "number") return path;
  const start = position.line_range?.start;
  const from = start?.new_line ?? start?.old_line;
  const lines = typeof from === "number" && from < line ? `${from}-${line}` : String(line);
  const isRemoved = position.new_line == null;
  return isRemoved
    ? l10n.t("{0}:{1} (removed)", position.old_path ?? path, lines)
    : `${position.new_path ?? path}:${lines}`;
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
            label: l10n.t("Open {0} in the changes", place),
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
      buttons: ({ sending }) => [
        button({ do: "reply", part: id }, l10n.t("Reply"), { kind: "primary", disabled: sending }),
      ],
    }),
    resolve,
  );
}

function writeBox({ activity }: Drawing): PageElement | undefined {
  if (activity.user === undefined || activity.conversation === undefined) return undefined;
  return textBox(activity.box(NEW_COMMENT), {
    label: l10n.t("Comment"),
    placeholder: l10n.t("Write a comment (Markdown)"),
    rows: 5,
    buttons: ({ sending }) => [
      button({ do: "comment" }, l10n.t("Comment"), { kind: "primary", disabled: sending }),
      button({ do: "startThread" }, l10n.t("Start Thread"), { disabled: sending }),
    ],
  });
}

/** Returns unsent replies to threads that are gone, so that their text can be copied. */
function lostReplies({ activity }: Drawing): PageElement[] {
  const { conversation, unsent } = activity;
  if (conversation === undefined || conversation.capped !== undefined) return [];
  const there = new Set(
    conversation.discussions.flatMap(({ id, notes }) => [replyBox(id), ...notes.map((note) => editBox(note.id))]),
  );
  return unsent
    .filter((name) => name !== NEW_COMMENT && !there.has(name))
    .map((name) => {
      const { text } = activity.box(name);
      const [, part = ""] = name.split(" ");
      return element(
        "div",
        { key: `lost ${name}`, attributes: { class: "failed" } },
        element("p", undefined, l10n.t("Your unsent text to a comment that was deleted:")),
        element("pre", { attributes: { tabindex: "0" } }, text),
        button(name.startsWith("edit ") ? { do: "cancelEdit", part } : { do: "discardReply", part }, l10n.t("Discard")),
      );
    });
}

/** Returns the comments on commits, for hosts without discussions. */
function commitComments({ overview, activity, writing }: Drawing): (PageElement | undefined)[] {
  const { commits } = activity;
  const { instance } = overview.ref;
  return [
    styled(
      "p",
      "quiet",
      l10n.t("This host has no discussions on merge requests. The comments on its commits are shown instead."),
    ),
    activity.problem === undefined ? undefined : styled("p", "trouble", activity.problem),
    commits === undefined
      ? activity.problem === undefined
        ? styled("p", "quiet", l10n.t("Loading…"))
        : undefined
      : commits.every(({ comments }) => comments.length === 0)
        ? styled("p", "quiet", l10n.t("No comments yet"))
        : element(
            "ol",
            { key: "timeline", attributes: { class: "timeline" } },
            ...commits
              .filter(({ comments }) => comments.length > 0)
              .map(({ sha, title, comments }) =>
                element(
                  "li",
                  { key: sha },
                  element(
                    "article",
                    { attributes: { class: "thread" } },
                    element("h3", undefined, styled("code", "", sha.slice(0, 8)), " ", own(title)),
                    ...comments.map(({ body, author, created_at: created }) =>
                      element(
                        "article",
                        { attributes: { class: "comment" } },
                        styled(
                          "div",
                          "about",
                          person(author, instance) ?? l10n.t("unknown user"),
                          styled("span", "quiet", moment(created, writing)),
                        ),
                        element("div", { attributes: { class: "text", dir: "auto" } }, ...activity.render(body).nodes),
                      ),
                    ),
                  ),
                ),
              ),
          ),
    button({ do: "openInBrowser" }, l10n.t("Open in Browser"), { icon: "external" }),
  ];
}
