import { l10n, window } from "vscode";
import { CancelledError } from "../../../core/base/errors.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { judgmentOf, type Verdict, verdicts } from "../judgment.ts";
import { judgmentName, stateName, vulnerabilityName } from "../labels.ts";
import {
  pickVulnerability,
  readVulnerability,
  withVulnerabilityErrors,
  vulnerabilityChange,
  watchedIn,
} from "../pick.ts";
import type { VulnerabilityRef } from "../refs.ts";
import { renewDetails } from "./open.ts";

export async function confirm(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Confirm Vulnerability"),
    placeholder: l10n.t("Vulnerability that is real"),
    applies: ({ vulnerability: { state } }) => judgmentOf(state) !== "confirmed",
  });
  await judge(context, ref, "confirm", l10n.t("Confirming {0}…", vulnerabilityName(ref.vulnerability)));
}

export async function resolve(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Resolve Vulnerability"),
    placeholder: l10n.t("Vulnerability that is repaired"),
    applies: ({ vulnerability: { state } }) => judgmentOf(state) !== "resolved",
  });
  await judge(context, ref, "resolve", l10n.t("Resolving {0}…", vulnerabilityName(ref.vulnerability)));
}

export async function dismiss(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Dismiss Vulnerability"),
    placeholder: l10n.t("Vulnerability that is none"),
    applies: ({ vulnerability: { state } }) => judgmentOf(state) !== "dismissed",
  });
  await judge(context, ref, "dismiss", l10n.t("Dismissing {0}…", vulnerabilityName(ref.vulnerability)));
}

/** Takes the judgment back. */
export async function revert(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Revert Vulnerability to Detected"),
    placeholder: l10n.t("Vulnerability to judge anew"),
    applies: ({ vulnerability: { state } }) => judgmentOf(state) !== "detected",
  });
  await judge(context, ref, "revert", l10n.t("Reverting {0}…", vulnerabilityName(ref.vulnerability)));
}

/** Judges it, unless somebody else judged it otherwise since it was shown and the person thinks better of it. */
async function judge(
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  verdict: Verdict,
  title: string,
): Promise<void> {
  await askWhenJudgedMeanwhile(context, ref, verdict);
  const { vulnerabilities } = context.connections.get(ref.instance).client;
  const { now, already } = await withVulnerabilityErrors(ref, "judge", () =>
    runWrite(context, title, vulnerabilityChange(ref), async (signal) => {
      const answer = await vulnerabilities[verdict](ref.vulnerability.id, { signal });
      // "Already so" (304) comes without the vulnerability.
      const after = answer ?? (await vulnerabilities.get(ref.vulnerability.id, { signal }));
      await watchedIn(context).keep(ref, { id: after.id, title: after.title });
      return { now: after, already: answer === undefined };
    }),
  );
  renewDetails(context, ref, now);
  const name = vulnerabilityName(now);
  const state = judgmentName(verdicts[verdict]);
  notice(already ? l10n.t("Already {1}: {0}.", name, state) : l10n.t("Now {1}: {0}.", name, state));
}

/** What a row shows may be old: a judgment of somebody else is not overruled unseen. @throws CancelledError when the person leaves it */
async function askWhenJudgedMeanwhile(
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  verdict: Verdict,
): Promise<void> {
  const seen = judgmentOf(ref.vulnerability.state);
  if (seen === undefined) return;
  const { state, title, id } = await withProgress(
    l10n.t("Reading {0}…", vulnerabilityName(ref.vulnerability)),
    (signal) => readVulnerability(context, ref, signal),
  );
  const now = judgmentOf(state);
  if (now === seen || now === verdicts[verdict]) return;
  const yes = {
    confirm: l10n.t("Confirm Anyway"),
    resolve: l10n.t("Resolve Anyway"),
    dismiss: l10n.t("Dismiss Anyway"),
    revert: l10n.t("Revert Anyway"),
  }[verdict];
  const detail = l10n.t("It was {0} when it was read last.", judgmentName(seen));
  const chosen = await window.showWarningMessage(
    l10n.t("Somebody judged {0} meanwhile: it is {1} now.", vulnerabilityName({ id, title }), stateName(state)),
    { modal: true, detail },
    yes,
  );
  if (chosen === yes) return;
  context.changes.fire(vulnerabilityChange(ref));
  throw new CancelledError();
}
