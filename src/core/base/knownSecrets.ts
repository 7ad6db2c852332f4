/** Minimum length in characters. Shorter values may be ordinary words: hiding them would garble the log and reveal them. */
const MIN = 8;
/** Characters of a secret's beginning that are hidden even if the rest was cut off. */
const PART = 12;
/** Characters of a secret's beginning that are compared: hosts issue tokens and write texts, and could make each comparison a long one. */
const LONGEST = 8_192;
/** Characters of all values together; those unused for longest are forgotten first. */
const LIMIT = 250_000;
/** How often escapes are undone: a token in JSON in a URL needs two rounds. */
const ROUNDS = 3;

/** What a secret looks like once escapes are undone. */
interface Form {
  readonly text: string;
  /** Whether it is part of a base64 text, whose other parts belong to the credential. */
  readonly base64: boolean;
}

/** A text with escapes undone. */
interface Layer {
  readonly text: string;
  /** Where each character, and the end, is in the original; absent for the original itself. */
  readonly offsets?: readonly number[];
}

/**
 * The secrets that this window has used, including those that were renewed since. Hides them by value in texts that hosts and the system
 * compose, whatever surrounds them: as they are, URL-encoded, escaped for JSON or HTML, or in base64 as in a Basic header.
 */
export class KnownSecrets {
  /** By value, the one unused for longest first. */
  private readonly values = new Map<string, readonly Form[]>();
  /** By the first MIN characters. */
  private readonly forms = new Map<string, Set<Form>>();
  private size = 0;

  add(...values: readonly (string | undefined)[]): void {
    for (const given of values) {
      if (given === undefined || given.length < MIN) continue;
      const value = given.slice(0, LONGEST);
      const forms = this.values.get(value) ?? this.index(value);
      this.values.delete(value);
      this.values.set(value, forms);
    }
    for (const value of this.values.keys()) {
      if (this.size <= LIMIT) break;
      this.forget(value);
    }
  }

  /** Returns the text with `[hidden]` in the place of each secret. */
  hide(text: string): string {
    if (this.values.size === 0) return text;
    const found: [start: number, end: number][] = [];
    this.search({ text }, 0, found);
    let hidden = "";
    let from = 0;
    for (const [start, end] of found.sort(([a], [b]) => a - b)) {
      if (start >= from) hidden += `${text.slice(from, start)}[hidden]`;
      from = Math.max(from, end);
    }
    return hidden + text.slice(from);
  }

  private index(value: string): readonly Form[] {
    const forms = formsOf(value);
    for (const form of forms) {
      const start = form.text.slice(0, MIN);
      this.forms.set(start, (this.forms.get(start) ?? new Set()).add(form));
    }
    this.size += value.length;
    return forms;
  }

  private forget(value: string): void {
    for (const form of this.values.get(value) ?? []) {
      const start = form.text.slice(0, MIN);
      const others = this.forms.get(start);
      others?.delete(form);
      if (others?.size === 0) this.forms.delete(start);
    }
    this.values.delete(value);
    this.size -= value.length;
  }

  private search(layer: Layer, round: number, found: [start: number, end: number][]): void {
    const { text } = layer;
    // Of the last base64 text that is hidden. Each is walked through once, however many secrets are in it.
    let runEnd = 0;
    for (let at = 0; at + MIN <= text.length; at++) {
      for (const form of this.forms.get(text.slice(at, at + MIN)) ?? []) {
        if (form.base64 && at < runEnd) continue;
        let end = at + sharedLength(text, at, form.text);
        if (end - at < Math.min(PART, form.text.length)) continue;
        let start = at;
        if (form.base64) {
          while (isBase64(text[start - 1])) start--;
          while (isBase64(text[end])) end++;
          runEnd = end;
        }
        found.push([offsetOf(layer, start), offsetOf(layer, end)]);
      }
    }
    if (round === ROUNDS) return;
    // One by one: a secret may itself hold what is an escape elsewhere.
    for (const escape of escapes) {
      const next = unescaped(layer, escape);
      if (next) this.search(next, round + 1, found);
    }
  }
}

const offsetOf = ({ offsets }: Layer, at: number): number => offsets?.[at] ?? at;

const isBase64 = (character: string | undefined): boolean => character !== undefined && /[\w+/=-]/.test(character);

function sharedLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length++;
  return length;
}

function formsOf(value: string): readonly Form[] {
  const bytes = Buffer.from(value);
  // As its characters, or its bytes, one by one, in a URL; each also as in a form, where a plus is a space.
  const plain = new Set([value, bytes.toString("latin1")].flatMap((text) => [text, text.replaceAll(" ", "+")]));
  // Four base64 characters hold three bytes, so the text depends on how many bytes come before; those at the edges are shared.
  const encoded = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6)];
    return [all.toString("base64").slice(from, to), all.toString("base64url").slice(from, to)];
  });
  return [
    ...[...plain].map((text) => ({ text, base64: false })),
    ...[...new Set(encoded)].map((text) => ({ text, base64: true })),
  ];
}

/** Escapes of URLs, JSON and HTML: the code in hexadecimal or decimal digits, or what else stands for the character. */
const escapes = [
  /%(?<hex>[0-9a-f]{2})/gi,
  /\\(?:u(?<hex>[0-9a-f]{4})|(?<other>["'\\/]))/gi,
  /&(?:#x(?<hex>[0-9a-f]{1,5})|#(?<decimal>\d{1,6})|(?<other>amp|lt|gt|quot|apos));/gi,
];
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undoes one kind of escapes; undefined if there are none. */
function unescaped(layer: Layer, escape: RegExp): Layer | undefined {
  const { text } = layer;
  const offsets: number[] = [];
  let result = "";
  let from = 0;
  const copy = (to: number): void => {
    result += text.slice(from, to);
    for (let at = from; at < to; at++) offsets.push(offsetOf(layer, at));
  };
  for (const { 0: whole, index, groups = {} } of text.matchAll(escape)) {
    const { hex, decimal, other } = groups as Partial<Record<string, string>>;
    copy(index);
    offsets.push(offsetOf(layer, index));
    result +=
      other === undefined
        ? String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : (entities[other.toLowerCase()] ?? other);
    from = index + whole.length;
  }
  if (from === 0) return undefined;
  copy(text.length);
  offsets.push(offsetOf(layer, text.length));
  return { text: result, offsets };
}
