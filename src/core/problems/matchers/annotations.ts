import { severityOf } from "./parenthesized.ts";
import type { Matcher } from "./problem.ts";

const COMMAND = /^::(error|warning|notice) ([^:]{1,2000})::(\S.*)$/;
const PROPERTY = /(?:^|,)\s?(\w{1,20})=([^,]{0,1000})/g;

/** `::error file=src/cart.ts,line=3,col=5::message`, which linters write for the annotations of other services. */
export const annotations: Matcher = {
  line(text, at, found) {
    const command = text.startsWith("::") ? COMMAND.exec(text) : null;
    if (!command) return false;
    const [, kind, list = "", message = ""] = command;
    const properties = new Map(Array.from(list.matchAll(PROPERTY), ([, name = "", value = ""]) => [name, value]));
    const path = properties.get("file");
    const line = Number(properties.get("line"));
    if (path === undefined || !(line >= 1)) return false;
    const start = Number(properties.get("col"));
    const code = properties.get("title");
    found({
      logLine: at,
      path,
      line,
      ...(start >= 1 && { column: start }),
      severity: severityOf(kind),
      message,
      ...(code !== undefined && code !== "" && { code }),
      source: "annotation",
    });
    return true;
  },
};
