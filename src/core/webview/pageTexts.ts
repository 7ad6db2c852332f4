import { computed } from "../base/computed.ts";
import { maxParsing } from "../ui/markdownTokens.ts";
import type { TextPlace } from "./links.ts";
import { plainMarkdown, type RenderedText, renderMarkdown } from "./markdown.ts";

/** Milliseconds of work that texts may take before other work gets a turn. */
const turn = 25;
/** Milliseconds of work that all texts of a page may take. */
const maxRendering = 500;
/** Number of characters that all texts of a page may have; of others, as many are shown as of the least. */
const maxCharacters = 1_000_000;
const least = 500;

/**
 * Renders the texts of a page, each once. Where they take long, other work gets a turn in between; what does not fit into the time of the
 * page is shown as it is written.
 */
export class PageTexts {
  private readonly changed: () => void;
  private readonly now: () => number;
  private readonly rendered = new Map<string, RenderedText>();
  private left = maxRendering;
  private charactersLeft = maxCharacters;
  private leftNow = turn;
  private next: NodeJS.Immediate | undefined;
  private isWaiting = false;

  /** @param changed is called when there is more to show @param now milliseconds of work */
  constructor(changed: () => void, now: () => number = computed) {
    this.changed = changed;
    this.now = now;
  }

  /** Returns a text as it is shown: as it is written until it is its turn. */
  render(text: string, place: TextPlace): RenderedText {
    const known = this.rendered.get(text);
    if (known) return known;
    if (this.left > 0 && this.leftNow <= 0) {
      this.isWaiting = true;
      return plainMarkdown(text, least);
    }
    const began = this.now();
    const isOver = (): boolean => this.now() - began > Math.min(maxParsing, this.left);
    const isShort = text.length <= Math.max(this.charactersLeft, least);
    const rendered =
      this.left > 0 && isShort ? renderMarkdown(text, place, isOver) : plainMarkdown(text, isShort ? undefined : least);
    this.rendered.set(text, rendered);
    this.charactersLeft -= text.length;
    this.left -= this.now() - began;
    this.leftNow -= this.now() - began;
    this.next ??= setImmediate(() => this.nextTurn());
    return rendered;
  }

  /** Renders everything anew. */
  clear(): void {
    this.rendered.clear();
    this.left = maxRendering;
    this.charactersLeft = maxCharacters;
  }

  dispose(): void {
    clearImmediate(this.next);
  }

  private nextTurn(): void {
    this.next = undefined;
    this.leftNow = turn;
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.changed();
  }
}
