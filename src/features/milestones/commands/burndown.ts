import { env, l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { BurndownEvent } from "../../../api/resources/milestoneTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import { dateTime, moment } from "../../../core/ui/age.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { dayNumber, dayWords } from "../dates.ts";
import { milestoneError } from "../errors.ts";
import { ownerOf, routeOf } from "../owner.ts";
import { pickMilestone, milestoneName, ownerName, readMilestone } from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

/** Shows the burndown events of a milestone's issues as a table. Premium feature; menus hide the command after a refusal. */
export async function showBurndown(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Show Milestone Burndown Events"),
    placeholder: l10n.t("Select a milestone"),
  });
  const events = await withProgress(l10n.t("Loading burndown events of “{0}”…", milestoneName(ref)), (signal) =>
    read(context, ref, signal),
  );
  const name = plainText(ref.milestone.title, 80).replace(/[/\\]/g, "-");
  await context.texts.show(
    `${instanceHost(ref.instance)}/milestones/${ref.milestone.id}/${l10n.t("Burndown of {0}", name)}.md`,
    burndownTable(ref, events, env.language),
  );
}

async function read(context: Context, ref: MilestoneRef, signal: AbortSignal): Promise<readonly BurndownEvent[]> {
  const { route, id } = routeOf(context.connections.get(ref.instance).client, ownerOf(ref));
  try {
    return await route.burndownEvents(id, ref.milestone.id, { signal });
  } catch (error) {
    if (
      !(error instanceof ApiError) ||
      (error.kind !== "notFound" && error.kind !== "forbidden" && error.kind !== "methodNotAllowed")
    )
      throw milestoneError(error, ref, "change", ref.milestone.title);
    // The milestone itself may be gone.
    await readMilestone(context, ref, signal);
    void setContextKey("forgeline.cannotShowBurndown", true);
    throw new UserError(
      l10n.t("{0} does not support burndown events. They require a paid edition.", instanceHost(ref.instance)),
      { cause: error },
    );
  }
}

/** Returns the events, oldest first, with the number and weight of open issues after each. @param locale BCP 47 */
export function burndownTable(ref: MilestoneRef, events: readonly BurndownEvent[], locale: string): string {
  const { start_date: start, due_date: due } = ref.milestone;
  const day = (value: unknown): string => {
    const number = dayNumber(value);
    return number === undefined ? "–" : dayWords(number, locale);
  };
  const open = { issues: 0, weight: 0 };
  const rows = [...events]
    .sort((a, b) => (moment(a.created_at) ?? 0) - (moment(b.created_at) ?? 0))
    .map(({ created_at: at, action, weight }) => {
      const sign = action === "closed" ? -1 : action === "created" || action === "reopened" ? 1 : 0;
      open.issues += sign;
      open.weight += sign * (weight ?? 0);
      return [
        dateTime(at, locale) ?? at,
        actionWords(action),
        weight === null || weight === undefined ? "–" : String(weight),
        String(open.issues),
        String(open.weight),
      ];
    });
  const head = [l10n.t("When"), l10n.t("Event"), l10n.t("Weight"), l10n.t("Open Issues"), l10n.t("Open Weight")];
  const table = [head, ...rows].map((cells) => cells.map(cell));
  // Aligned, to be readable as plain text too.
  const widths = head.map((_, column) => Math.max(3, ...table.map((cells) => cells[column]?.length ?? 0)));
  const padded = (text: string, column: number): string =>
    column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.map(padded).join(" | ")} |`;
  const rule = line(widths.map((width, column) => (column < 2 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)));
  return [
    `# ${l10n.t("Burndown of {0}", cell(ref.milestone.title))}`,
    "",
    l10n.t("{0}, {1} to {2}", cell(ownerName(ref)), day(start), day(due)),
    "",
    ...(rows.length === 0 ? [l10n.t("No events yet.")] : [line(table[0] ?? []), rule, ...table.slice(1).map(line)]),
    "",
  ].join("\n");
}

function actionWords(action: string): string {
  return action === "created"
    ? l10n.t("created")
    : action === "closed"
      ? l10n.t("closed")
      : action === "reopened"
        ? l10n.t("reopened")
        : action;
}

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string): string => plainText(text, 200).replace(/[\\`*_[\]<>#|]/g, "\\$&");
