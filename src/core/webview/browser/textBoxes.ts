import type { TypedMessage } from "../messages.ts";

/** Delay in ms with which typed text is sent to the extension, which stores it. */
const pause = 250;

/**
 * Sends what is typed in the boxes of a page: soon after it is typed, and at once when the page loses the focus, as VS Code discards hidden
 * pages without an event.
 */
export function textBoxes(
  page: Element,
  tell: (message: TypedMessage) => void,
): {
  /** Gives boxes that an update created anew the text that was typed. */
  readonly refill: () => void;
  /** Sends the text that a button is about, and moves the focus to its box, as the button is disabled meanwhile. */
  readonly sendFrom: (button: Element) => void;
} {
  /** What was typed, by id of the box: another id stands for another text. */
  const typed = new Map<string, string>();
  const filled = new WeakSet<Element>();
  const unsent = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [box, text] of unsent) tell({ type: "typed", box, text });
    unsent.clear();
  };

  page.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    typed.set(target.id, target.value);
    unsent.set(target.name, target.value);
    timer ??= setTimeout(flush, pause);
  });
  for (const event of ["blur", "pagehide"]) window.addEventListener(event, flush);
  page.addEventListener("focusout", flush);

  page.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    // Not for VS Code, which may have a command for these keys.
    event.preventDefault();
    event.stopPropagation();
    event.target.closest(".box")?.querySelector<HTMLButtonElement>("button:enabled")?.click();
  });

  return {
    refill: () => {
      for (const box of page.querySelectorAll("textarea")) {
        if (filled.has(box)) continue;
        filled.add(box);
        box.value = typed.get(box.id) ?? box.value;
      }
    },
    sendFrom: (button) => {
      button.closest(".box")?.querySelector("textarea")?.focus();
      flush();
    },
  };
}
