import { severityOf } from "./parenthesized.ts";
import { column, type Matcher, numberOf } from "./problem.ts";

const LEAD = /^\[(ERROR|WARNING)\] {1,8}/;
const POSITION = /:\[(\d{1,7})(?:,(\d{1,7}))?\] (?:error: |warning: )?/;
const LINT = /^\[(\w{1,40})\] /;

/** `[ERROR] /path/File.java:[line,column] message` (or `[line]`) of Maven's compiler plug-ins. */
export const maven: Matcher = {
  line(text, at, found) {
    const lead = LEAD.exec(text);
    const match = lead && POSITION.exec(text);
    if (!match) return false;
    const rest = text.slice(match.index + match[0].length);
    const lint = LINT.exec(rest);
    found({
      logLine: at,
      path: text.slice(lead[0].length, match.index),
      line: Number(match[1]),
      ...column(numberOf(match[2])),
      severity: severityOf(lead[1]),
      message: lint ? rest.slice(lint[0].length) : rest,
      ...(lint?.[1] !== undefined && { code: lint[1] }),
      source: "javac",
    });
    return true;
  },
};
