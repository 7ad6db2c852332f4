import type { PageElement, PageNode, PageTag } from "./element.ts";
import { element } from "./element.ts";

const empty: ReadonlySet<PageTag> = new Set<PageTag>(["br", "hr", "img", "input"]);
/** Maximum nesting; deeper elements become siblings. */
const deepest = 30;

/** Builds the children of an element from opening and closing tags; elements left open are closed at the end. */
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

  /** Closes the nearest open element with this tag and everything open in it; does nothing if there is none. */
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
