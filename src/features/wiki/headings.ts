/** The line of the heading that a link's fragment means, counted from 0; undefined for none. As hosts and VS Code name headings. */
export function headingLine(text: string, fragment: string): number | undefined {
  const wanted = decoded(fragment.replace(/^#/, "")).normalize("NFC").toLowerCase();
  const seen = new Map<string, number>();
  let fence: string | undefined;
  for (const [line, words] of text.split(/\r\n|\r|\n/).entries()) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(words) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const [, heading] = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(words) ?? [];
    if (heading === undefined || fence !== undefined) continue;
    const name = nameOf(heading);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    if (wanted === (times === 0 ? name : `${name}-${times}`)) return line;
  }
  return undefined;
}

/** Of links the words alone count, and of those letters, digits, spaces, `-` and `_`. */
function nameOf(heading: string): string {
  const words = heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .normalize("NFC")
    .toLowerCase();
  return words
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
