import type { LogLine, Section } from "./sections.ts";
import type { Color, StyledSpan } from "./style.ts";
import { TRUE_COLOR } from "./style.ts";

/**
 * How likely a line is the cause of the failure, best first: an error message in a script section (0), red text there
 * (1), an error message elsewhere (2), red text elsewhere (3).
 */
export type ErrorRank = 0 | 1 | 2 | 3;
export const ERROR_RANKS = 4;

/** Sections of the commands that can fail a job; `after_script` cannot. */
const SCRIPT = new Set(["step-script", "build-script"]);
const AFTER_SCRIPT = "after-script";

/** A cheap test that matches all lines that `ERROR_MESSAGE` can match. */
const POSSIBLE_ERROR = /err|fatal|fail|exception|panic|traceback|\*\*\*|[✖✗✘×]|^E {2}/i;

/** `error:`, `error TS2322:`, `fatal error:`: found from their colon back, which passes over each character once. */
const BEFORE_COLON = /:(?<=\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z][-\w]*\d\]?)?\s?:)/;

/**
 * How tools mark errors: `error:`, `error TS2322:`, `error[E0308]:`, `fatal:`, `TypeError:`,
 * `java.lang.IllegalStateException:`, `ERROR` and `FATAL` in capitals, `npm ERR!`, `FAIL` and `FAILED` in capitals at
 * the start of a line, `--- FAIL:`, `panic:`, `Traceback (most recent call last)`, pytest's `E   `, make's `***`, a
 * cross. Takes linear time: no part of it is tried again from each position within the same run of characters.
 */
const ERROR_MESSAGE = new RegExp(
  [
    BEFORE_COLON,
    /(?:Error|Exception)\b(?:: | \[\w+\]: |$)/,
    /(?:^|[\s[(|])(?:ERROR|FATAL|ERR!)(?![\w-])/,
    /^\s*(?:--- )?FAIL(?:ED)?\b/,
    /^(?:thread '.*' panicked at|panic: |Traceback \(most recent call last\)|E {2,}\S)/,
    /^\S*make(?:\[\d+\])?: \*\*\* /,
    /^\s*[✖✗✘×] /,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Summaries without errors, and commands echoed by the runner. */
const HARMLESS = /^\$ |\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b/i;

/** Rates the lines of a log in order. */
export class ErrorFinder {
  private readonly open: Section[] = [];
  private inScript = false;
  private inAfterScript = false;

  /** Returns the rank of a line; undefined if it is not an error. */
  rate(line: LogLine): ErrorRank | undefined {
    if (line.kind === "sectionEnd") {
      const at = this.open.lastIndexOf(line.section);
      if (at >= 0) this.open.length = at;
      this.updateSections();
      return undefined;
    }
    if (line.kind === "sectionStart") {
      // Deeper sections were not closed when this one began.
      if (this.open.length > line.section.depth) this.open.length = line.section.depth;
      this.open.push(line.section);
      this.updateSections();
    }
    if (this.inAfterScript) return undefined;
    const base = this.inScript ? 0 : 2;
    if (isErrorMessage(line.text)) return base;
    return isRed(line.text, line.spans) ? ((base + 1) as ErrorRank) : undefined;
  }

  private updateSections(): void {
    this.inScript = this.open.some(({ name }) => SCRIPT.has(name));
    this.inAfterScript = this.open.some(({ name }) => name === AFTER_SCRIPT);
  }
}

/** Returns whether a line is an error message of a tool. */
export function isErrorMessage(text: string): boolean {
  return POSSIBLE_ERROR.test(text) && ERROR_MESSAGE.test(text) && !HARMLESS.test(text);
}

/** Returns whether at least half of a line is red. */
function isRed(text: string, spans: readonly StyledSpan[]): boolean {
  let red = 0;
  for (const { start, end, style } of spans) if (isRedColor(style.fg)) red += end - start;
  return red > 0 && red * 2 >= text.trim().length && !HARMLESS.test(text);
}

/** Returns whether a color is red: of the theme, of the palette, or a 24-bit color with a dominant red component. */
function isRedColor(color: Color): boolean {
  if (color === 1 || color === 9 || color === 124 || color === 160 || color === 196 || color === 203) return true;
  if (color < TRUE_COLOR) return false;
  const rgb = color - TRUE_COLOR;
  const [r, g, b] = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  return r >= 128 && r > 2 * g && r > 2 * b;
}
