import { l10n, type MarkdownString } from "vscode";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import { shown, time, tooltip } from "../../core/tree/tooltipText.ts";
import { scannerName } from "./finding.ts";
import { confidenceName, reportName, severityName, stateName, vulnerabilityName } from "./labels.ts";
import type { VulnerabilityNode } from "./nodes.ts";
import { withheldReason } from "./withheld.ts";

/** Returns the tooltip of a vulnerability, or why the host does not return it. */
export function vulnerabilityTooltip(
  { vulnerability, withheld, page, instance }: VulnerabilityNode,
  now = Date.now(),
): MarkdownString {
  const { state, severity, confidence, project, id } = vulnerability;
  if (withheld !== undefined)
    return tooltip(
      vulnerabilityName(vulnerability),
      [[l10n.t("Not shown"), withheldReason(withheld, instance, id)]],
      page,
    );
  return tooltip(
    vulnerabilityName(vulnerability),
    [
      [l10n.t("State"), state && stateName(state)],
      [l10n.t("Severity"), shown(severity) && severityName(severity)],
      [l10n.t("Confidence"), shown(confidence) && confidenceName(confidence)],
      [
        l10n.t("Report type"),
        [reportName(vulnerability.report_type), scannerName(vulnerability.finding)]
          .filter((part) => part !== undefined)
          .join(", "),
      ],
      [l10n.t("Project"), shown(project?.full_path)],
      [l10n.t("Description"), shown(vulnerability.description)?.slice(0, 1000)],
      [l10n.t("Detected"), time(vulnerability.created_at, now)],
      [l10n.t("Updated"), time(vulnerability.updated_at, now)],
      [l10n.t("Confirmed"), time(vulnerability.confirmed_at, now)],
      [l10n.t("Resolved"), time(vulnerability.resolved_at, now)],
      [l10n.t("Dismissed"), time(vulnerability.dismissed_at ?? vulnerability.closed_at, now)],
      [
        l10n.t("In the default branch"),
        vulnerability.resolved_on_default_branch === true ? l10n.t("no longer found") : undefined,
      ],
      [l10n.t("Host"), instanceHost(instance)],
    ],
    page,
  );
}
