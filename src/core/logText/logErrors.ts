import { ErrorContext } from "./errorContext.ts";
import { errorStrength, exitOfComplaint, failsByWarnings, isHarmless, STRENGTH } from "./errorEvidence.ts";
import { type Ending, type ErrorLines, type LogPart, PARTS, type RatedLine } from "./errorLines.ts";
import { isPass, isStepDone } from "./scriptSteps.ts";
import type { LogLine, Section } from "./sections.ts";
import type { Color, Style, StyledSpan } from "./style.ts";
import { TRUE_COLOR } from "./style.ts";

/** Sections of the commands that can fail a job; `after_script` cannot. */
const SCRIPT = new Set(["step-script", "build-script"]);
const AFTER_SCRIPT = "after-script";
/** Sections around the script, whose failures rarely fail a job. */
const STORAGE = /cache|artifact/;
/** Sections of the runner's own work; others are the script's. */
const RUNNER = /^(?:prepare|resolve|get-sources|restore|download|archive|upload|cleanup)/;
/** The upload after a script that succeeded. */
const UPLOAD = "upload-artifacts-on-success";

/** The runner's last sentence. */
const CLOSING = /^(?:ERROR: )?Job failed(?:: | \()/;
/** How it ends when the script failed by itself, and when it took too long. */
const EXITED = /exit (?:code|status) (\d{1,10})$/;
const OVERTIME = /execution took longer than/;
const TIMEOUT = /^WARNING: \w{1,40} could not run to completion because the timeout was exceeded/;
/** What runners without sections write when the script is over. */
const AFTER_LOOSE_SCRIPT = /^(?:Uploading artifacts|Running after[ _]script|Saving cache|Creating cache)/;
/** Advice, which goes on with what is above it. */
const ADVICE =
  /^(?:Please|Try|Run|See|Use|Check|Did you mean|For (?:more|help|details)|To (?:fix|see|get|use|learn)|[Hh]int)\b/;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Rates the lines of a log in order. */
export class ErrorFinder {
  private readonly open: Section[] = [];
  private part: LogPart = PARTS.other;
  private inAfterScript = false;
  private inRunnerSection = false;
  /** Whether the log has a section of the script. */
  private sectioned = false;
  /** Where a log without sections is. */
  private loose: "before" | "script" | "after" = "before";
  /** Whether the runner's commands are green, which those that programs echo are not. */
  private green = false;
  /** Whether the script wrote errors since its last command or step, which those that succeed can put last. */
  private hasErrors = false;
  /** The text of the script's last line. */
  private above = "";
  private readonly context = new ErrorContext();

  /**
   * Returns what a line means; undefined if nothing.
   * @param before the lines of the same block
   */
  rate(line: LogLine, before: ErrorLines): RatedLine | undefined {
    if (line.kind !== "text") this.context.skip();
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
      return this.part === PARTS.script && this.isCommand(line) ? this.command() : undefined;
    }
    const { text } = line;
    if (CLOSING.test(text)) return { kind: "closing", why: endingOf(text) };
    if (this.inAfterScript) return undefined;
    const part = this.partOf(line);
    if (part === undefined) return undefined;
    if (part === PARTS.script && this.isCommand(line)) return this.command();
    if (before.isSettled(part)) {
      this.context.skip();
      return undefined;
    }
    const { above } = this;
    this.above = text;
    if (part === PARTS.script && this.hasErrors) {
      if (isStepDone(text, above)) {
        this.hasErrors = false;
        return { kind: "stepDone" };
      }
      if (isPass(text)) return { kind: "pass" };
    }
    if (part === PARTS.script && failsByWarnings(text)) return { kind: "warningsFail" };
    const rating = this.context.rate(text) ?? (isRed(line) ? { strength: STRENGTH.red } : undefined);
    if (rating) {
      this.hasErrors ||= part === PARTS.script;
      const exit = rating.strength === STRENGTH.complaint ? exitOfComplaint(text) : undefined;
      return { kind: "error", part, ...rating, ...(exit !== undefined && { exit }) };
    }
    return part === PARTS.script && HAS_WORD.test(text) && !TIMEOUT.test(text)
      ? { kind: "output", goesOn: text.charCodeAt(0) <= 32 || ADVICE.test(text) }
      : undefined;
  }

  /** Returns the part of a line; undefined if it does not matter. */
  private partOf(line: LogLine): LogPart | undefined {
    if (this.part !== PARTS.other || this.inRunnerSection || this.sectioned) return this.part;
    if (this.loose === "before" && this.isCommand(line)) this.loose = "script";
    else if (this.loose === "script" && AFTER_LOOSE_SCRIPT.test(line.text)) this.loose = "after";
    return this.loose === "script" ? PARTS.script : this.loose === "before" ? PARTS.other : undefined;
  }

  private command(): RatedLine {
    this.hasErrors = false;
    this.context.reset();
    return { kind: "command" };
  }

  private isCommand({ text, spans }: LogLine): boolean {
    if (!text.startsWith("$ ")) return false;
    const [first] = spans;
    const green = first !== undefined && first.start <= 1 && (first.style.fg === 2 || first.style.fg === 10);
    this.green ||= green;
    return green || !this.green;
  }

  private updateSections(): void {
    const names = this.open.map(({ name }) => name);
    this.inRunnerSection = names.some((name) => RUNNER.test(name));
    this.inAfterScript = names.includes(AFTER_SCRIPT);
    this.part = names.some((name) => SCRIPT.has(name))
      ? PARTS.script
      : names.includes(UPLOAD)
        ? PARTS.upload
        : names.some((name) => STORAGE.test(name))
          ? PARTS.storage
          : PARTS.other;
    this.sectioned ||= this.part === PARTS.script;
  }
}

function endingOf(closing: string): Ending {
  const code = EXITED.exec(closing.trimEnd())?.[1];
  return code !== undefined ? Number(code) : OVERTIME.test(closing) ? "time" : "runner";
}

/** Returns whether a line is an error message of a tool. */
export function isErrorMessage(text: string): boolean {
  const strength = errorStrength(text);
  return strength !== undefined && strength !== STRENGTH.words && strength !== STRENGTH.warned;
}

/** Sequences that can make text red. */
const REDDENS = /[[;]0*(?:[39]1[;:m]|38[;:]0*(?:5[;:]0*(?:1|9|124|160|196|203)[;:m]|2[;:]))/;

/**
 * Returns whether the styles of lines matter to what they mean: some may be red, or commands that the runner echoed.
 * @param text of the lines
 * @param sent the lines with their escape sequences
 * @param before the style before them
 */
export function stylesMatter(text: string, sent: string, before: Style): boolean {
  return text.startsWith("$ ") || text.includes("\n$ ") || isRedColor(before.fg) || REDDENS.test(sent);
}

/** Returns whether at least half of a line is red. */
function isRed({ text, spans }: { readonly text: string; readonly spans: readonly StyledSpan[] }): boolean {
  let red = 0;
  for (const { start, end, style } of spans) if (isRedColor(style.fg)) red += end - start;
  return red > 0 && red * 2 >= text.trim().length && !isHarmless(text);
}

/** Returns whether a color is red: of the theme, of the palette, or a 24-bit color with a dominant red component. */
function isRedColor(color: Color): boolean {
  if (color === 1 || color === 9 || color === 124 || color === 160 || color === 196 || color === 203) return true;
  if (color < TRUE_COLOR) return false;
  const rgb = color - TRUE_COLOR;
  const [r, g, b] = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  return r >= 128 && r > 2 * g && r > 2 * b;
}
