import { type Finding, type FindingKind, type FindingSeverity, type FindingsReport, maxFindings } from "./finding.ts";
import { fileOf, filled, lineOf, listOf, objectOf, objectsOf, type Raw, textOf, urlOf } from "./shape.ts";

/** Limit of rules that are read of one tool. */
const maxRules = 50_000;

/** Severities by SARIF's level. */
const levels: Readonly<Record<string, FindingSeverity>> = {
  error: "high",
  warning: "medium",
  note: "low",
  none: "info",
};

/** What tools look for whose rules do not say so. */
const tools: readonly (readonly [name: RegExp, kind: FindingKind])[] = [
  [/^(?:gitleaks|trufflehog|detect-secrets|ggshield)/i, "secrets"],
  [/^(?:kics|checkov|tfsec|terrascan|tflint|hadolint|kube|cfn)/i, "iac"],
  [/^(?:trivy|grype|osv-scanner|snyk|npm|pip-audit|cargo-audit)/i, "dependencies"],
];

/** Returns whether a text is a log of SARIF 2.1. */
export const isSarif = (report: unknown): boolean => {
  const { version, runs } = objectOf(report) ?? {};
  return typeof version === "string" && version.startsWith("2.1") && Array.isArray(runs);
};

/**
 * Reads a report in SARIF 2.1.0, the format of most scanners that are not the host's own. Results that passed or that somebody suppressed
 * are left out.
 * @param declared what the job declared the report to be; undefined if it did not, which its tools and rules say then
 */
export function readSarifReport(report: unknown, declared: FindingKind | undefined): FindingsReport {
  const runs = listOf(objectOf(report)?.["runs"]).map((run) => openRun(objectOf(run) ?? {}));
  const kind = declared ?? kindOf(runs);
  const findings: Finding[] = [];
  let [read, malformed, count] = [0, 0, 0];
  for (const run of runs) {
    count += run.results.length;
    for (const entry of run.results.slice(0, maxFindings - read)) {
      read++;
      const result = objectOf(entry);
      if (result && !isOpen(result)) continue;
      const finding = result && readResult(result, run, kind);
      if (finding) findings.push(finding);
      else malformed++;
    }
  }
  return { kind, findings, malformed, cut: count - read };
}

interface Run {
  readonly scanner: string | undefined;
  readonly rules: readonly Raw[];
  readonly byId: ReadonlyMap<string, Raw>;
  readonly results: readonly unknown[];
  readonly artifacts: readonly unknown[];
  readonly bases: Raw;
}

function openRun(run: Raw): Run {
  const tool = objectOf(run["tool"]);
  const driver = objectOf(tool?.["driver"]);
  const rulesOf = (component: Raw | undefined): Raw[] =>
    listOf(component?.["rules"])
      .slice(0, maxRules)
      .map((rule) => objectOf(rule) ?? {});
  const rules = rulesOf(driver);
  const extended = objectsOf(tool?.["extensions"]).flatMap(rulesOf);
  return {
    scanner: textOf(driver?.["name"], 80),
    rules,
    byId: new Map(
      [...extended, ...rules].flatMap((rule) => (typeof rule["id"] === "string" ? [[rule["id"], rule]] : [])),
    ),
    results: listOf(run["results"]),
    artifacts: listOf(run["artifacts"]),
    bases: objectOf(run["originalUriBaseIds"]) ?? {},
  };
}

function kindOf(runs: readonly Run[]): FindingKind {
  for (const { scanner = "" } of runs) for (const [name, kind] of tools) if (name.test(scanner)) return kind;
  const isSecurity = ({ properties }: Raw): boolean => {
    const { tags, "security-severity": score } = objectOf(properties) ?? {};
    return score !== undefined || listOf(tags).some((tag) => typeof tag === "string" && /^security$|\bCWE-/i.test(tag));
  };
  return runs.some(({ byId }) => [...byId.values()].some(isSecurity)) ? "sast" : "codeQuality";
}

/** Whether a result is a finding that nobody has judged. */
function isOpen(result: Raw): boolean {
  const { kind, baselineState, suppressions } = result;
  if (kind === "pass" || kind === "notApplicable" || baselineState === "absent") return false;
  return !objectsOf(suppressions).some(({ status }) => status === undefined || status === "accepted");
}

function readResult(result: Raw, run: Run, kind: FindingKind): Finding | undefined {
  const { ruleId, ruleIndex } = result;
  const reference = objectOf(result["rule"]);
  const id = textOf(ruleId, 200) ?? textOf(reference?.["id"], 200);
  const index = ruleIndex ?? (reference?.["toolComponent"] === undefined ? reference?.["index"] : undefined);
  const rule =
    // A result may name a rule's part: `CA1000/1`.
    (id === undefined ? undefined : (run.byId.get(id) ?? run.byId.get(id.replace(/\/[^/]*$/, "")))) ??
    (typeof index === "number" ? run.rules[index] : undefined) ??
    {};
  const name = id ?? textOf(rule["id"], 200);
  const short = textOf(objectOf(rule["shortDescription"])?.["text"], 300) ?? textOf(rule["name"], 300);
  const message = messageOf(objectOf(result["message"]), rule);
  const isLong = message?.includes("\n") === true || (message?.length ?? 0) > 300;
  const title = (isLong ? short : undefined) ?? textOf(message?.split("\n", 1)[0], 300) ?? short ?? name;
  if (title === undefined) return undefined;
  const url = urlOf(rule["helpUri"]);
  const place = placeOf(result, run);
  const full = textOf(objectOf(rule["fullDescription"])?.["text"], 2_000);
  return {
    kind,
    severity: severityOf(result, rule),
    title,
    identifiers: [
      ...(name === undefined || name === title ? [] : [{ name, ...(url !== undefined && { url }) }]),
      ...weaknesses(rule),
    ],
    links: url === undefined ? [] : [url],
    ...filled({
      description: isLong ? message : full === title ? undefined : full,
      scanner: run.scanner,
      evidence: kind === "secrets" ? undefined : evidenceOf(result),
    }),
    ...place,
    fingerprint: JSON.stringify([kind, name ?? title, place.file ?? ""]),
  };
}

/** The weaknesses that a rule is tagged with: `external/cwe/cwe-079`, `CWE-79: Cross-site scripting`. */
const weaknesses = (rule: Raw): { readonly name: string }[] =>
  [
    ...new Set(
      listOf(objectOf(rule["properties"])?.["tags"])
        .slice(0, 20)
        .flatMap((tag) =>
          typeof tag === "string" ? (/\bcwe-0{0,3}(\d{1,5})\b/i.exec(tag.slice(0, 200))?.[1] ?? []) : [],
        ),
    ),
  ].map((number) => ({ name: `CWE-${number}` }));

/** The score of security rules says more than the level, which is a linter's. */
function severityOf({ level, kind }: Raw, rule: Raw): FindingSeverity {
  if (kind === "informational") return "info";
  const given = objectOf(rule["properties"])?.["security-severity"];
  const score = typeof given === "string" || typeof given === "number" ? Number(given) : Number.NaN;
  if (score > 0) return score >= 9 ? "critical" : score >= 7 ? "high" : score >= 4 ? "medium" : "low";
  const word = level ?? objectOf(rule["defaultConfiguration"])?.["level"] ?? "warning";
  return (typeof word === "string" && Object.hasOwn(levels, word) ? levels[word] : undefined) ?? "unknown";
}

/** Returns a message with its arguments, without the addresses of links to the result's places. */
function messageOf(message: Raw | undefined, rule: Raw): string | undefined {
  const named = textOf(message?.["id"], 200);
  const strings = objectOf(rule["messageStrings"]);
  const text =
    textOf(message?.["text"], 2_000) ??
    (named !== undefined && strings && Object.hasOwn(strings, named)
      ? textOf(objectOf(strings[named])?.["text"], 2_000)
      : undefined);
  const given = listOf(message?.["arguments"]);
  const filledIn = text?.replace(/\{(\d{1,2})\}/g, (hole, at: string) => textOf(given[Number(at)], 200) ?? hole);
  return textOf(filledIn?.replace(/\[([^[\]]{1,300})\]\(\d{1,4}\)/g, "$1"), 2_000);
}

function placeOf(result: Raw, run: Run): Pick<Finding, "file" | "startLine" | "endLine"> {
  const [location] = objectsOf(result["locations"]);
  const physical = objectOf(location?.["physicalLocation"]);
  const region = objectOf(physical?.["region"]);
  const startLine = lineOf(region?.["startLine"]);
  const endLine = lineOf(region?.["endLine"]);
  return filled({
    file: fileOf(pathOf(objectOf(physical?.["artifactLocation"]), run)),
    startLine,
    endLine: startLine !== undefined && endLine !== undefined && endLine > startLine ? endLine : undefined,
  });
}

/** Returns the path of a URI, which may be relative to a folder that the run names. */
function pathOf(location: Raw | undefined, { artifacts, bases }: Run): string | undefined {
  const index = location?.["index"];
  const listed = typeof index === "number" ? objectOf(objectOf(artifacts[index])?.["location"]) : undefined;
  const uri = textOf(location?.["uri"] ?? listed?.["uri"], 3_000);
  if (uri === undefined) return undefined;
  const baseId = location?.["uriBaseId"] ?? listed?.["uriBaseId"];
  const base =
    typeof baseId === "string" && Object.hasOwn(bases, baseId)
      ? textOf(objectOf(bases[baseId])?.["uri"], 1_000)
      : undefined;
  // The folder of an absolute base is the checkout.
  const whole = base === undefined || /^[a-z][a-z\d+.-]*:|^\//i.test(base) ? uri : `${base.replace(/\/?$/, "/")}${uri}`;
  const path = whole.replace(/^file:\/\/(?:localhost(?=\/))?(?:\/(?=[A-Za-z]:))?/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    // Not every tool encodes.
    return path;
  }
}

/** The fingerprints that the tool gives, which are the same where lines moved. The code itself may be a secret. */
function evidenceOf(result: Raw): string | undefined {
  const given = { ...objectOf(result["partialFingerprints"]), ...objectOf(result["fingerprints"]) };
  const parts = Object.keys(given)
    .slice(0, 10)
    .toSorted()
    .map((name) => textOf(given[name], 200))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" ");
}
