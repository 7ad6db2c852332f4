import {
  type Finding,
  type FindingIdentifier,
  type FindingKind,
  type FindingSeverity,
  type FindingsReport,
  maxFindings,
} from "./finding.ts";
import { readPatches } from "./remediations.ts";
import { fileOf, filled, lineOf, objectOf, objectsOf, type Raw, textOf, urlOf } from "./shape.ts";

/** Severities of all versions of the schema and of scanners that deviate from it. */
const severities: Readonly<Record<string, FindingSeverity>> = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
  negligible: "low",
  info: "info",
};

/** Returns the severity for a scanner's word, in whatever case. */
export function severityOf(value: unknown): FindingSeverity {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return (Object.hasOwn(severities, word) ? severities[word] : undefined) ?? "unknown";
}

/**
 * Reads a report of GitLab's security report schema, of any version: an object with `vulnerabilities`, or, before
 * version 2, a list of them.
 * @param kind what the job declared the report to be; infrastructure scanners declare SAST
 * @returns undefined if the text is not a report of this kind
 */
export function readSecurityReport(report: unknown, kind: FindingKind): FindingsReport | undefined {
  const root = objectOf(report);
  const entries = Array.isArray(report) ? (report as unknown[]) : root?.["vulnerabilities"];
  if (!Array.isArray(entries)) return undefined;
  const scan = objectOf(root?.["scan"]);
  const scanScanner = scannerOf(scan?.["scanner"]) ?? scannerOf(scan?.["analyzer"]);
  const own = kind === "sast" && isInfrastructure(scan) ? "iac" : kind;
  const patches = readPatches(root?.["remediations"]);
  const findings: Finding[] = [];
  let malformed = 0;
  for (const entry of entries.slice(0, maxFindings) as readonly unknown[]) {
    const finding = readFinding(objectOf(entry), own, scanScanner, patches);
    if (finding) findings.push(finding);
    else malformed++;
  }
  return { kind: own, findings, malformed, cut: Math.max(0, entries.length - maxFindings) };
}

/** Whether a scan is by an infrastructure scanner, which hosts file under SAST. */
const isInfrastructure = (scan: Raw | undefined): boolean =>
  [scan?.["scanner"], scan?.["analyzer"]].some((one) => /^kics/i.test(textOf(objectOf(one)?.["id"], 80) ?? ""));

const scannerOf = (scanner: unknown): string | undefined => {
  const found = objectOf(scanner);
  return textOf(found?.["name"], 80) ?? textOf(found?.["id"], 80) ?? textOf(scanner, 80);
};

function readFinding(
  entry: Raw | undefined,
  kind: FindingKind,
  scanScanner: string | undefined,
  patches: ReadonlyMap<string, string>,
): Finding | undefined {
  if (entry === undefined) return undefined;
  const identifiers = identifiersOf(entry["identifiers"]);
  const cve = textOf(entry["cve"], 500);
  const message = textOf(entry["message"], 300);
  const description = textOf(entry["description"], 2_000);
  const title =
    textOf(entry["name"], 300) ?? message ?? identifiers[0]?.name ?? cve ?? textOf(description?.split("\n", 1)[0], 300);
  if (title === undefined) return undefined;
  // Reports before version 2 have the place in the entry itself.
  const location = objectOf(entry["location"]) ?? entry;
  const place = placeOf(location);
  const fix = patches.get(textOf(entry["id"], 500) ?? "") ?? patches.get(cve ?? "");
  return {
    kind,
    severity: severityOf(entry["severity"] ?? entry["priority"]),
    title,
    identifiers: identifiers.map(({ name, url }) => ({ name, ...(url !== undefined && { url }) })),
    links: linksOf(entry),
    ...filled({
      description: description ?? (message === title ? undefined : message),
      solution: textOf(entry["solution"], 2_000),
      scanner: scannerOf(entry["scanner"]) ?? scanScanner ?? textOf(entry["tool"], 80),
      fix,
      evidence: kind === "secrets" ? undefined : (cve ?? textOf(entry["raw_source_code_extract"], 500)),
    }),
    ...place,
    fingerprint: fingerprintOf(kind, identifiers[0]?.key ?? title, location, place),
  };
}

/** What stays the same when lines move, a package is updated or an image gets another tag. */
function fingerprintOf(kind: FindingKind, what: string, location: Raw, place: Partial<Finding>): string {
  const parts =
    kind === "containers"
      ? [textOf(location["operating_system"], 200), place.package]
      : kind === "dependencies"
        ? [place.file, place.package]
        : kind === "dast"
          ? [place.subject]
          : [place.file, textOf(location["class"], 500), textOf(location["method"], 500)];
  return JSON.stringify([kind, what, ...parts.map((part) => part ?? "")]);
}

function identifiersOf(value: unknown): (FindingIdentifier & { readonly key: string })[] {
  return objectsOf(value).flatMap((one) => {
    const name = textOf(one["name"], 200) ?? textOf(one["value"], 200);
    if (name === undefined) return [];
    const url = urlOf(one["url"]);
    const key = `${textOf(one["type"], 100) ?? ""}:${textOf(one["value"], 500) ?? name}`;
    return [{ name, key, ...(url !== undefined && { url }) }];
  });
}

function linksOf(entry: Raw): string[] {
  const links = objectsOf(entry["links"]).map((one) => urlOf(one["url"]));
  return [...new Set([...links, urlOf(entry["url"])])].filter((url) => url !== undefined);
}

function placeOf(location: Raw): Pick<Finding, "file" | "startLine" | "endLine" | "subject" | "package"> {
  const dependency = objectOf(location["dependency"]);
  const name = textOf(objectOf(dependency?.["package"])?.["name"], 200);
  const version = textOf(dependency?.["version"], 100);
  const image = textOf(location["image"], 300);
  const startLine = lineOf(location["start_line"]) ?? lineOf(location["line"]);
  const endLine = lineOf(location["end_line"]);
  return filled({
    file: fileOf(location["file"]),
    startLine,
    endLine: startLine !== undefined && endLine !== undefined && endLine > startLine ? endLine : undefined,
    package: name,
    subject: joined([name, version], " ", image) ?? image ?? addressOf(location),
  });
}

/** Returns a package with its version, and the image that has it. */
function joined(parts: readonly (string | undefined)[], by: string, image: string | undefined): string | undefined {
  const text = parts.filter((part) => part !== undefined).join(by);
  return text === "" ? undefined : image === undefined ? text : `${text} · ${image}`;
}

/** Returns the method, URL and parameter of what a dynamic scanner tested. */
function addressOf(location: Raw): string | undefined {
  const [host, path] = [textOf(location["hostname"], 500), textOf(location["path"], 500)];
  if (host === undefined && path === undefined) return undefined;
  const parameter = textOf(location["param"], 100);
  return [
    textOf(location["method"], 20),
    `${host ?? ""}${path ?? ""}`,
    parameter === undefined ? undefined : `(${parameter})`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}
