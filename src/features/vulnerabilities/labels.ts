import { l10n } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import { type Judgment, judgmentOf } from "./judgment.ts";

/** A judgment in a word. */
export function judgmentName(judgment: Judgment): string {
  const names = {
    detected: l10n.t("detected"),
    confirmed: l10n.t("confirmed"),
    resolved: l10n.t("resolved"),
    dismissed: l10n.t("dismissed"),
  };
  return names[judgment];
}

/** A state in a word, the same for both of its spellings; one that nobody knows as the host spells it. */
export function stateName(state: unknown): string {
  const judgment = judgmentOf(state);
  return judgment === undefined ? spelled(state, l10n.t("unknown state")) : judgmentName(judgment);
}

/** How grave it is, in a word. */
export function severityName(severity: unknown): string {
  const names: Readonly<Record<string, string>> = {
    critical: l10n.t("critical"),
    high: l10n.t("high"),
    medium: l10n.t("medium"),
    low: l10n.t("low"),
    info: l10n.t("for information"),
    unknown: l10n.t("unknown severity"),
  };
  return (
    (typeof severity === "string" && Object.hasOwn(names, severity.toLowerCase())
      ? names[severity.toLowerCase()]
      : undefined) ?? spelled(severity, l10n.t("unknown severity"))
  );
}

/** How sure the scanner is, in a word: only hosts that keep to the documents tell. */
export function confidenceName(confidence: unknown): string {
  const names: Readonly<Record<string, string>> = {
    confirmed: l10n.t("confirmed"),
    high: l10n.t("high"),
    medium: l10n.t("medium"),
    low: l10n.t("low"),
    experimental: l10n.t("experimental"),
    ignore: l10n.t("to be ignored"),
    unknown: l10n.t("unknown"),
  };
  return (
    (typeof confidence === "string" && Object.hasOwn(names, confidence.toLowerCase())
      ? names[confidence.toLowerCase()]
      : undefined) ?? spelled(confidence, l10n.t("unknown"))
  );
}

/** What kind of scan found it: `dependency_scanning` is "dependency scanning". */
export function reportName(report: unknown): string | undefined {
  if (typeof report !== "string" || report === "") return undefined;
  return ["sast", "dast"].includes(report) ? report.toUpperCase() : plainText(report.replaceAll("_", " "), 60);
}

/** How a vulnerability is called in titles and messages. */
export const vulnerabilityName = ({
  id,
  title,
}: {
  readonly id: number;
  readonly title?: string | null | undefined;
}): string => {
  const name = plainText(title, 80);
  return name === "" ? l10n.t("vulnerability #{0}", id) : l10n.t("#{0} “{1}”", id, name);
};

const spelled = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value.trim() !== "" ? plainText(value.replaceAll("_", " "), 40) : otherwise;
