import { LEVELS, levelIn, maySee } from "../api/access.ts";
import type { GitTarget } from "../git/target.ts";
import type { Hosting } from "../hosting.ts";

/** The wiki at `<project>.wiki`: read by those who see the project, written by its developers. */
export function wikiTarget(hosting: Hosting, path: string): GitTarget | undefined {
  const project = path.endsWith(".wiki") ? hosting.state.projectAt(path.slice(0, -".wiki".length)) : undefined;
  // A project's own path may end like this.
  if (!project || hosting.state.projectAt(path)) return undefined;
  return {
    open: project.visibility === "public",
    maySee: (user) => maySee(project, user),
    mayPush: (user) => levelIn(project, user) >= LEVELS.developer,
    refusals: {
      unseen: "The wiki you were looking for could not be found or you don't have permission to view it.",
      push: "You are not allowed to write to this project's wiki.",
    },
    serve: (raw, pathInfo, user) => hosting.wikis.handleHttp(raw, project, pathInfo, user),
  };
}
