import { VIEWS } from "../../../core/views.ts";
import type { MergeRequestsContext } from "../context.ts";

/** Shows merge requests of all visible projects. */
export async function showAllProjects(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await (await context.view.load())?.showEverywhere(true);
}

/** Shows merge requests of the open project. */
export async function showThisProject(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await (await context.view.load())?.showEverywhere(false);
}

/** Shows changed files as a tree. */
export async function showAsTree(context: MergeRequestsContext): Promise<void> {
  await showFiles(context, false);
}

/** Shows changed files as a list. */
export async function showAsList(context: MergeRequestsContext): Promise<void> {
  await showFiles(context, true);
}

/** The choice applies to all views with changed files. */
async function showFiles(context: MergeRequestsContext, asList: boolean): Promise<void> {
  await (await context.view.load())?.showFilesAsList(asList);
  void context.views.get(VIEWS.commits)?.refresh();
  void context.views.get(VIEWS.milestones)?.refresh();
}
