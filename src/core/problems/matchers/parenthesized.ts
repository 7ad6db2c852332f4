import { column, type Matcher, numberOf, type Severity } from "./problem.ts";

// The path is cut at the first place that looks like a position, so that nothing is tried twice.
const POSITION =
  /\((\d{1,7})(?:[,:](\d{1,7}))?(?:,(\d{1,7}),(\d{1,7})|-(?:\d{1,7}))?\) ?: (?:[a-z]+ )?(error|warning|info|message)(?: ([A-Za-z]{1,10}\d{1,7}))? ?: /;
const LEAD = /^\s*(?:\d{1,4}>)?\s*/;
/** Where MSBuild says which project a message belongs to. */
const PROJECT = / \[([^[\]]{1,1000}\.\w*proj)(?:::[^[\]]{0,200})?\]$/;

/** `file(line,column): error CODE: message [project]`: tsc as it writes to logs, and what MSBuild runs. */
export const parenthesized: Matcher = {
  line(text, at, found) {
    const match = POSITION.exec(text);
    if (!match) return false;
    const [whole, line, start, endLine, endColumn, kind, code] = match;
    const path = text.slice(LEAD.exec(text)?.[0].length ?? 0, match.index);
    if (path === "") return false;
    const rest = text.slice(match.index + whole.length);
    const project = rest.endsWith("proj]") || rest.endsWith("]") ? PROJECT.exec(rest) : null;
    found({
      logLine: at,
      path,
      line: Number(line),
      ...column(numberOf(start)),
      ...(endLine !== undefined && { endLine: Number(endLine) }),
      ...(endColumn !== undefined && { endColumn: Number(endColumn) }),
      severity: severityOf(kind),
      message: project ? rest.slice(0, project.index) : rest,
      ...(code !== undefined && { code }),
      source: sourceOf(code),
      ...(project?.[1] !== undefined && { folder: folderOf(project[1]) }),
    });
    return true;
  },
};

export function severityOf(word: string | undefined): Severity {
  const kind = word?.toLowerCase();
  if (kind === "warning" || kind === "warn") return "warning";
  return kind?.endsWith("error") ? "error" : "info";
}

function sourceOf(code: string | undefined): string {
  if (code?.startsWith("TS")) return "tsc";
  return code?.startsWith("CS") ? "csc" : "MSBuild";
}

/** The folder of a file, by either separator. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"), path.lastIndexOf("\\")));
}
