import { l10n } from "vscode";
import type { Discussion } from "../../../../api/resources/discussionTypes.ts";
import { isEvent } from "../../../../core/mergeRequests/review/conversation.ts";
import { lockedWords } from "../../../../core/mergeRequests/review/locked.ts";
import { partialText } from "../../../../core/ui/partialList.ts";
import { numberText, plural } from "../../../../core/ui/plural.ts";
import { element, type PageElement, styled } from "../../../../core/webview/element.ts";
import { FOCUS_ACTION } from "../../../../core/webview/messages.ts";
import { icon, section, type Writing } from "../../../../core/webview/parts.ts";
import { textBox } from "../../../../core/webview/textBox.ts";
import { button, type Overview } from "../model.ts";
import { editBox, NEW_COMMENT, pendingBox, replyBox } from "./boxes.ts";
import { commitComments } from "./commitComments.ts";
import { type Drawing, event } from "./drawing.ts";
import { openThreadsOf, pendingPart, threadId } from "./model.ts";
import { pendingBar, pendingComments, reviewButton } from "./pending.ts";
import { entry } from "./thread.ts";

/** Number of events in a row from which they are folded. */
const foldedFrom = 4;

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
    ...pendingComments(drawing),
    conversation !== undefined &&
      overview.mergeRequest.discussion_locked === true &&
      element("p", { key: "locked", attributes: { class: "quiet" } }, icon("lock"), lockedWords()),
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

function writeBox({ activity }: Drawing): PageElement | undefined {
  if (activity.user === undefined || activity.conversation === undefined) return undefined;
  return textBox(activity.box(NEW_COMMENT), {
    label: l10n.t("Comment"),
    placeholder: l10n.t("Write a comment (Markdown)"),
    rows: 5,
    files: true,
    buttons: ({ sending }) => [
      button({ do: "comment" }, l10n.t("Comment"), { kind: "primary", disabled: sending }),
      button({ do: "startThread" }, l10n.t("Start Thread"), { disabled: sending }),
      reviewButton(activity, { do: "addCommentToReview" }, sending),
    ],
  });
}

/** Returns unsent replies to threads that are gone, so that their text can be copied. */
function lostReplies({ activity }: Drawing): PageElement[] {
  const { conversation, unsent, pendingComments: pending } = activity;
  if (conversation === undefined || conversation.capped !== undefined) return [];
  const there = new Set([
    ...conversation.discussions.flatMap(({ id, notes }) => [replyBox(id), ...notes.map((note) => editBox(note.id))]),
    ...pending.map((one) => pendingBox(pendingPart(one))),
  ]);
  return unsent
    .filter((name) => name !== NEW_COMMENT && !there.has(name))
    .map((name) => {
      const { text } = activity.box(name);
      const [kind, part = ""] = name.split(" ");
      const discard = kind === "edit" ? "cancelEdit" : kind === "pending" ? "cancelPending" : "discardReply";
      return element(
        "div",
        { key: `lost ${name}`, attributes: { class: "failed" } },
        element("p", undefined, l10n.t("Your unsent text to a comment that was deleted:")),
        element("pre", { attributes: { tabindex: "0" } }, text),
        button({ do: discard, part }, l10n.t("Discard")),
      );
    });
}
