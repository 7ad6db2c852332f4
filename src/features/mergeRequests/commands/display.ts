import { VIEWS } from "../../../core/views.ts";
import type { MergeRequestsContext } from "../context.ts";

/** Shows merge requests of every project that the account may see. */
export async function showAllProjects(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await (await context.view.load())?.showEverywhere(true);
}

/** Shows merge requests of the open project. */
export async function showThisProject(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  await (await context.view.load())?.showEverywhere(false);
}

/** Shows changed files in their folders. */
export async function showAsTree(context: MergeRequestsContext): Promise<void> {
  await showFiles(context, false);
}

/** Shows changed files one below the other. */
export async function showAsList(context: MergeRequestsContext): Promise<void> {
  await showFiles(context, true);
}

/** One choice for all views that show changed files. */
async function showFiles(context: MergeRequestsContext, asList: boolean): Promise<void> {
  await (await context.view.load())?.showFilesAsList(asList);
  void context.views.get(VIEWS.commits)?.refresh();
  void context.views.get(VIEWS.milestones)?.refresh();
}
