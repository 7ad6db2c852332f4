import { commands, l10n } from "vscode";
import { toMergeRequestFilter } from "../../../core/mergeRequests/filter.ts";
import { inputText } from "../../../core/ui/form.ts";
import { VIEWS } from "../../../core/views.ts";
import type { MilestonesContext } from "../context.ts";
import { toMilestoneFilter } from "../filter.ts";
import { pickMilestone } from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

/** Sets the search in titles and descriptions of the view. */
export async function search(context: MilestonesContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const text = await inputText({
    title: l10n.t("Search Milestones"),
    prompt: l10n.t("Part of a title or description. Leave it empty for all"),
    value: view?.filter.search ?? "",
  });
  await view?.setFilter(toMilestoneFilter({ search: text }));
}

/** Clears the search. */
export async function clearSearch(context: MilestonesContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

/** Filters the Merge Requests view by a milestone, in all states. */
export async function showMergeRequests(context: MilestonesContext, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Show Merge Requests of Milestone"),
    placeholder: l10n.t("Milestone whose merge requests to show"),
  });
  context.current.require();
  const view = await context.mergeRequests.load();
  await view?.setFilter(toMergeRequestFilter({ state: "all", milestone: ref.milestone.title }));
  await commands.executeCommand(`${VIEWS.mergeRequests}.focus`);
}
