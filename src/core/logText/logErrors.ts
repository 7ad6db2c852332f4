import type { LogLine, Section } from "./sections.ts";
import type { Color, StyledSpan } from "./style.ts";
import { TRUE_COLOR } from "./style.ts";

/**
 * How likely a line is why the job failed, best first:
 * 0 says so in the section of the job's script, 1 is red there, 2 says so elsewhere, 3 is red elsewhere.
 */
export type ErrorRank = 0 | 1 | 2 | 3;
export const ERROR_RANKS = 4;

/** Sections in which runners run what makes a job fail. What runs after it never does. */
const SCRIPT = new Set(["step-script", "build-script"]);
const AFTER_SCRIPT = "after-script";

/** Cheap, and true of every line that `SAYS` can match. */
const MAYBE = /err|fatal|fail|exception|panic|traceback|\*\*\*|[✖✗✘×]|^E {2}/i;

/**
 * What tools write before what went wrong: `error:`, `error TS2322:`, `error[E0308]:`, `fatal:`, `TypeError:`,
 * `java.lang.IllegalStateException:`, `ERROR` and `FATAL` in capitals, `npm ERR!`, `FAIL` and `FAILED` in capitals at a
 * line's start, `--- FAIL:`, `panic:`, `Traceback (most recent call last)`, pytest's `E   `, make's `***`, a cross.
 */
const SAYS = new RegExp(
  [
    /\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z]+[-\w]*\d+\]?)?\s?:/,
    /\b[\w.]*(?:Error|Exception)\b(?:: | \[\w+\]: |$)/,
    /(?:^|[\s[(|])(?:ERROR|FATAL|ERR!)(?![\w-])/,
    /^\s*(?:--- )?FAIL(?:ED)?\b/,
    /^(?:thread '.*' panicked at|panic: |Traceback \(most recent call last\)|E {2,}\S)/,
    /^\S*make(?:\[\d+\])?: \*\*\* /,
    /^\s*[✖✗✘×] /,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Sums that found nothing, and commands that the runner repeats before it runs them. */
const HARMLESS = /^\$ |\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b/i;

/** Rates the lines of a log, in their order. */
export class ErrorFinder {
  private readonly open: Section[] = [];
  private inScript = false;
  private afterwards = false;

  /** The rank of a line; undefined for one that tells no error. */
  rate(line: LogLine): ErrorRank | undefined {
    if (line.kind === "sectionEnd") {
      const at = this.open.lastIndexOf(line.section);
      if (at >= 0) this.open.length = at;
      this.look();
      return undefined;
    }
    if (line.kind === "sectionStart") {
      // Deeper ones were left open when this one began at its depth.
      if (this.open.length > line.section.depth) this.open.length = line.section.depth;
      this.open.push(line.section);
      this.look();
    }
    if (this.afterwards) return undefined;
    const base = this.inScript ? 0 : 2;
    if (saysError(line.text)) return base;
    return isRed(line.text, line.spans) ? ((base + 1) as ErrorRank) : undefined;
  }

  private look(): void {
    this.inScript = this.open.some(({ name }) => SCRIPT.has(name));
    this.afterwards = this.open.some(({ name }) => name === AFTER_SCRIPT);
  }
}

/** Whether a tool would write this line to tell an error. */
export function saysError(text: string): boolean {
  return MAYBE.test(text) && SAYS.test(text) && !HARMLESS.test(text);
}

/** Whether most of a line is red. */
function isRed(text: string, spans: readonly StyledSpan[]): boolean {
  let red = 0;
  for (const { start, end, style } of spans) if (isRedColor(style.fg)) red += end - start;
  return red > 0 && red * 2 >= text.trim().length && !HARMLESS.test(text);
}

/** Red as the theme's, of the palette, or one with far more red in it than anything else. */
function isRedColor(color: Color): boolean {
  if (color === 1 || color === 9 || color === 124 || color === 160 || color === 196 || color === 203) return true;
  if (color < TRUE_COLOR) return false;
  const rgb = color - TRUE_COLOR;
  const [r, g, b] = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  return r >= 128 && r > 2 * g && r > 2 * b;
}
