import { l10n } from "vscode";
import { pickMany } from "../../../core/ui/pick.ts";
import { answerOrChosen } from "../../../core/ui/quickInput.ts";
import { statusIcon, statusLabel } from "../../../core/ui/statusIcon.ts";
import { statusStyle } from "../../../core/ui/statusStyle.ts";
import type { JobsContext } from "../context.ts";

/** Statuses that the host takes as `scope` (Part 2, Jobs). */
const scopes = ["created", "pending", "running", "failed", "success", "canceled", "skipped", "manual"] as const;

/** Asks for the statuses that the Jobs view is narrowed to; none or all of them show every job. They count however the list is left. */
export async function filter(context: JobsContext): Promise<void> {
  context.current.require();
  const jobs = await context.view.load();
  const scope = jobs?.filter.value ?? [];
  let chosen: readonly string[] = scope;
  const answer = pickMany<string>({
    title: l10n.t("Filter Jobs"),
    placeholder: l10n.t("Select statuses to show, or none for all jobs"),
    choices: scopes.map((status) => ({
      label: statusLabel(status),
      iconPath: statusIcon(statusStyle(status)),
      picked: scope.includes(status),
      value: status,
    })),
    ticked: (now) => {
      chosen = now;
    },
  });
  chosen = await answerOrChosen<readonly string[]>(answer, () => chosen);
  if (chosen.join() !== scope.join()) await jobs?.filter.set(chosen.length === scopes.length ? [] : chosen);
}

/** Shows jobs of every status. */
export async function clearFilter(context: JobsContext): Promise<void> {
  await (await context.view.load())?.filter.set([]);
}
