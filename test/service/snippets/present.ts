import { showUser, time } from "../api/present.ts";
import type { Hosting } from "../hosting.ts";
import type { SnippetRecord } from "./store.ts";

/** The snippet's path in the instance: `snippets/7`, or below its project. */
function pathOf(hosting: Hosting, snippet: SnippetRecord, dash: boolean): string {
  const project = snippet.projectId === null ? undefined : hosting.state.projects.get(snippet.projectId);
  return `${project ? `${project.path}/` : ""}${dash ? "-/" : ""}snippets/${snippet.id}`;
}

/** Part 3, Snippet. `withStorage`: administrators are told where the repository is. */
export async function showSnippet(
  hosting: Hosting,
  snippet: SnippetRecord,
  withStorage = false,
): Promise<Record<string, unknown>> {
  const url = new URL(hosting.url);
  const webUrl = `${hosting.url}/${pathOf(hosting, snippet, true)}`;
  const repository = `${pathOf(hosting, snippet, false)}.git`;
  const files = await hosting.snippets.files(snippet);
  return {
    id: snippet.id,
    title: snippet.title,
    file_name: files[0]?.path ?? "",
    description: snippet.description,
    visibility: snippet.visibility,
    author: showAuthor(hosting, snippet),
    created_at: time(hosting, snippet.createdAt),
    updated_at: time(hosting, snippet.updatedAt),
    expires_at: null,
    project_id: snippet.projectId,
    web_url: webUrl,
    raw_url: `${webUrl}/raw`,
    ssh_url_to_repo: `ssh://git@${url.hostname}${url.pathname.replace(/\/$/, "")}/${repository}`,
    http_url_to_repo: `${hosting.url}/${repository}`,
    files: files.map(({ path }) => ({
      path,
      raw_url: `${webUrl}/raw/main/${path.split("/").map(encodeURIComponent).join("/")}`,
    })),
    ...(hosting.dialect === "gitlab" ? { imported: false, imported_from: "none" } : {}),
    ...(withStorage ? { repository_storage: STORAGE } : {}),
  };
}

/** The only place repositories are kept in here. */
export const STORAGE = "default";

/** The documents' author may have an address and a date; real hosts send the public record. */
function showAuthor(hosting: Hosting, snippet: SnippetRecord): object | null {
  const author = hosting.state.users.get(snippet.authorId);
  const shown = showUser(hosting, author);
  return author && shown && hosting.dialect === "neutral"
    ? { ...shown, email: author.email, created_at: time(hosting, author.createdAt) }
    : shown;
}
