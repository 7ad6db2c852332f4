import { commands, l10n } from "vscode";
import { askFilterField, filterMenu } from "../../../core/filters/filterMenu.ts";
import { VIEWS } from "../../../core/views.ts";
import type { MilestonesContext } from "../context.ts";
import { milestoneFilters } from "../filter.ts";
import { pickMilestone } from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

/** Sets the search in titles and descriptions of the view. */
export async function search(context: MilestonesContext): Promise<void> {
  context.current.require();
  await askFilterField(context, milestoneFilters, (await context.view.load())?.filter);
}

/** Shows a menu of what the view can be narrowed to. */
export async function filter(context: MilestonesContext): Promise<void> {
  context.current.require();
  await filterMenu(context, l10n.t("Filter Milestones"), milestoneFilters, (await context.view.load())?.filter);
}

/** Clears the filter. */
export async function clearSearch(context: MilestonesContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}

/** Filters the Merge Requests view by a milestone, in all states. */
export async function showMergeRequests(context: MilestonesContext, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Show Merge Requests of Milestone"),
    placeholder: l10n.t("Select a milestone to show its merge requests"),
  });
  context.current.require();
  const view = await context.mergeRequests.load();
  await view?.filter.set({ state: "all", milestone: ref.milestone.title });
  await commands.executeCommand(`${VIEWS.mergeRequests}.focus`);
}
