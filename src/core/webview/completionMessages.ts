/** Limit of texts that are offered at a time. */
export const mostOffers = 50;

/** What can be completed: the name of a person or of an emoji. */
export type CompletedSign = "@" | ":";

/** A name that is being typed. */
export interface TypedWord {
  readonly sign: CompletedSign;
  /** What follows the sign; may be empty. */
  readonly word: string;
}

/** A text that is offered in place of a word and its sign. */
export interface Offer {
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  /** What the word is looked for in, in lowercase. */
  readonly names: string;
}

/** From a page to the extension: a name is being typed in a box. */
export interface AskMessage extends TypedWord {
  readonly type: "ask";
  /** Grows with each question. */
  readonly ask: number;
}

/** From the extension to a page: what is offered. */
export interface OfferMessage {
  readonly type: "offer";
  readonly ask: number;
  /** Name of the list, for screen readers. */
  readonly label: string;
  readonly offers: readonly Offer[];
}

/** Returns the name that is typed at the end of a line; undefined within words, times and addresses. */
export function typedWord(line: string): TypedWord | undefined {
  const [, sign, word] = /(?:^|[\s([])([@:])([\p{L}\p{N}_.+-]{0,100})$/u.exec(line) ?? [];
  return (sign === "@" || sign === ":") && word !== undefined ? { sign, word } : undefined;
}

/** Returns the question of a page; undefined for any other message. */
export function askedWord(message: unknown): Omit<AskMessage, "type"> | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, ask, sign, word } = message as Readonly<Record<string, unknown>>;
  if (type !== "ask" || typeof ask !== "number" || !Number.isSafeInteger(ask) || typeof word !== "string")
    return undefined;
  const typed = typedWord(`${String(sign)}${word}`);
  return typed?.word === word ? { ask, ...typed } : undefined;
}

/** Returns the offers for a word, those whose names begin with it first. */
export function matching(offers: readonly Offer[], word: string): readonly Offer[] {
  const letters = word.toLowerCase();
  const rank = ({ names }: Offer): number =>
    names.startsWith(letters) ? 0 : names.includes(` ${letters}`) ? 1 : names.includes(letters) ? 2 : 3;
  return offers
    .filter((offer) => rank(offer) < 3)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostOffers);
}
