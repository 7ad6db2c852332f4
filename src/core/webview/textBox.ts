import { l10n } from "vscode";
import { element, type PageElement } from "./element.ts";
import { TAKES_FILES } from "./fileMessages.ts";

/** A box for text, as it is drawn. */
export interface ShownBox {
  readonly name: string;
  /** Changes whenever the text is replaced by something that was not typed. */
  readonly id: string;
  readonly text: string;
  readonly sending: boolean;
  /** Why the text was not sent. */
  readonly problem?: string | undefined;
  /** What the host did with the text that was sent last, or why it cannot be changed now. */
  readonly notice?: string | undefined;
}

export interface BoxLook {
  /** For screen readers. */
  readonly label: string;
  readonly placeholder?: string;
  /** Number of rows; one row grows with its text, except in a box of one line. */
  readonly rows: number;
  /** Whether the text has no line breaks. */
  readonly line?: boolean;
  /** Whether files can be pasted and dropped, which become links in Markdown. */
  readonly files?: boolean;
  /** Whether the text can only be read for now. */
  readonly readonly?: boolean;
  /** What can be done with the text; Ctrl+Enter does the first. */
  readonly buttons: (box: ShownBox) => readonly PageElement[];
}

/** Draws a box for text with its buttons. */
export function textBox(
  box: ShownBox,
  { label, placeholder, rows, line = false, files = false, readonly = false, buttons }: BoxLook,
): PageElement {
  const { name, id, text, sending, problem, notice } = box;
  const about = `${id}-about`;
  const words = sending ? l10n.t("Sending…") : (problem ?? notice);
  const below = buttons(box);
  return element(
    "div",
    { key: `box ${name}`, attributes: { class: rows === 1 && !line ? "box brief-box" : "box" } },
    element(line ? "input" : "textarea", {
      key: id,
      attributes: {
        id,
        name,
        ...(line ? { type: "text" } : { rows: String(rows) }),
        "aria-label": label,
        dir: "auto",
        value: text,
        ...(files && { class: TAKES_FILES }),
        ...(placeholder !== undefined && { placeholder }),
        ...(words !== undefined && { "aria-describedby": about }),
        ...(problem !== undefined && { "aria-invalid": "true" }),
        // Not disabled, which would take the focus away.
        ...((sending || readonly) && { readonly: "" }),
        ...(sending && { "aria-busy": "true" }),
      },
    }),
    words !== undefined &&
      element(
        "p",
        { key: "said", attributes: { id: about, class: problem === undefined ? "quiet" : "trouble", role: "status" } },
        words,
      ),
    below.length > 0 && element("div", { key: "sends", attributes: { class: "sends" } }, ...below),
  );
}
