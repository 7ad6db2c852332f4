/** What waits for the user's review to be submitted. */
import { l10n } from "vscode";
import { plural } from "../../../../core/ui/plural.ts";
import { element, type PageElement, styled } from "../../../../core/webview/element.ts";
import { textBox } from "../../../../core/webview/textBox.ts";
import type { PendingComment } from "../../review/pendingReviews.ts";
import { button } from "../model.ts";
import { pendingBox } from "./boxes.ts";
import type { Drawing } from "./drawing.ts";
import { type Activity, pendingPart } from "./model.ts";
import { openLabel, placeOf } from "./place.ts";

/** Draws how much waits, and what can be done with it. */
export function pendingBar({ activity: { pending }, writing: { language } }: Drawing): PageElement | undefined {
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

/** Draws the button that adds the text of a box to the review, or starts one with it. */
export const reviewButton = (
  { pending }: Activity,
  action: { readonly do: "addToReview"; readonly part: string } | { readonly do: "addCommentToReview" },
  sending: boolean,
): PageElement =>
  button(action, pending === 0 ? l10n.t("Start Review") : l10n.t("Add to Review"), { disabled: sending });

/** Draws the pending replies to a discussion. */
export const pendingReplies = (discussion: string, drawing: Drawing): readonly PageElement[] =>
  drawing.activity.pendingComments
    .filter((one) => one.discussion === discussion)
    .map((one) => pendingComment(one, drawing));

/** Draws the pending comments that are in none of the discussions. */
export function pendingComments(drawing: Drawing): readonly PageElement[] {
  const { conversation, pendingComments: all } = drawing.activity;
  const there = new Set(conversation?.discussions.map(({ id }) => id));
  const rest = all.filter(({ discussion }) => discussion === undefined || !there.has(discussion));
  return rest.length === 0
    ? []
    : [
        element(
          "section",
          { key: "pending-comments", attributes: { class: "thread", "aria-label": l10n.t("Pending comments") } },
          ...rest.map((one) => pendingComment(one, drawing)),
        ),
      ];
}

function pendingComment(pending: PendingComment, { activity }: Drawing): PageElement {
  const part = pendingPart(pending);
  const box = pendingBox(part);
  const isEdited = activity.unsent.includes(box);
  const place = placeOf(pending.position);
  const isText = pending.text !== "";
  return element(
    "article",
    { key: `pending ${part}`, attributes: { class: "comment", tabindex: "-1" } },
    element(
      "header",
      { key: "about", attributes: { class: "about" } },
      styled("span", "mark", l10n.t("Pending")),
      place !== undefined &&
        button({ do: "openPending", part }, place, {
          kind: "link",
          icon: "diff",
          label: openLabel(pending.position, place),
        }),
      isText && pending.resolves && styled("span", "quiet", l10n.t("Resolves the thread")),
      !isEdited &&
        element(
          "span",
          { key: "own", attributes: { class: "steps" } },
          isText &&
            button({ do: "editPending", part }, l10n.t("Edit"), {
              kind: "tool",
              label: l10n.t("Edit your pending comment"),
            }),
          button({ do: "deletePending", part }, l10n.t("Delete…"), {
            kind: "tool",
            label: l10n.t("Delete your pending comment"),
          }),
        ),
    ),
    isEdited
      ? textBox(activity.box(box), {
          label: l10n.t("Edit your pending comment"),
          rows: 4,
          files: true,
          buttons: ({ sending }) => [
            button({ do: "savePending", part }, l10n.t("Save"), { kind: "primary", disabled: sending }),
            button({ do: "cancelPending", part }, l10n.t("Cancel"), { disabled: sending }),
          ],
        })
      : isText
        ? element(
            "div",
            { key: "body", attributes: { class: "text", dir: "auto" } },
            ...activity.render(pending.text).nodes,
          )
        : styled("p", "quiet", l10n.t("Resolves the thread")),
  );
}
