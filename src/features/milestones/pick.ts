import { env, l10n, ThemeColor, ThemeIcon } from "vscode";
import type { Milestone, UpdateMilestone } from "../../api/resources/milestoneTypes.ts";
import type { Change } from "../../core/changes.ts";
import { foundIf, hasFields } from "../../core/commands/findWrite.ts";
import { runWrite } from "../../core/commands/runWrite.ts";
import type { Context } from "../../core/context.ts";
import type { Choice } from "../../core/ui/pick.ts";
import { pickPaged } from "../../core/ui/pickPaged.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { withProgress } from "../../core/ui/progress.ts";
import { datesText, isOverdue } from "./dates.ts";
import { type MilestoneDoing, milestoneError } from "./errors.ts";
import { milestoneState } from "./items.ts";
import { groupPathOf, ownerOf, projectPathOf, refOf, routeOf } from "./owner.ts";
import type { MilestoneRef } from "./refs.ts";

export interface AskMilestoneOptions {
  readonly title: string;
  readonly placeholder: string;
  /** State to list; all by default. */
  readonly state?: "active" | "closed";
  /** Filters the milestones. */
  readonly applies?: (ref: MilestoneRef) => boolean;
}

const perPage = 50;

/**
 * Returns the milestone for a command: the given one, or one of the open project or the groups above it that the user picks.
 * @throws CancelledError
 */
export async function pickMilestone(
  context: Context,
  given: MilestoneRef | undefined,
  { title, placeholder, state, applies = () => true }: AskMilestoneOptions,
): Promise<MilestoneRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  return pickPaged<Milestone, MilestoneRef>({
    title,
    placeholder,
    load: (signal) =>
      connection.client.milestones.project.list(
        project.project,
        { state, include_ancestors: true },
        { perPage, signal },
      ),
    toChoice: (milestone) => {
      const ref = refOf(milestone, project, { project: project.project });
      return applies(ref) ? row(ref, milestone) : undefined;
    },
    empty: l10n.t("No matching milestones"),
  });
}

function row(ref: MilestoneRef, milestone: Milestone): Choice<MilestoneRef> {
  const parts = [
    milestoneState(milestone.state),
    datesText(milestone, Date.now(), env.language),
    ref.group === undefined ? undefined : l10n.t("group {0}", groupPathOf(milestone) ?? String(ref.group)),
  ];
  return {
    label: plainText(milestone.title, 120),
    description: plainText(parts.filter((part) => part !== undefined).join(" · "), 200),
    iconPath: isOverdue(milestone)
      ? new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"))
      : new ThemeIcon(milestone.state === "closed" ? "pass" : "milestone"),
    value: ref,
  };
}

/** Returns the name of a milestone for titles and messages. */
export const milestoneName = ({ milestone: { title } }: MilestoneRef): string => plainText(title, 80);

/** Returns the name of the owner. */
export function ownerName({ instance, project, group, milestone }: MilestoneRef): string {
  return group === undefined
    ? l10n.t("project {0}", plainText(projectPathOf(milestone, instance) ?? String(project), 120))
    : l10n.t("group {0}", plainText(groupPathOf(milestone) ?? String(group), 120));
}

/** Returns the change that a write announces. */
export const milestoneChange = ({ instance, project, milestone: { id } }: MilestoneRef): Change => ({
  instance,
  project,
  subject: "milestone",
  id,
});

/** Reads the milestone. @throws ApiError, and UserError when it no longer exists */
export async function readMilestone(context: Context, ref: MilestoneRef, signal: AbortSignal): Promise<Milestone> {
  const { route, id } = routeOf(context.connections.get(ref.instance).client, ownerOf(ref));
  return withMilestoneErrors(ref, "change", () => route.get(id, ref.milestone.id, { signal }));
}

/** Reads the milestone with progress. */
export const readNow = (context: Context, ref: MilestoneRef): Promise<Milestone> =>
  withProgress(l10n.t("Loading “{0}”…", milestoneName(ref)), (signal) => readMilestone(context, ref, signal));

/**
 * Sends changes, refreshes the views, and reads the milestone if the host answers without it.
 * @param title of the progress
 * @param within see `runWrite`
 */
export async function updateMilestone(
  context: Context,
  ref: MilestoneRef,
  title: string,
  changes: UpdateMilestone,
  within?: AbortSignal,
): Promise<Milestone> {
  const { route, id } = routeOf(context.connections.get(ref.instance).client, ownerOf(ref));
  return withMilestoneErrors(ref, "change", () =>
    runWrite(
      context,
      title,
      milestoneChange(ref),
      async (signal) =>
        (await route.update(id, ref.milestone.id, changes, { signal })) ??
        (await route.get(id, ref.milestone.id, { signal })),
      {
        within,
        what: changes,
        find: async (signal) =>
          foundIf(await route.get(id, ref.milestone.id, { signal }), (now) => isChanged(now, changes)),
      },
    ),
  );
}

function isChanged(now: Milestone, { state_event: event, ...fields }: UpdateMilestone): boolean {
  return hasFields(now, fields) && (event === undefined || (now.state === "closed") === (event === "close"));
}

/** Sends a request about a milestone. @throws UserError when the host refuses it */
export async function withMilestoneErrors<T>(
  ref: MilestoneRef,
  doing: MilestoneDoing,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw milestoneError(error, ref, doing, ref.milestone.title);
  }
}
