/** Returns a data URL of an SVG with a text, shown in place of a missing image. */
export function placeholder(name: string, why: string): string {
  const lines = wrapped(why, 64);
  const height = 44 + lines.length * 18;
  const text = (y: number, words: string, more = ""): string =>
    `<text x="14" y="${y}"${more}>${escapeMarkup(words)}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="${height}" viewBox="0 0 480 ${height}" font-family="system-ui,sans-serif" font-size="13" fill="#808080">` +
    `<rect x="0.5" y="0.5" width="479" height="${height - 1}" rx="4" fill="#80808018" stroke="#808080" stroke-dasharray="4 3"/>` +
    text(24, shortened(name, 60), ' font-weight="600"') +
    lines.map((line, at) => text(46 + at * 18, line)).join("") +
    "</svg>";
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Escapes text for HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(shortened(word, width));
  }
  return lines.slice(0, 8);
}
