import type { ShownText, TypedMessage } from "../messages.ts";

/** A box for text of one line or several. */
export type TextBox = HTMLTextAreaElement | HTMLInputElement;

export const isTextBox = (element: unknown): element is TextBox =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text");

/** Matches every text box. */
export const TEXT_BOXES = "textarea, input[type=text]";

const shownText = ({ name, id, value }: TextBox): ShownText => ({ box: name, id, text: value });

/** Replaces a part of the text of a box as typing does: unlike a change of the value this can be undone, but it needs the focus. */
export function replaceText(box: TextBox, start: number, end: number, text: string): void {
  const value = box.value.slice(0, start) + text + box.value.slice(end);
  box.setSelectionRange(start, end);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps what can be undone
  if (document.activeElement === box) document.execCommand("insertText", false, text);
  if (box.value === value) return;
  box.value = value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Sends each input in the boxes of a page at once: VS Code discards hidden pages without an event, with the messages that wait in them. */
export function textBoxes(
  page: Element,
  tell: (message: TypedMessage) => void,
): {
  /** Gives boxes that an update created anew the text that was typed. */
  readonly refill: () => void;
  /** Moves the focus to the box of a button, which is disabled while the text is sent. */
  readonly focusBoxOf: (button: Element) => void;
  /** Returns the texts that a button is about: what is sent is what is shown. */
  readonly textsBeside: (button: Element) => readonly ShownText[];
} {
  /** What was typed, by id of the box: another id stands for another text. */
  const typed = new Map<string, string>();
  const filled = new WeakSet<Element>();

  page.addEventListener("input", ({ target }) => {
    if (!isTextBox(target)) return;
    typed.set(target.id, target.value);
    tell({ type: "typed", ...shownText(target) });
  });

  page.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const { target } = event;
    const form = target instanceof Element ? target.closest(".form") : null;
    const box = isTextBox(target) ? target.closest(".box") : null;
    if (form === null && box === null) return;
    // Not for VS Code, which may have a command for these keys.
    event.preventDefault();
    event.stopPropagation();
    (
      form?.querySelector<HTMLButtonElement>("button.primary") ??
      box?.querySelector<HTMLButtonElement>("button:enabled")
    )?.click();
  });

  return {
    refill: () => {
      for (const box of page.querySelectorAll<TextBox>(TEXT_BOXES)) {
        if (filled.has(box)) continue;
        filled.add(box);
        box.value = typed.get(box.id) ?? box.value;
      }
    },
    textsBeside: (button) =>
      [...(button.closest(".box, .form")?.querySelectorAll<TextBox>(TEXT_BOXES) ?? [])].map(shownText),
    focusBoxOf: (button) => button.closest(".box")?.querySelector("textarea")?.focus(),
  };
}
