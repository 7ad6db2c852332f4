import { env, l10n } from "vscode";
import type { Vulnerability } from "../../../api/resources/vulnerabilities.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { foundAt, scannerName } from "../finding.ts";
import { confidenceName, reportName, severityName, stateName } from "../labels.ts";

/** Returns the path of a vulnerability's read-only details document; its last part is the tab title. */
export const detailsPath = (instance: string, id: number): string =>
  `${instance.replace(/^https?:\/\//, "")}/vulnerabilities/${id}/${l10n.t("Vulnerability {0}", id)}.md`;

/**
 * Returns everything the host reports about a vulnerability, as Markdown that is read as source.
 * @param page URL of its page, if known
 */
export function detailsText(vulnerability: Vulnerability, page: string | undefined): string {
  const { id, title, state, severity, confidence, project, finding } = vulnerability;
  const at = foundAt(finding);
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    [l10n.t("State"), stateName(state)],
    [l10n.t("Severity"), severityName(severity)],
    [l10n.t("Confidence"), typeof confidence === "string" ? confidenceName(confidence) : undefined],
    [l10n.t("Report type"), reportName(vulnerability.report_type)],
    [l10n.t("Scanner"), plainText(scannerName(finding), 80)],
    [l10n.t("Location"), at && (at.line === undefined ? at.path : l10n.t("{0}, line {1}", at.path, at.line))],
    [l10n.t("Project"), plainText(project?.full_path, 200)],
    [l10n.t("Detected"), when(vulnerability.created_at)],
    [l10n.t("Confirmed"), decided(vulnerability.confirmed_at, vulnerability.confirmed_by_id)],
    [l10n.t("Resolved"), decided(vulnerability.resolved_at, vulnerability.resolved_by_id)],
    [
      l10n.t("Dismissed"),
      decided(
        vulnerability.dismissed_at ?? vulnerability.closed_at,
        vulnerability.dismissed_by_id ?? vulnerability.closed_by_id,
      ),
    ],
    [l10n.t("Updated"), when(vulnerability.updated_at)],
    [
      l10n.t("In the default branch"),
      vulnerability.resolved_on_default_branch === true ? l10n.t("no longer found") : undefined,
    ],
    [l10n.t("Page"), page],
  ];
  const table = lines.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`- ${name}: ${value}`]));
  const description = (vulnerability.description ?? "").trim();
  const parts = [
    `# #${id} ${plainText(title, 300)}`,
    table.join("\n"),
    ...(description === "" ? [] : [description]),
    ...(finding === undefined || finding === null
      ? []
      : [`## ${l10n.t("What the scanner reported")}`, fenced(JSON.stringify(finding, undefined, 2))]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const when = (timestamp: string | null | undefined): string | undefined => dateTime(timestamp, env.language);

function decided(timestamp: string | null | undefined, user: number | null | undefined): string | undefined {
  const at = when(timestamp);
  return at === undefined || typeof user !== "number" ? at : l10n.t("{0}, by user {1}", at, user);
}

/** Puts JSON in a code fence longer than any run of backticks in it. */
function fenced(json: string): string {
  const longest = Math.max(2, ...[...json.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${json}\n${fence}`;
}
