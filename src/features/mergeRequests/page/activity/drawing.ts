/** What the parts of the activity are drawn from. */
import { l10n } from "vscode";
import type { Note } from "../../../../api/resources/discussionTypes.ts";
import { element, type PageElement, type PageNode } from "../../../../core/webview/element.ts";
import { moment, person, type Writing } from "../../../../core/webview/parts.ts";
import type { Overview } from "../model.ts";
import type { Activity } from "./model.ts";

export interface Drawing {
  readonly overview: Overview;
  readonly activity: Activity;
  readonly writing: Writing;
  /** Element ids of the open threads. */
  readonly open: readonly string[];
}

/** Draws what happened, in one line. */
export function event(key: string, note: Note, { overview, activity, writing }: Drawing): PageElement {
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
