import {
  type AskMessage,
  matching,
  type Offer,
  type OfferMessage,
  type TypedWord,
  typedWord,
} from "../completionMessages.ts";
import { placeOfCharacter } from "./caret.ts";
import { replaceText } from "./textBoxes.ts";

/** Letters of an emoji's name from which it is completed: fewer stand behind colons in usual texts. */
const fewestLetters = 2;
/** Space between the list and the edges of the window in px, and half of it to the word. */
const margin = 4;
const listId = "offers";
/** Keys that move the cursor away from the word. */
const leaving = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/** A name that is being typed. */
interface Typing extends TypedWord {
  readonly box: HTMLTextAreaElement;
  /** Where its sign is. */
  readonly start: number;
}

const isAt = (typing: Typing, other: Typing | undefined): boolean =>
  typing.box === other?.box && typing.start === other.start && typing.sign === other.sign;

/** Offers names of people and emoji while they are typed in the boxes of a page. The keyboard stays in the box. */
export class NameCompletion {
  private readonly ask: (message: AskMessage) => void;
  /** A landmark, as everything on a page is in one. */
  private readonly frame = document.createElement("section");
  private readonly list = document.createElement("ul");
  private asked = 0;
  private typing: Typing | undefined;
  /** Where the list was closed: it stays so until another name is typed. */
  private dismissed: Typing | undefined;
  private offers: readonly Offer[] = [];
  private shown: readonly Offer[] = [];
  private active = 0;

  constructor(page: Element, ask: (message: AskMessage) => void) {
    this.ask = ask;
    this.list.id = listId;
    this.list.role = "listbox";
    this.frame.className = "offers";
    this.frame.hidden = true;
    // Not in the page, which would remove it.
    this.frame.append(this.list);
    document.body.append(this.frame);
    page.addEventListener("input", (event) => this.typed(event));
    // Before the page and VS Code, which have actions for these keys.
    page.addEventListener("keydown", (event) => event instanceof KeyboardEvent && this.press(event), { capture: true });
    page.addEventListener("pointerdown", () => this.close());
    page.addEventListener("focusout", () => this.close());
    window.addEventListener("resize", () => this.close());
    // The focus stays in the box.
    this.frame.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest("li") : null;
      if (option !== null) this.take([...this.list.children].indexOf(option));
    });
  }

  /** Shows the answer to the newest question. */
  receive({ ask, label, offers }: OfferMessage): void {
    if (ask !== this.asked || this.typing === undefined) return;
    this.frame.ariaLabel = this.list.ariaLabel = label;
    this.offers = offers;
    this.show(this.typing);
  }

  /** Goes on after an update of the page, which sets the attributes of its boxes anew. */
  patched(): void {
    const { typing } = this;
    if (typing === undefined) return;
    if (typing.box.readOnly || document.activeElement !== typing.box) this.close();
    else if (!this.frame.hidden) this.point(typing);
  }

  private typed(event: Event): void {
    const typing = event instanceof InputEvent && isTyped(event) ? typingIn(event.target) : undefined;
    if (typing === undefined || !isAt(typing, this.dismissed)) this.dismissed = undefined;
    if (typing === undefined || this.dismissed) {
      this.close();
      return;
    }
    if (!isAt(typing, this.typing)) this.close();
    this.typing = typing;
    this.asked += 1;
    this.ask({ type: "ask", ask: this.asked, sign: typing.sign, word: typing.word });
    this.show(typing);
  }

  private show(typing: Typing): void {
    const before = this.frame.hidden ? undefined : this.shown[this.active]?.text;
    this.shown = matching(this.offers, typing.word);
    if (this.shown.length === 0) {
      this.hide(typing);
      return;
    }
    this.active = Math.max(
      0,
      this.shown.findIndex(({ text }) => text === before),
    );
    this.list.replaceChildren(...this.shown.map(optionOf));
    this.frame.hidden = false;
    this.place(typing);
    this.point(typing);
  }

  /** Puts the list below the word, or above it where there is more room. */
  private place({ box, start }: Typing): void {
    const word = placeOfCharacter(box, start);
    const { offsetWidth: width, offsetHeight: height } = this.frame;
    const isAbove = word.bottom + height + margin > window.innerHeight && word.top > window.innerHeight - word.bottom;
    const top = isAbove ? Math.max(margin, word.top - height - margin / 2) : word.bottom + margin / 2;
    const left = Math.max(margin, Math.min(word.left, document.documentElement.clientWidth - width - margin));
    this.frame.style.setProperty("top", `${top + window.scrollY}px`);
    this.frame.style.setProperty("left", `${left + window.scrollX}px`);
  }

  /** Says which option is active. */
  private point({ box }: Typing): void {
    for (const [at, option] of [...this.list.children].entries()) option.ariaSelected = String(at === this.active);
    const option = this.list.children[this.active];
    option?.scrollIntoView({ block: "nearest" });
    const attributes = {
      "aria-activedescendant": option?.id ?? "",
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-haspopup": "listbox",
    };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
  }

  private hide({ box }: Typing): void {
    this.frame.hidden = true;
    for (const name of ["activedescendant", "autocomplete", "controls", "haspopup"])
      box.removeAttribute(`aria-${name}`);
  }

  private close(): void {
    if (this.typing) this.hide(this.typing);
    this.typing = undefined;
    this.offers = this.shown = [];
  }

  private press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    if (this.typing === undefined || isComposing) return;
    // What is asked for would open the list later.
    if (key === "Escape") this.dismissed = this.typing;
    if (leaving.has(key) || (key === "Escape" && this.frame.hidden) || ((ctrlKey || metaKey) && key === "Enter")) {
      this.close();
      return;
    }
    if (this.frame.hidden || ctrlKey || metaKey || altKey || shiftKey || !this.handle(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private handle(key: string): boolean {
    switch (key) {
      case "ArrowDown":
      case "ArrowUp":
        return this.move(key === "ArrowDown" ? 1 : -1);
      case "Enter":
      case "Tab":
        this.take(this.active);
        return true;
      case "Escape":
        this.close();
        return true;
      default:
        return false;
    }
  }

  private move(by: number): boolean {
    this.active = (this.active + by + this.shown.length) % this.shown.length;
    if (this.typing) this.point(this.typing);
    return true;
  }

  private take(at: number): void {
    const { typing } = this;
    const offer = this.shown[at];
    if (typing === undefined || offer === undefined) return;
    const { box, start, word } = typing;
    const end = start + 1 + word.length;
    // A name that stands before a space keeps that one.
    const text = box.value[end] === " " ? offer.text.trimEnd() : offer.text;
    this.close();
    this.dismissed = typing;
    replaceText(box, start, end, text);
    box.setSelectionRange(start + text.length, start + text.length);
  }
}

/** Whether letters were typed or taken back, not pasted, undone or composed. */
const isTyped = ({ inputType }: InputEvent): boolean => /^(?:insertText|deleteContent)/.test(inputType);

function typingIn(target: EventTarget | null): Typing | undefined {
  if (!(target instanceof HTMLTextAreaElement) || target.readOnly) return undefined;
  const { value, selectionStart: end } = target;
  if (end !== target.selectionEnd) return undefined;
  const typed = typedWord(value.slice(value.lastIndexOf("\n", end - 1) + 1, end));
  if (typed === undefined || (typed.sign === ":" && typed.word.length < fewestLetters)) return undefined;
  return { box: target, start: end - typed.word.length - 1, ...typed };
}

function optionOf({ label, detail }: Offer, at: number): HTMLElement {
  const option = document.createElement("li");
  option.id = `${listId}-${at}`;
  option.role = "option";
  const more = document.createElement("span");
  more.className = "detail";
  more.textContent = detail;
  option.append(label, " ", more);
  return option;
}
