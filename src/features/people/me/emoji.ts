import type { Gemoji } from "gemoji";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";

const tones = ["\u{1f3fb}", "\u{1f3fc}", "\u{1f3fd}", "\u{1f3fe}", "\u{1f3ff}"] as const;

/** The names of emoji that hosts and people use. */
export class EmojiNames {
  /** In the order of Unicode, those of a category together. */
  readonly all: readonly Gemoji[];
  private readonly glyphs: ReadonlyMap<string, string>;

  constructor(all: readonly Gemoji[]) {
    this.all = all;
    this.glyphs = new Map(all.flatMap(({ names, emoji }) => names.map((name) => [name, emoji] as const)));
  }

  /** The emoji of a name; undefined for names that only the host knows. */
  glyph(name: string): string | undefined {
    const [, plain = name, tone] = /^(.*)_tone([1-5])$/.exec(name) ?? [];
    const known = this.glyphs.get(name) ?? this.glyphs.get(plain);
    return known === undefined || tone === undefined
      ? known
      : known.replace(/\ufe0f$/, "") + (tones[Number(tone) - 1] ?? "");
  }

  /** The emoji, or its name between colons where there is none to show. */
  shown(name: string): string {
    return this.glyph(name) ?? `:${name}:`;
  }

  /** A text with its `:names:` as emoji. */
  inText(text: string): string {
    return text.replace(/:([a-z0-9_+-]+):/g, (code, name: string) => this.glyph(name) ?? code);
  }
}

/** The names, loaded with the first need: they are many. */
export const emojiNames = onceLoaded(async () => new EmojiNames((await import("gemoji")).gemoji));

/** What the host takes when a status has no emoji (Part 3, Users). */
export const defaultEmoji = "speech_balloon";

/** Whether a host may have an emoji of this name. */
export const isEmojiName = (text: string): boolean => /^[a-z0-9_+-]+$/.test(text);
