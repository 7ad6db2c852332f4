import { l10n } from "vscode";
import { CancelledError } from "../../../core/base/errors.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { knownStateName, stateName, vulnerabilityName } from "../labels.ts";
import {
  pickVulnerability,
  readVulnerability,
  withVulnerabilityErrors,
  vulnerabilityChange,
  watchedIn,
} from "../pick.ts";
import type { VulnerabilityRef } from "../refs.ts";
import { knownState, type StateChange, stateChanges } from "../states.ts";
import { updateDetails } from "./open.ts";

/** Changes the state of a vulnerability to confirmed. */
export async function confirm(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Confirm Vulnerability"),
    placeholder: l10n.t("Select a vulnerability to confirm"),
    applies: ({ vulnerability: { state } }) => knownState(state) !== "confirmed",
  });
  await changeState(context, ref, "confirm", l10n.t("Confirming {0}…", vulnerabilityName(ref.vulnerability)));
}

/** Changes the state of a vulnerability to resolved. */
export async function resolve(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Resolve Vulnerability"),
    placeholder: l10n.t("Select a vulnerability to resolve"),
    applies: ({ vulnerability: { state } }) => knownState(state) !== "resolved",
  });
  await changeState(context, ref, "resolve", l10n.t("Resolving {0}…", vulnerabilityName(ref.vulnerability)));
}

/** Changes the state of a vulnerability to dismissed. */
export async function dismiss(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Dismiss Vulnerability"),
    placeholder: l10n.t("Select a vulnerability to dismiss"),
    applies: ({ vulnerability: { state } }) => knownState(state) !== "dismissed",
  });
  await changeState(context, ref, "dismiss", l10n.t("Dismissing {0}…", vulnerabilityName(ref.vulnerability)));
}

/** Changes the state of a vulnerability back to detected. */
export async function revert(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Revert Vulnerability to Detected"),
    placeholder: l10n.t("Select a vulnerability to revert to detected"),
    applies: ({ vulnerability: { state } }) => knownState(state) !== "detected",
  });
  await changeState(context, ref, "revert", l10n.t("Reverting {0}…", vulnerabilityName(ref.vulnerability)));
}

/**
 * Changes the state; asks first if it has changed on the host since the row was read.
 * @throws CancelledError when the user declines
 */
async function changeState(
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  change: StateChange,
  title: string,
): Promise<void> {
  await confirmIfChanged(context, ref, change);
  const { vulnerabilities } = context.connections.get(ref.instance).client;
  const { now, already } = await withVulnerabilityErrors(ref, "change", () =>
    runWrite(
      context,
      title,
      vulnerabilityChange(ref),
      async (signal) => {
        const answer = await vulnerabilities[change](ref.vulnerability.id, { signal });
        // 304 (already in this state) has no body.
        return {
          now: answer ?? (await vulnerabilities.get(ref.vulnerability.id, { signal })),
          already: answer === undefined,
        };
      },
      {
        what: change,
        find: async (signal) => {
          const now = await vulnerabilities.get(ref.vulnerability.id, { signal });
          return knownState(now.state) === stateChanges[change] ? { done: { now, already: false } } : undefined;
        },
      },
    ),
  );
  await watchedIn(context).keep(ref, { id: now.id, title: now.title });
  updateDetails(context, ref, now);
  const name = vulnerabilityName(now);
  const state = knownStateName(stateChanges[change]);
  notice(already ? l10n.t("Already {1}: {0}.", name, state) : l10n.t("Now {1}: {0}.", name, state));
}

/**
 * Asks for confirmation if another user has changed the state since the row was read.
 * @throws CancelledError when the user declines
 */
async function confirmIfChanged(
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  change: StateChange,
): Promise<void> {
  const seen = knownState(ref.vulnerability.state);
  if (seen === undefined) return;
  const { state, title, id } = await withProgress(
    l10n.t("Loading {0}…", vulnerabilityName(ref.vulnerability)),
    (signal) => readVulnerability(context, ref, signal),
  );
  const now = knownState(state);
  if (now === seen || now === stateChanges[change]) return;
  const yes = {
    confirm: l10n.t("Confirm Anyway"),
    resolve: l10n.t("Resolve Anyway"),
    dismiss: l10n.t("Dismiss Anyway"),
    revert: l10n.t("Revert Anyway"),
  }[change];
  const chosen = await ask({
    question: l10n.t("Someone changed {0} to {1} in the meantime.", vulnerabilityName({ id, title }), stateName(state)),
    detail: l10n.t("Its last known state is {0}.", knownStateName(seen)),
    buttons: [yes],
  });
  if (chosen !== undefined) return;
  context.changes.fire(vulnerabilityChange(ref));
  throw new CancelledError();
}
