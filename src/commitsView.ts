import type { App } from "./app.ts";
import { changesOfCommit } from "./documents/changes.ts";
import { openCommits } from "./views/commits.ts";

/** The Commits view with what it takes from other rooms: what a commit changes is told by the documents. */
export const commitsView = (source: Pick<App, "projects" | "connections" | "report">): ReturnType<typeof openCommits> =>
  openCommits((ref, signal) => changesOfCommit(source, ref, signal));
