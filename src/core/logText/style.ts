import type { Span } from "../base/textEdit.ts";

/**
 * A terminal color: none, 0–15 from the theme (8–15 bright), 16–255 from the fixed palette, and 24-bit colors as
 * TRUE_COLOR + 0xRRGGBB.
 */
export type Color = number;
export const NO_COLOR = -1;
export const TRUE_COLOR = 0x1000000;

/** Bits of `Style.flags`. */
export const FLAGS = { bold: 1, faint: 2, italic: 4, underline: 8, strike: 16, inverse: 32, conceal: 64 } as const;

/** An immutable text style, compared with `sameStyle`. */
export interface Style {
  readonly fg: Color;
  readonly bg: Color;
  readonly flags: number;
}

export const PLAIN: Style = { fg: NO_COLOR, bg: NO_COLOR, flags: 0 };

/** A styled range of a line. */
export interface StyledSpan extends Span {
  readonly style: Style;
}

export function sameStyle(a: Style, b: Style): boolean {
  return a === b || (a.fg === b.fg && a.bg === b.bg && a.flags === b.flags);
}

export function isPlain(style: Style): boolean {
  return sameStyle(style, PLAIN);
}

/** Returns the color that text is drawn in: bold text in a theme color is bright, as in the host's own log. */
export const textColor = ({ fg, flags }: Style): Color => (flags & FLAGS.bold && fg >= 0 && fg < 8 ? fg + 8 : fg);

/** Returns a key that is equal for equal styles. */
export function styleKey(style: Style): string {
  return `${style.fg}/${style.bg}/${style.flags}`;
}

/** Returns the nearest of the 216 palette colors to a 24-bit color; other colors are unchanged. */
export function toPalette(color: Color): Color {
  if (color < TRUE_COLOR) return color;
  const rgb = color - TRUE_COLOR;
  const level = (value: number): number =>
    value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.round((value - 55) / 40));
  return 16 + 36 * level(rgb >> 16) + 6 * level((rgb >> 8) & 0xff) + level(rgb & 0xff);
}
