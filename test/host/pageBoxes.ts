import type { PageElement, PageNode } from "../../src/core/webview/element.ts";
import type { ShownText } from "../../src/core/webview/messages.ts";
import type { Page } from "../../src/core/webview/pagePanel.ts";

type Drawn = Pick<Page<unknown>, "draw" | "act" | "typed">;

/** Returns what the boxes of a page show. */
export function shownTexts(page: Pick<Drawn, "draw">): readonly ShownText[] {
  const boxesIn = (node: PageNode): readonly PageElement[] =>
    typeof node === "string"
      ? []
      : [...(node.tag === "textarea" || node.tag === "input" ? [node] : []), ...(node.children ?? []).flatMap(boxesIn)];
  return page
    .draw({ now: Date.now(), language: "en" })
    .page.flatMap(boxesIn)
    .map(({ attributes: { name = "", id = "", value = "" } = {} }) => ({ box: name, id, text: value }));
}

/** Types in a box of a page. */
export function typeIn(page: Drawn, box: string, text: string): void {
  const id = shownTexts(page).find((one) => one.box === box)?.id ?? "";
  page.typed?.({ box, id, text });
}

/** Presses a button of a page, which comes with what its boxes show. */
export const pressOnPage = (page: Drawn, value: string): Promise<void> => page.act(value, shownTexts(page));
