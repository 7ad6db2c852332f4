import { severityOf } from "./parenthesized.ts";
import type { ReportProblem, Matcher } from "./problem.ts";

const STYLISH = /^\s{0,8}(\d{1,7}):(\d{1,7})\s{1,12}(error|warning|[✖×⚠‼]|Error:|Warning:)\s{1,8}/;
/** How yamllint writes rules. */
const YAML_RULE = /^\(([\w-]{1,60})\)$/;
const COMPACT = /: line (\d{1,7}), col (\d{1,7}), (Error|Warning|Info) - /;
const UNIX = /:(\d{1,7}):(\d{1,7}): /;
const UNIX_END = /^(Error|Warning|Info)(?:\/([\w@/.-]{1,200}))?\]$/;
const RULE = /^[\w@/.-]{1,200}$/;

/**
 * ESLint's default format (stylish): the file's path on its own line, followed by its problems. stylelint and yamllint
 * write so too, and Next.js with other words.
 */
export class EslintStylish implements Matcher {
  private path: string | undefined;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (isPathLine(text)) {
      this.path = text;
      return false;
    }
    if (this.path === undefined) return false;
    const match = STYLISH.exec(text);
    if (!match) {
      this.path = undefined;
      return false;
    }
    const [whole, line, column, kind = ""] = match;
    const { message, code } = ruleAtEnd(text.slice(whole.length).trim());
    const yaml = code === undefined ? null : YAML_RULE.exec(code);
    found({
      logLine: at,
      path: this.path,
      line: Number(line),
      column: Number(column),
      severity: severityOf(SIGNS[kind] ?? kind.replace(":", "")),
      message,
      ...(code !== undefined && { code: yaml?.[1] ?? code }),
      source: yaml ? "yamllint" : kind in SIGNS ? "stylelint" : "eslint",
    });
    return true;
  }
}

const SIGNS: Readonly<Record<string, string>> = { "✖": "error", "×": "error", "⚠": "warning", "‼": "warning" };

/** Returns whether a line consists of a file path only. */
export function isPathLine(text: string): boolean {
  return (
    text.length <= 1000 &&
    /^(?:\/|\w:\\|\.{0,2}\/?[\w@])/.test(text) &&
    /\.\w{1,12}$/.test(text) &&
    !/[:*?"<>|]{1}\s|\s{2}/.test(text)
  );
}

function ruleAtEnd(text: string): { message: string; code?: string } {
  const gap = text.lastIndexOf("  ");
  const code = text.slice(gap + 2);
  return gap > 0 && (RULE.test(code) || YAML_RULE.test(code))
    ? { message: text.slice(0, gap).trimEnd(), code }
    : { message: text };
}

/** ESLint's single-line formats: unix and compact. */
export const eslintLines: Matcher = {
  line(text, at, found) {
    const compact = COMPACT.exec(text);
    if (compact && compact.index > 0) {
      const [whole, line, column, kind] = compact;
      const rest = text.slice(compact.index + whole.length);
      const open = rest.endsWith(")") ? rest.lastIndexOf(" (") : -1;
      const rule = rest.slice(open + 2, -1);
      const named = open > 0 && RULE.test(rule);
      found({
        logLine: at,
        path: text.slice(0, compact.index),
        line: Number(line),
        column: Number(column),
        severity: severityOf(kind),
        message: named ? rest.slice(0, open) : rest,
        ...(named && { code: rule }),
        source: "eslint",
      });
      return true;
    }
    const open = text.endsWith("]") ? text.lastIndexOf(" [") : -1;
    const end = open > 0 ? UNIX_END.exec(text.slice(open + 2)) : null;
    const unix = end && UNIX.exec(text);
    if (!end || !unix || unix.index === 0 || unix.index > open) return false;
    found({
      logLine: at,
      path: text.slice(0, unix.index),
      line: Number(unix[1]),
      column: Number(unix[2]),
      severity: severityOf(end[1]),
      message: text.slice(unix.index + unix[0].length, open),
      ...(end[2] !== undefined && { code: end[2] }),
      source: "eslint",
    });
    return true;
  },
};
