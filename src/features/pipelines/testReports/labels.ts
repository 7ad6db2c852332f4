import { env, l10n } from "vscode";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import type { Counts, Outcome, ReportedCase } from "../../../core/pipelines/testCases.ts";
import { duration } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";

/** Returns a report's name. */
export const reportName = ({ pipeline }: PipelineRef): string =>
  l10n.t("Pipeline #{0} · {1}", pipeline.id, plainText(pipeline.ref, 100));

/** Returns a name from a report for display. */
export const nameOr = (name: string, otherwise: string): string => plainText(name, 300) || otherwise;

/** Returns the label of a row. It includes the notes, as VS Code has a description read out in place of the label. */
export const rowLabel = (name: string, ...notes: readonly string[]): string => [name, ...notes].join(" · ");

/** Returns counts and duration, worst outcome first: "2 failed, 30 passed · 4s". */
export function countWords({ errored, failed, passed, skipped, total, seconds }: Counts): string {
  const parts = [
    errored > 0 && l10n.t("{0} with errors", errored),
    failed > 0 && l10n.t("{0} failed", failed),
    passed > 0 && l10n.t("{0} passed", passed),
    skipped > 0 && l10n.t("{0} skipped", skipped),
  ].filter((part) => part !== false);
  const counted =
    parts.length > 0
      ? parts.join(", ")
      : plural(total, (shown) => ({ one: l10n.t("{0} test", shown), other: l10n.t("{0} tests", shown) }));
  // VS Code itself shows durations below a second, once there are cases.
  const took = seconds !== undefined && seconds < 1 ? undefined : duration(seconds, env.language);
  return took === undefined ? counted : `${counted} · ${took}`;
}

/** Returns the message of a failed suite whose cases are not loaded. */
export const failedWords = (cases: number): string =>
  plural(cases, (shown) => ({
    one: l10n.t("{0} test failed. Expand the suite to see it.", shown),
    other: l10n.t("{0} tests failed. Expand the suite to see them.", shown),
  }));

/** Returns the message of a suite with errors whose cases are not loaded. */
export const endedWords = (cases: number): string =>
  plural(cases, (shown) => ({
    one: l10n.t("{0} test has an error. Expand the suite to see it.", shown),
    other: l10n.t("{0} tests have errors. Expand the suite to see them.", shown),
  }));

export const outcomeWords = (outcome: Outcome | undefined): string => {
  switch (outcome) {
    case "passed":
      return l10n.t("passed");
    case "failed":
      return l10n.t("failed");
    case "errored":
      return l10n.t("error");
    case "skipped":
      return l10n.t("skipped");
    case undefined:
      return l10n.t("not run");
  }
};

/** Describes outcomes in the branch's earlier pipelines, latest first; undefined if there were none. */
export function historyWords(outcomes: readonly (Outcome | undefined)[]): string | undefined {
  const [first] = outcomes;
  if (outcomes.length === 0) return undefined;
  if (outcomes.every((one) => one === undefined)) return l10n.t("new on this branch");
  if (outcomes.length > 1 && outcomes.every((one) => one === first))
    return l10n.t("previous {0} pipelines: {1}", outcomes.length, outcomeWords(first));
  return l10n.t("previously: {0}", outcomes.map(outcomeWords).join(", "));
}

/** Returns a report's notes on a case: unknown status and recent failures. */
export function noteWords({ outcome, status, recentFailures }: ReportedCase): string[] {
  const failures = recentFailures && failuresWords(recentFailures);
  return [outcome === undefined ? l10n.t("status “{0}”", plainText(status, 60)) : undefined, failures].filter(
    (part) => part !== undefined,
  );
}

function failuresWords({ count, branch }: NonNullable<ReportedCase["recentFailures"]>): string {
  if (branch === undefined)
    return count === 1 ? l10n.t("failed once recently") : l10n.t("failed {0} times recently", count);
  const where = plainText(branch, 100);
  return count === 1
    ? l10n.t("failed once recently on {0}", where)
    : l10n.t("failed {0} times recently on {1}", count, where);
}
