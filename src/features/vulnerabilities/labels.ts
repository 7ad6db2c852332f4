import { l10n } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import { type KnownState, knownState } from "./states.ts";

/** Returns the label of a known state. */
export function knownStateName(known: KnownState): string {
  const names = {
    detected: l10n.t("detected"),
    confirmed: l10n.t("confirmed"),
    resolved: l10n.t("resolved"),
    dismissed: l10n.t("dismissed"),
  };
  return names[known];
}

/** Returns the label of a state, the same for both of its spellings; an unknown one keeps the host's spelling. */
export function stateName(state: unknown): string {
  const known = knownState(state);
  return known === undefined ? spelledOut(state, l10n.t("unknown state")) : knownStateName(known);
}

/** Returns the label of a severity. */
export function severityName(severity: unknown): string {
  const names: Readonly<Record<string, string>> = {
    critical: l10n.t("critical"),
    high: l10n.t("high"),
    medium: l10n.t("medium"),
    low: l10n.t("low"),
    info: l10n.t("info"),
    unknown: l10n.t("unknown severity"),
  };
  return (
    (typeof severity === "string" && Object.hasOwn(names, severity.toLowerCase())
      ? names[severity.toLowerCase()]
      : undefined) ?? spelledOut(severity, l10n.t("unknown severity"))
  );
}

/** Returns the label of a confidence, which only hosts that follow the documents return. */
export function confidenceName(confidence: unknown): string {
  const names: Readonly<Record<string, string>> = {
    confirmed: l10n.t("confirmed"),
    high: l10n.t("high"),
    medium: l10n.t("medium"),
    low: l10n.t("low"),
    experimental: l10n.t("experimental"),
    ignore: l10n.t("ignore"),
    unknown: l10n.t("unknown"),
  };
  return (
    (typeof confidence === "string" && Object.hasOwn(names, confidence.toLowerCase())
      ? names[confidence.toLowerCase()]
      : undefined) ?? spelledOut(confidence, l10n.t("unknown"))
  );
}

/** Returns the label of a report type: `dependency_scanning` is "dependency scanning". */
export function reportName(report: unknown): string | undefined {
  if (typeof report !== "string" || report === "") return undefined;
  return ["sast", "dast"].includes(report) ? report.toUpperCase() : plainText(report.replaceAll("_", " "), 60);
}

/** Returns the name of a vulnerability in titles and messages. */
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

const spelledOut = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value.trim() !== "" ? plainText(value.replaceAll("_", " "), 40) : otherwise;
