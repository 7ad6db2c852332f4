import { isTextBox, TEXT_BOXES, type TextBox } from "./textBoxes.ts";

/** Moves the focus to the part of the page with an id, and opens what hides it. */
export function jumpTo(id: string): void {
  const part = document.getElementById(id);
  for (let at: Element | null = part; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  part?.scrollIntoView({ block: "start" });
  part?.focus({ preventScroll: true });
}

/**
 * Remembers where the focus is before the page is updated.
 * @returns a function that moves the focus to what took the place of the focused element: the box of the same name, or something in the
 * nearest article that is left. It returns whether there was anything.
 */
export function focusAfter(page: Element, focused: Element | null): () => boolean {
  const name = isTextBox(focused) ? focused.name : undefined;
  const articles: HTMLElement[] = [];
  for (let at = focused?.closest<HTMLElement>("article"); at; at = at.parentElement?.closest<HTMLElement>("article"))
    articles.push(at);
  return () => {
    const boxes = [...page.querySelectorAll<TextBox>(TEXT_BOXES)];
    const near = articles
      .filter((article) => article.isConnected)
      .flatMap((article) => [...article.querySelectorAll<HTMLElement>("textarea, button:enabled, summary"), article]);
    const moves = [...boxes.filter((box) => box.name === name), ...near.filter((one) => one.checkVisibility())];
    return moves.some((one) => {
      one.focus();
      return document.activeElement === one;
    });
  };
}
