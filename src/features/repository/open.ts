import { changesOfCommit } from "../../core/comparisons/changes.ts";
import type { App } from "../../core/context.ts";
import { openCommits } from "./view.ts";

/** The Commits view with what it takes from other rooms: what a commit changes is told by the documents. */
export const commitsView = (source: Pick<App, "projects" | "connections" | "report">): ReturnType<typeof openCommits> =>
  openCommits((ref, signal) => changesOfCommit(source, ref, signal));
