import type { App } from "../../../core/context.ts";

/** Shows merge requests of every project that the account may see. */
export async function showAllProjects(app: App): Promise<void> {
  app.current.require();
  await (await app.mergeRequests.load())?.showEverywhere(true);
}

/** Shows merge requests of the open project. */
export async function showThisProject(app: App): Promise<void> {
  app.current.require();
  await (await app.mergeRequests.load())?.showEverywhere(false);
}

/** Shows changed files in their folders. */
export async function showAsTree(app: App): Promise<void> {
  await showFiles(app, false);
}

/** Shows changed files one below the other. */
export async function showAsList(app: App): Promise<void> {
  await showFiles(app, true);
}

/** One choice for all views that show changed files. */
async function showFiles(app: App, asList: boolean): Promise<void> {
  await (await app.mergeRequests.load())?.showFilesAsList(asList);
  void app.commits.refresh();
  void app.milestones.refresh();
}
