import { severityOf } from "./parenthesized.ts";
import type { Matcher } from "./problem.ts";

const POSITION = /:(\d{1,7}):(\d{1,7}) - (error|warning|message|suggestion) (TS\d{1,6}): /;

/** `file:line:column - error TS1234: message` of tsc in a terminal. */
export const tscPretty: Matcher = {
  line(text, at, found) {
    const match = POSITION.exec(text);
    if (!match || match.index === 0) return false;
    const [whole, line, column, kind, code = ""] = match;
    found({
      logLine: at,
      path: text.slice(0, match.index).trimStart(),
      line: Number(line),
      column: Number(column),
      severity: severityOf(kind),
      message: text.slice(match.index + whole.length),
      code,
      source: "tsc",
    });
    return true;
  },
};
