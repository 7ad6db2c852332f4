import type { GitTarget } from "../git/target.ts";
import type { Hosting } from "../hosting.ts";
import { mayChangeSnippet, maySeeSnippet } from "./visibility.ts";

/** The snippet at `snippets/7`, or `<project>/snippets/7` when it is a project's. */
export function snippetTarget(hosting: Hosting, path: string): GitTarget | undefined {
  const [, projectPath, id] = /^(?:(.+)\/)?snippets\/(\d+)$/.exec(path) ?? [];
  const snippet = id === undefined ? undefined : hosting.snippets.get(Number(id));
  const project = projectPath === undefined ? undefined : hosting.state.projectAt(projectPath);
  if (
    !snippet ||
    hosting.state.projectAt(path) ||
    (projectPath === undefined ? snippet.projectId !== null : snippet.projectId !== project?.id)
  )
    return undefined;
  return {
    open: maySeeSnippet(hosting, snippet, undefined),
    maySee: (user) => maySeeSnippet(hosting, snippet, user),
    mayPush: (user) => mayChangeSnippet(snippet, user),
    refusals: {
      unseen: "The snippet you were looking for could not be found or you don't have permission to view it.",
      push: "You are not allowed to update this snippet.",
    },
    serve: (raw, pathInfo, user) => hosting.snippets.handleHttp(raw, snippet, pathInfo, user),
  };
}
