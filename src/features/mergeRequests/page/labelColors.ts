/** Parses `#rgb` or `#rrggbb` to red, green and blue from 0 to 255; undefined for anything else. */
function channels(color: unknown): readonly [number, number, number] | undefined {
  const hex = typeof color === "string" ? /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color.trim())?.[1] : undefined;
  if (hex === undefined) return undefined;
  const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  return [red, green, blue];
}

/** Returns the relative luminance as WCAG defines it, from 0 to 1. */
export function luminance(color: readonly [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Returns background and text color of a label for every theme: black or white text, whichever has more contrast (at least 4.5:1, WCAG
 * AA). The host's own text color may be unreadable. Undefined for an invalid color.
 */
export function labelColors(color: unknown): readonly [background: string, text: string] | undefined {
  const found = channels(color);
  if (found === undefined) return undefined;
  const background = `#${found.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  const light = luminance(found);
  return [background, (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000000" : "#ffffff"];
}
