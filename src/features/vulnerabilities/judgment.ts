/** What people decided about a vulnerability, whichever way the host spells it. */
export const judgments = ["detected", "confirmed", "resolved", "dismissed"] as const;
export type Judgment = (typeof judgments)[number];

/** The documents and real hosts have two names each for what nobody judged yet, and for what was dismissed (SERVICE-FACTS 79). */
const spellings: Readonly<Record<string, Judgment>> = {
  detected: "detected",
  opened: "detected",
  confirmed: "confirmed",
  resolved: "resolved",
  dismissed: "dismissed",
  closed: "dismissed",
};

/** The judgment behind a state; undefined for one that nobody knows. */
export const judgmentOf = (state: unknown): Judgment | undefined =>
  typeof state === "string" && Object.hasOwn(spellings, state) ? spellings[state] : undefined;

/** Whether somebody should still look at it; unknown states count. */
export const isOpen = (state: unknown): boolean => !["resolved", "dismissed"].includes(judgmentOf(state) ?? "");

/** The operation that leads to a judgment (Part 3, Vulnerabilities). */
export const verdicts = {
  confirm: "confirmed",
  resolve: "resolved",
  dismiss: "dismissed",
  revert: "detected",
} as const satisfies Record<string, Judgment>;
export type Verdict = keyof typeof verdicts;

const severities = ["critical", "high", "medium", "low", "info", "unknown"];

/** The place of a severity: 0 for the gravest. What nobody knows comes last. */
export function severityRank(severity: unknown): number {
  const at = typeof severity === "string" ? severities.indexOf(severity.toLowerCase()) : -1;
  return at < 0 ? severities.length : at;
}
