import { env, l10n } from "vscode";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { duration } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Counts, Outcome, ReportedCase } from "./cases.ts";

/** How a report is called where it stands among others. */
export const reportName = ({ pipeline }: PipelineRef): string =>
  l10n.t("Pipeline #{0} · {1}", pipeline.id, plainText(pipeline.ref, 100));

/** A name from a report, as a row shows it. */
export const nameOr = (name: string, otherwise: string): string => plainText(name, 300) || otherwise;

/** What came of the cases, the worst first: "2 failed, 30 passed · 4s". */
export function countWords({ errored, failed, passed, skipped, total, seconds }: Counts): string {
  const parts = [
    errored > 0 && l10n.t("{0} with errors", errored),
    failed > 0 && l10n.t("{0} failed", failed),
    passed > 0 && l10n.t("{0} passed", passed),
    skipped > 0 && l10n.t("{0} skipped", skipped),
  ].filter((part) => part !== false);
  const counted = parts.length > 0 ? parts.join(", ") : total === 1 ? l10n.t("1 case") : l10n.t("{0} cases", total);
  // Parts of a second are told by VS Code beside it, once the cases are there.
  const took = seconds !== undefined && seconds < 1 ? undefined : duration(seconds, env.language);
  return took === undefined ? counted : `${counted} · ${took}`;
}

/** Why a suite failed, as its summary alone tells it. */
export const failedWords = (cases: number): string =>
  cases === 1
    ? l10n.t("1 case failed. Open the suite to see it.")
    : l10n.t("{0} cases failed. Open the suite to see them.", cases);

/** The same of cases that could not be run to their ends. */
export const endedWords = (cases: number): string =>
  cases === 1
    ? l10n.t("1 case ended with an error. Open the suite to see it.")
    : l10n.t("{0} cases ended with errors. Open the suite to see them.", cases);

const outcomeWords = (outcome: Outcome | undefined): string => {
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

/** What became of a case in the branch's earlier pipelines, the latest first; undefined where there were none. */
export function historyWords(outcomes: readonly (Outcome | undefined)[]): string | undefined {
  const [first] = outcomes;
  if (outcomes.length === 0) return undefined;
  if (outcomes.every((one) => one === undefined)) return l10n.t("new on this branch");
  if (outcomes.length > 1 && outcomes.every((one) => one === first))
    return l10n.t("the {0} pipelines before: {1}", outcomes.length, outcomeWords(first));
  return l10n.t("before: {0}", outcomes.map(outcomeWords).join(", "));
}

/** What a report itself says about a case beside its outcome. */
export function noteWords({ outcome, status, recentFailures }: ReportedCase): string[] {
  const failures = recentFailures && failuresWords(recentFailures);
  return [outcome === undefined ? l10n.t("status “{0}”", plainText(status, 60)) : undefined, failures].filter(
    (part) => part !== undefined,
  );
}

function failuresWords({ count, branch }: NonNullable<ReportedCase["recentFailures"]>): string {
  if (branch === undefined)
    return count === 1 ? l10n.t("failed once lately") : l10n.t("failed {0} times lately", count);
  const where = plainText(branch, 100);
  return count === 1
    ? l10n.t("failed once lately on {0}", where)
    : l10n.t("failed {0} times lately on {1}", count, where);
}
