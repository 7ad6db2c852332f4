import { findingSeverities } from "../../core/findings/finding.ts";

/** The states of a vulnerability, independent of the host's spelling. */
export const knownStates = ["detected", "confirmed", "resolved", "dismissed"] as const;
export type KnownState = (typeof knownStates)[number];

/** Detected and dismissed have one name in the documents and another on real hosts (SERVICE-FACTS 79). */
const spellings: Readonly<Record<string, KnownState>> = {
  detected: "detected",
  opened: "detected",
  confirmed: "confirmed",
  resolved: "resolved",
  dismissed: "dismissed",
  closed: "dismissed",
};

/** Returns the known state for the host's spelling; undefined for an unknown one. */
export const knownState = (state: unknown): KnownState | undefined =>
  typeof state === "string" && Object.hasOwn(spellings, state) ? spellings[state] : undefined;

/** Whether a state still needs attention; unknown states do. */
export const isOpen = (state: unknown): boolean => !["resolved", "dismissed"].includes(knownState(state) ?? "");

/** The state that each operation leads to (Part 3, Vulnerabilities). */
export const stateChanges = {
  confirm: "confirmed",
  resolve: "resolved",
  dismiss: "dismissed",
  revert: "detected",
} as const satisfies Record<string, KnownState>;
export type StateChange = keyof typeof stateChanges;

const severities: readonly string[] = findingSeverities;

/** Returns the rank of a severity: 0 for critical; unknown ones come last. */
export function severityRank(severity: unknown): number {
  const at = typeof severity === "string" ? severities.indexOf(severity.toLowerCase()) : -1;
  return at < 0 ? severities.length : at;
}
