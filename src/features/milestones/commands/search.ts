import { commands, l10n } from "vscode";
import type { App } from "../../../core/context.ts";
import { VIEWS } from "../../../core/ids.ts";
import { toMergeRequestFilter } from "../../../core/mergeRequests/filter.ts";
import type { MilestoneRef } from "../../../core/refs.ts";
import { inputText } from "../../../core/ui/form.ts";
import { toMilestoneFilter } from "../filter.ts";
import { askMilestone } from "../pick.ts";

/** Asks for what to look for in titles and descriptions; the view keeps to it. */
export async function search(app: App): Promise<void> {
  app.current.require();
  const view = await app.milestones.load();
  const text = await inputText({
    title: l10n.t("Search Milestones"),
    prompt: l10n.t("Part of a title or description. Leave it empty for all"),
    value: view?.filter.search ?? "",
  });
  await view?.setFilter(toMilestoneFilter({ search: text }));
}

/** Shows all milestones again. */
export async function clearSearch(app: App): Promise<void> {
  await (await app.milestones.load())?.setFilter({});
}

/** Narrows the Merge Requests view to those of a milestone, whatever their state. */
export async function showMergeRequests(app: App, given?: MilestoneRef): Promise<void> {
  const ref = await askMilestone(app, given, {
    title: l10n.t("Show Merge Requests of Milestone"),
    placeholder: l10n.t("Milestone whose merge requests to show"),
  });
  app.current.require();
  const view = await app.mergeRequests.load();
  await view?.setFilter(toMergeRequestFilter({ state: "all", milestone: ref.milestone.title }));
  await commands.executeCommand(`${VIEWS.mergeRequests}.focus`);
}
