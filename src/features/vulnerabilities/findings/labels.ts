import { l10n } from "vscode";
import { type Finding, type FindingKind, findingSeverities } from "../../../core/findings/finding.ts";
import type { JobReport } from "../../../core/findings/reportReader.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { severityName } from "../labels.ts";

/** Returns the name of a kind of finding, as the host names its reports. */
export function kindName(kind: FindingKind): string {
  const names: Readonly<Record<FindingKind, string>> = {
    secrets: l10n.t("Secret detection"),
    sast: l10n.t("SAST"),
    iac: l10n.t("IaC scanning"),
    dependencies: l10n.t("Dependency scanning"),
    containers: l10n.t("Container scanning"),
    dast: l10n.t("DAST"),
    codeQuality: l10n.t("Code quality"),
  };
  return names[kind];
}

/** Returns the kind of a finding and its scanner: "SAST · Semgrep". */
export const sourceName = ({ kind, scanner }: Finding): string =>
  scanner === undefined ? kindName(kind) : l10n.t("{0} · {1}", kindName(kind), plainText(scanner, 60));

export const findingTitle = ({ title }: Finding, limit = 200): string => plainText(title, limit);

/** Returns the file with its line, else what is affected. */
export const placeName = ({ file, startLine, subject }: Finding): string | undefined =>
  file === undefined ? subject : startLine === undefined ? file : `${file}:${startLine}`;

export const findingsCount = (count: number): string =>
  plural(count, (shown) => ({ one: l10n.t("{0} finding", shown), other: l10n.t("{0} findings", shown) }));

/** Returns how many findings there are of each severity: "1 critical, 2 high". */
export function severityCounts(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { severity } of findings) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return findingSeverities
    .flatMap((severity) => {
      const count = counts.get(severity);
      return count === undefined ? [] : [l10n.t("{0} {1}", count, severityName(severity))];
    })
    .join(", ");
}

/** Returns the first words about a report that cannot be read. */
export function gapTitle({ job, content }: JobReport): string {
  const name = plainText(job.name, 80);
  switch (content.kind) {
    case "expired":
      return l10n.t("Report of {0} expired", name);
    case "forbidden":
      return l10n.t("Report of {0} is not shown to your account", name);
    case "tooLarge":
      return l10n.t("Report of {0} is too large", name);
    case "tooSlow":
      return l10n.t("Report of {0} takes too long to read", name);
    case "invalid":
      return l10n.t("Report of {0} cannot be read", name);
    default:
      return l10n.t("Report of {0} is not in its artifacts", name);
  }
}

/** Returns why a report cannot be read, and what to do about it. */
export function gapReason(gap: JobReport): string {
  const { job, content } = gap;
  const [name, file] = [plainText(job.name, 80), plainText(gap.file, 100)];
  switch (content.kind) {
    case "expired":
      return l10n.t(
        "The artifacts of job {0} were deleted when they expired. Run the job again to see its findings.",
        name,
      );
    case "forbidden":
      return l10n.t("Your account cannot download the artifacts of job {0}.", name);
    case "tooLarge":
      return l10n.t("{0} of job {1} has more than 20 MB.", file, name);
    case "tooSlow":
      return l10n.t(
        "{0} of job {1} takes more than two seconds or too much memory to read. Have the scanner write smaller reports.",
        file,
        name,
      );
    case "invalid":
      return l10n.t("{0} of job {1} is not in the format of the host's reports.", file, name);
    default:
      return l10n.t(
        "Job {0} uploads {1} as a report only. Add “paths: [{1}]” below “artifacts” of the job in the CI file, so that it can be downloaded.",
        name,
        file,
      );
  }
}
