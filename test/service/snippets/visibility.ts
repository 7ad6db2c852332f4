import { maySee } from "../api/projectVisibility.ts";
import type { Hosting } from "../hosting.ts";
import type { UserRecord } from "../types.ts";
import type { SnippetRecord } from "./store.ts";

/**
 * Part 3, Snippet: `private` is for its creator, `internal` for whoever is signed in, `public` for all; a project's
 * snippet is never seen by more people than the project, its private ones by the members. Administrators see all.
 */
export function maySeeSnippet(
  hosting: Pick<Hosting, "state">,
  snippet: SnippetRecord,
  user: UserRecord | undefined,
): boolean {
  if (user?.admin === true || (user !== undefined && user.id === snippet.authorId)) return true;
  const project = snippet.projectId === null ? undefined : hosting.state.projects.get(snippet.projectId);
  if (snippet.projectId !== null && (!project || !maySee(project, user))) return false;
  switch (snippet.visibility) {
    case "public":
      return true;
    case "internal":
      return user !== undefined && !user.account.external;
    case "private":
      return user !== undefined && project?.members.has(user.id) === true;
  }
}

/** Creator and administrators. */
export function mayChangeSnippet(snippet: SnippetRecord, user: UserRecord | undefined): boolean {
  return user !== undefined && (user.admin || user.id === snippet.authorId);
}
