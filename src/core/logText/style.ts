import type { Span } from "../base/textEdit.ts";

/**
 * A colour as a terminal names it: none, 0–15 the theme's own (8–15 the bright ones), 16–255 the fixed palette,
 * from TRUE_COLOR on a 24-bit colour as TRUE_COLOR + 0xRRGGBB.
 */
export type Color = number;
export const NO_COLOR = -1;
export const TRUE_COLOR = 0x1000000;

/** Bits of `Style.flags`. */
export const FLAGS = { bold: 1, faint: 2, italic: 4, underline: 8, strike: 16, inverse: 32 } as const;

/** How text looks; compared by value (`sameStyle`), never changed in place. */
export interface Style {
  readonly fg: Color;
  readonly bg: Color;
  readonly flags: number;
}

export const PLAIN: Style = { fg: NO_COLOR, bg: NO_COLOR, flags: 0 };

/** Part of a line that looks different. */
export interface StyledSpan extends Span {
  readonly style: Style;
}

export function sameStyle(a: Style, b: Style): boolean {
  return a === b || (a.fg === b.fg && a.bg === b.bg && a.flags === b.flags);
}

export function isPlain(style: Style): boolean {
  return sameStyle(style, PLAIN);
}

/** A text that is equal for equal styles. */
export function styleKey(style: Style): string {
  return `${style.fg}/${style.bg}/${style.flags}`;
}

/** The nearest of the 216 palette colours to a 24-bit one; other colours stay as they are. */
export function toPalette(color: Color): Color {
  if (color < TRUE_COLOR) return color;
  const rgb = color - TRUE_COLOR;
  const level = (value: number): number =>
    value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.round((value - 55) / 40));
  return 16 + 36 * level(rgb >> 16) + 6 * level((rgb >> 8) & 0xff) + level(rgb & 0xff);
}
