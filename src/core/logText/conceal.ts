import type { StyledText } from "./line.ts";
import { FLAGS, isPlain, type Style } from "./style.ts";

const isConcealed = ({ style }: { readonly style: Style }): boolean => (style.flags & FLAGS.conceal) !== 0;

/**
 * Returns a line as it is shown: concealed text (`ESC[8m`) as blanks of the same width, so that it can be read nowhere.
 * The host's own log hides it by its style sheet.
 */
export function hideConcealed(line: StyledText): StyledText {
  if (!line.spans.some(isConcealed)) return line;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of line.spans.filter(isConcealed)) {
    parts.push(line.text.slice(at, start), line.text.slice(start, end).replaceAll(/[^\t]/g, " "));
    at = end;
  }
  parts.push(line.text.slice(at));
  const spans = line.spans.map((span) => ({
    ...span,
    style: { ...span.style, flags: span.style.flags & ~FLAGS.conceal },
  }));
  return { text: parts.join(""), spans: spans.filter(({ style }) => !isPlain(style)) };
}
