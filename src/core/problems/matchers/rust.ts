import type { ReportProblem, Matcher, Severity } from "./problem.ts";

const HEADER = /^(error|warning|note|help)(?:\[([A-Z]?\w{1,60}(?:::\w{1,60})?)\])?: /;
const ARROW = /^\s{0,12}--> (\S.{0,1000}?):(\d{1,7}):(\d{1,7})$/;
const PANIC = /^thread '.{0,500}?' (?:\(\d{1,10}\) )?panicked at (\S.{0,1000}?):(\d{1,7}):(\d{1,7}):$/;
/** Format before Rust 1.73, with the message first. */
const OLD_PANIC = /^thread '.{0,500}?' panicked at '(.{0,1000})', (\S.{0,1000}?):(\d{1,7}):(\d{1,7})$/;
/** Limit of lines between a message and its location. */
const NEAR = 8;
const SEVERITIES: Readonly<Record<string, Severity>> = { error: "error", warning: "warning" };

/**
 * Messages of rustc and cargo: `error[E0308]: message` with the location behind `-->` on a line of its own; and panics.
 */
export class Rust implements Matcher {
  private header:
    | { readonly at: number; readonly kind: string; readonly code: string | undefined; message: string }
    | undefined;
  private panic:
    | { readonly at: number; readonly path: string; readonly line: number; readonly column: number }
    | undefined;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (this.panic) {
      const { at: logLine, ...place } = this.panic;
      this.panic = undefined;
      found({ logLine, ...place, severity: "error", message: text.trim() === "" ? "panicked" : text, source: "rust" });
      return true;
    }
    const header = HEADER.exec(text);
    if (header) {
      const [whole, kind = "", code] = header;
      this.header = { at, kind, code, message: text.slice(whole.length) };
      return false;
    }
    if (text.startsWith("thread '")) return this.panicked(text, at, found);
    if (!this.header) return false;
    const arrow = ARROW.exec(text);
    if (arrow) {
      const { at: logLine, kind, code, message } = this.header;
      const [, path = "", line, column] = arrow;
      this.header = undefined;
      found({
        logLine,
        path,
        line: Number(line),
        column: Number(column),
        severity: SEVERITIES[kind] ?? "info",
        message,
        ...(code !== undefined && { code }),
        source: "rustc",
      });
      return true;
    }
    if (text === "" || at - this.header.at > NEAR) this.header = undefined;
    return false;
  }

  private panicked(text: string, at: number, found: ReportProblem): boolean {
    const now = PANIC.exec(text);
    if (now) {
      this.panic = { at, path: now[1] ?? "", line: Number(now[2]), column: Number(now[3]) };
      return true;
    }
    const old = OLD_PANIC.exec(text);
    if (!old) return false;
    found({
      logLine: at,
      path: old[2] ?? "",
      line: Number(old[3]),
      column: Number(old[4]),
      severity: "error",
      message: old[1] ?? "",
      source: "rust",
    });
    return true;
  }
}
