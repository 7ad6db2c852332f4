/** Pipelines whose jobs have reports of scanners, for suites about findings. */
import type { FabricatedJob } from "../service/fabricated.ts";

/** A finding of SAST as analyzers write it. */
export const sastFinding = (
  name: string,
  file: string,
  line: number,
  rest: Readonly<Record<string, unknown>> = {},
): object => ({
  id: `${name} ${line}`,
  name,
  severity: "High",
  location: { file, start_line: line },
  identifiers: [
    { type: "semgrep_id", name: `rule.${name}`, value: name },
    { type: "cwe", name: "CWE-95", value: "95", url: "https://cwe.mitre.org/data/definitions/95.html" },
  ],
  ...rest,
});

const sast = "gl-sast-report.json";

/** The job of a SAST analyzer. @param listed whether its report is under `artifacts:paths`, as in the host's templates */
export function sastJob(
  vulnerabilities: readonly object[],
  { listed = true, ...rest }: { readonly listed?: boolean; readonly remediations?: readonly object[] } = {},
): FabricatedJob {
  const scan = { type: "sast", scanner: { id: "semgrep", name: "Semgrep" } };
  const text = JSON.stringify({ version: "15.1.4", vulnerabilities, scan, ...rest });
  return {
    name: "semgrep-sast",
    reports: { sast: { filename: sast, text } },
    artifacts: listed ? { [sast]: text } : { "other.txt": "" },
  };
}

/** A job with a code quality report. */
export function qualityJob(issues: readonly object[]): FabricatedJob {
  const filename = "gl-code-quality-report.json";
  const text = JSON.stringify(issues);
  return { name: "code_quality", reports: { codequality: { filename, text } }, artifacts: { [filename]: text } };
}
