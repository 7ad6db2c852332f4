import { commands, l10n } from "vscode";
import { askFilterField } from "../../../core/filters/filterMenu.ts";
import { VIEWS } from "../../../core/views.ts";
import type { MilestonesContext } from "../context.ts";
import { milestoneFilters } from "../filter.ts";
import { pickMilestone } from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

/** Asks for what to look for in titles and descriptions; the view keeps to it. */
export async function search(context: MilestonesContext): Promise<void> {
  context.current.require();
  await askFilterField(context, milestoneFilters, await context.view.load());
}

/** Shows all milestones again. */
export async function clearSearch(context: MilestonesContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

/** Narrows the Merge Requests view to those of a milestone, whatever their state. */
export async function showMergeRequests(context: MilestonesContext, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Show Merge Requests of Milestone"),
    placeholder: l10n.t("Milestone whose merge requests to show"),
  });
  context.current.require();
  const view = await context.mergeRequests.load();
  await view?.setFilter({ state: "all", milestone: ref.milestone.title });
  await commands.executeCommand(`${VIEWS.mergeRequests}.focus`);
}
