import { column, type Matcher, numberOf, type Severity } from "./problem.ts";

// The position is searched from the left, which avoids backtracking over the path.
const POSITION =
  /\((\d{1,7})(?:[,:](\d{1,7}))?(?:,(\d{1,7}),(\d{1,7})|-(?:\d{1,7}))?\) ?: (?:[a-z]+ )?(error|warning|info|message)(?: ([A-Za-z]{1,10}\d{1,7}))? ?: /;
const LEAD = /^\s*(?:\d{1,4}>)?\s*/;
/** The project file at the end of MSBuild messages. */
const PROJECT = / \[([^[\]]{1,1000}\.\w*proj)(?:::[^[\]]{0,200})?\]$/;

/** `file(line,column): error CODE: message [project]` of tsc without terminal, and of tools run by MSBuild. */
export const parenthesized: Matcher = {
  line(text, at, found) {
    const match = POSITION.exec(text);
    if (!match) return false;
    const [whole, line, start, endLine, endColumn, kind, code] = match;
    const path = text.slice(LEAD.exec(text)?.[0].length ?? 0, match.index);
    if (path === "") return false;
    const rest = text.slice(match.index + whole.length);
    const project = rest.endsWith("]") ? PROJECT.exec(rest) : null;
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

/** Returns the folder of a path with either separator. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"), path.lastIndexOf("\\")));
}
