import { type Color, FLAGS, NO_COLOR, PLAIN, type Style, TRUE_COLOR } from "./style.ts";

const setFlags: Readonly<Record<number, number>> = {
  1: FLAGS.bold,
  2: FLAGS.faint,
  3: FLAGS.italic,
  4: FLAGS.underline,
  7: FLAGS.inverse,
  8: FLAGS.conceal,
  9: FLAGS.strike,
  21: FLAGS.underline,
};
const clearFlags: Readonly<Record<number, number>> = {
  22: FLAGS.bold | FLAGS.faint,
  23: FLAGS.italic,
  24: FLAGS.underline,
  27: FLAGS.inverse,
  28: FLAGS.conceal,
  29: FLAGS.strike,
};

/**
 * Returns the style after an SGR sequence; unknown and incomplete parameters are ignored.
 * @param parameters between `ESC[` and `m`, e.g. `0;1;38;5;208` or `38:2::10:20:30`
 */
export function applySgr(style: Style, parameters: string): Style {
  let { fg, bg, flags } = style;
  const codes = parameters.split(";");
  for (let i = 0; i < codes.length; i++) {
    const [head = "", ...rest] = (codes[i] ?? "").split(":");
    const code = head === "" ? 0 : Number(head);
    if (code === 0) ({ fg, bg, flags } = PLAIN);
    else if (code === 38 || code === 48 || code === 58) {
      const { color, used } = rest.length > 0 ? { color: colonColor(rest), used: 0 } : listColor(codes, i + 1);
      i += used;
      if (color === undefined) continue;
      if (code === 38) fg = color;
      else if (code === 48) bg = color;
    } else if (code === 39) fg = NO_COLOR;
    else if (code === 49) bg = NO_COLOR;
    else if (code >= 30 && code <= 37) fg = code - 30;
    else if (code >= 40 && code <= 47) bg = code - 40;
    else if (code >= 90 && code <= 97) fg = code - 82;
    else if (code >= 100 && code <= 107) bg = code - 92;
    else if (code === 4 && rest[0] === "0") flags &= ~FLAGS.underline;
    else flags = (flags | (setFlags[code] ?? 0)) & ~(clearFlags[code] ?? 0);
  }
  return { fg, bg, flags };
}

/** Parses `5;n` and `2;r;g;b`; `used` is the number of parameters of the color. */
function listColor(codes: readonly string[], at: number): { color: Color | undefined; used: number } {
  if (codes[at] === "5") return { color: byte(codes[at + 1]), used: 2 };
  if (codes[at] === "2") return { color: rgb(codes.slice(at + 1, at + 4)), used: 4 };
  return { color: undefined, used: 0 };
}

/** Parses `5:n`, `2:r:g:b` and `2:colorspace:r:g:b`. */
function colonColor(parts: readonly string[]): Color | undefined {
  if (parts[0] === "5") return byte(parts[1]);
  if (parts[0] === "2") return rgb(parts.length > 4 ? parts.slice(2, 5) : parts.slice(1, 4));
  return undefined;
}

function rgb(parts: readonly string[]): Color | undefined {
  const [r, g, b] = [byte(parts[0]), byte(parts[1]), byte(parts[2])];
  return r === undefined || g === undefined || b === undefined ? undefined : TRUE_COLOR + (r << 16) + (g << 8) + b;
}

/** Returns a value of 0–255 (0 for an empty parameter); undefined if missing or out of range. */
function byte(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 255 ? value : undefined;
}
