import type { Gemoji } from "gemoji";
import { onceLoaded } from "../base/onceLoaded.ts";

const tones = ["\u{1f3fb}", "\u{1f3fc}", "\u{1f3fd}", "\u{1f3fe}", "\u{1f3ff}"] as const;

const named = /(?<![\p{L}\p{N}:]):([a-z0-9_+-]+):(?![\p{L}\p{N}:])/gu;

export interface FoundEmoji {
  readonly emoji: string;
  readonly name: string;
}

/** Emoji by their short names. */
export class EmojiNames {
  /** In the order of Unicode, grouped by category. */
  readonly all: readonly Gemoji[];
  private readonly glyphs: ReadonlyMap<string, string>;

  constructor(all: readonly Gemoji[]) {
    this.all = all;
    this.glyphs = new Map(all.flatMap(({ names, emoji }) => names.map((name) => [name, emoji] as const)));
  }

  /** Returns the emoji of a name; undefined for custom emoji of the host. */
  glyph(name: string): string | undefined {
    const [, plain = name, tone] = /^(.*)_tone([1-5])$/.exec(name) ?? [];
    const known = this.glyphs.get(name) ?? this.glyphs.get(plain);
    return known === undefined || tone === undefined
      ? known
      : known.replace(/\ufe0f$/, "") + (tones[Number(tone) - 1] ?? "");
  }

  /** Returns the emoji of a name, or `:name:` for custom emoji. */
  shown(name: string): string {
    return this.glyph(name) ?? `:${name}:`;
  }

  /** Returns a text with its `:names:` replaced by emoji; as on the host's pages, not within words, times and addresses. */
  inText(text: string): string {
    return text.replace(named, (code, name: string) => this.glyph(name) ?? code);
  }

  /** Returns what has letters in its names, those that begin with them first. */
  find(letters: string): readonly FoundEmoji[] {
    const found = this.all.flatMap(({ emoji, names }) =>
      names.filter((name) => name.includes(letters)).map((name) => ({ emoji, name })),
    );
    return found.toSorted(
      (one, other) => Number(other.name.startsWith(letters)) - Number(one.name.startsWith(letters)),
    );
  }
}

/** Loads the names on first use, because the table is large. */
export const emojiNames = onceLoaded(async () => new EmojiNames((await import("gemoji")).gemoji));

/** Returns a text with its `:names:` replaced by emoji; unchanged before they are loaded. */
export const withEmoji = (text: string): string => emojiNames.loaded?.inText(text) ?? text;

/** The host's default when a status is sent without an emoji (Part 3, Users). */
export const defaultEmoji = "speech_balloon";

/** Returns whether a text is a valid emoji name. */
export const isEmojiName = (text: string): boolean => /^[a-z0-9_+-]+$/.test(text);
