import { type Finding, type FindingSeverity, type FindingsReport, maxFindings } from "./finding.ts";
import { fileOf, filled, lineOf, objectOf, type Raw, textOf } from "./shape.ts";

/** Code Climate's severities. */
const severities: Readonly<Record<string, FindingSeverity>> = {
  blocker: "critical",
  critical: "high",
  major: "medium",
  minor: "low",
  info: "info",
};

/**
 * Reads a code quality report: a list of issues in Code Climate's format.
 * @returns undefined if the text is not a report of this kind
 */
export function readCodeQualityReport(report: unknown): FindingsReport | undefined {
  if (!Array.isArray(report)) return undefined;
  const entries = report as readonly unknown[];
  const findings: Finding[] = [];
  let malformed = 0;
  for (const entry of entries.slice(0, maxFindings)) {
    const issue = objectOf(entry);
    // Tools write their measurements into the same list.
    if (issue?.["type"] === "measurement") continue;
    const finding = issue && readIssue(issue);
    if (finding) findings.push(finding);
    else malformed++;
  }
  return { kind: "codeQuality", findings, malformed, cut: Math.max(0, entries.length - maxFindings) };
}

function readIssue(issue: Raw): Finding | undefined {
  const check = textOf(issue["check_name"], 200);
  const title = textOf(issue["description"], 300) ?? check;
  const location = objectOf(issue["location"]);
  const file = fileOf(location?.["path"]);
  if (title === undefined || file === undefined) return undefined;
  const word = typeof issue["severity"] === "string" ? issue["severity"].toLowerCase() : "";
  return {
    kind: "codeQuality",
    severity: (Object.hasOwn(severities, word) ? severities[word] : undefined) ?? "unknown",
    title,
    identifiers: check === undefined || check === title ? [] : [{ name: check }],
    links: [],
    file,
    ...filled({
      ...linesOf(location ?? {}),
      description: textOf(objectOf(issue["content"])?.["body"], 2_000),
      scanner: textOf(issue["engine_name"], 80),
      evidence: textOf(issue["fingerprint"], 200),
    }),
    // Tools count in their messages (“has 26 lines”) and many hash the line into their own fingerprint.
    fingerprint: JSON.stringify(["codeQuality", check ?? "", file, title.replace(/\d+/g, "0")]),
  };
}

/** Returns the lines of `lines` or `positions`, whose ends are numbers or objects with a `line`. */
function linesOf(location: Raw): { startLine?: number; endLine?: number } {
  for (const range of [objectOf(location["lines"]), objectOf(location["positions"])]) {
    const [startLine, endLine] = [range?.["begin"], range?.["end"]].map(
      (end) => lineOf(end) ?? lineOf(objectOf(end)?.["line"]),
    );
    if (startLine !== undefined) return { startLine, ...(endLine !== undefined && endLine > startLine && { endLine }) };
  }
  return {};
}
