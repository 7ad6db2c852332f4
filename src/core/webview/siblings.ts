import type { PageElement, PageNode, PageTag } from "./element.ts";
import { element } from "./element.ts";

const empty: ReadonlySet<PageTag> = new Set<PageTag>(["br", "hr", "img", "input"]);
/** What opens in what: deeper than this it is only text beside text. */
const deepest = 30;

/** Collects the children of one element where opening and closing tags come as pieces; what is left open ends with them. */
export class Siblings {
  private readonly stack: { readonly tag: PageTag | undefined; readonly children: PageNode[] }[] = [
    { tag: undefined, children: [] },
  ];

  add(...nodes: readonly PageNode[]): void {
    this.stack.at(-1)?.children.push(...nodes);
  }

  open(tag: PageTag): void {
    if (empty.has(tag)) this.add(element(tag, undefined));
    else if (this.stack.length < deepest) this.stack.push({ tag, children: [] });
  }

  /** Closes the nearest open element of this name and what is open in it; does nothing when there is none. */
  close(tag: PageTag): void {
    if (!this.stack.some((open) => open.tag === tag)) return;
    while (this.closeLast() !== tag);
  }

  end(): PageNode[] {
    while (this.stack.length > 1) this.closeLast();
    return this.stack[0]?.children ?? [];
  }

  private closeLast(): PageTag | undefined {
    const last = this.stack.pop();
    if (last?.tag === undefined) return undefined;
    const made: PageElement = element(last.tag, undefined, ...last.children);
    this.add(made);
    return last.tag;
  }
}
