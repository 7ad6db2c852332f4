import { type DecorationRenderOptions, ThemeColor } from "vscode";
import { type Color, FLAGS, NO_COLOR, type Style, TRUE_COLOR } from "../../../core/logText/style.ts";

const names = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"];

/** A terminal's colour: the theme's own for the first 16, so that it fits dark, light and high contrast alike. */
function themed(color: Color): ThemeColor | string | undefined {
  if (color === NO_COLOR) return undefined;
  if (color < 16) return new ThemeColor(`terminal.ansi${color >= 8 ? "Bright" : ""}${names[color % 8] ?? ""}`);
  return `#${rgbOf(color).toString(16).padStart(6, "0")}`;
}

/** 0xRRGGBB of a palette colour (16–255) or a 24-bit one. */
function rgbOf(color: Color): number {
  if (color >= TRUE_COLOR) return color - TRUE_COLOR;
  if (color >= 232) return (8 + (color - 232) * 10) * 0x010101;
  const level = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const cube = color - 16;
  return (level(Math.floor(cube / 36)) << 16) | (level(Math.floor(cube / 6) % 6) << 8) | level(cube % 6);
}

/** How a style is drawn in an editor. */
export function decorationOf({ fg, bg, flags }: Style): DecorationRenderOptions {
  const inverse = (flags & FLAGS.inverse) !== 0;
  const color = inverse ? (themed(bg) ?? new ThemeColor("editor.background")) : themed(fg);
  const backgroundColor = inverse ? (themed(fg) ?? new ThemeColor("editor.foreground")) : themed(bg);
  const lines = [flags & FLAGS.underline ? "underline" : "", flags & FLAGS.strike ? "line-through" : ""].filter(
    Boolean,
  );
  return {
    ...(color && { color }),
    ...(backgroundColor && { backgroundColor }),
    ...(flags & FLAGS.bold && { fontWeight: "bold" }),
    ...(flags & FLAGS.italic && { fontStyle: "italic" }),
    ...(flags & FLAGS.faint && { opacity: "0.7" }),
    ...(lines.length > 0 && { textDecoration: lines.join(" ") }),
  };
}
