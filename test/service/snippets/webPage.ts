import { identify } from "../api/access.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { reply, type Reply } from "../http/reply.ts";
import { signInPage } from "../oauth/signIn.ts";
import { markup, page } from "../pages/page.ts";
import { showSnippet } from "./present.ts";
import type { SnippetRecord } from "./store.ts";
import { maySeeSnippet } from "./visibility.ts";

/** The pages a snippet's `web_url`, `raw_url` and those of its files lead to. Undefined when there is none at this path. */
export async function snippetWebPage(hosting: Hosting, request: Incoming): Promise<Reply | undefined> {
  const [, projectPath, id, raw, ref, path] =
    /^(?:\/(.+?))?\/-\/snippets\/(\d+)(?:\/(raw)(?:\/([^/]+)\/(.+))?)?$/.exec(request.path) ?? [];
  const snippet = id === undefined ? undefined : hosting.snippets.get(Number(id));
  const project = projectPath === undefined ? undefined : hosting.state.projectAt(projectPath);
  if (!snippet || snippet.projectId !== (project?.id ?? null)) return undefined;
  const user = hosting.sessions.of(request)?.user ?? identify(hosting, request)?.user;
  if (!maySeeSnippet(hosting, snippet, user))
    return user ? undefined : signInPage(request, `${request.path}${request.search}`);
  if (ref !== undefined && path !== undefined) {
    const file = await hosting.snippets.file(snippet, decoded(ref), decoded(path));
    return typeof file === "string" ? undefined : text(file);
  }
  return raw === undefined ? overview(hosting, request, snippet) : text(await hosting.snippets.content(snippet));
}

async function overview(hosting: Hosting, request: Incoming, snippet: SnippetRecord): Promise<Reply> {
  const files = await hosting.snippets.files(snippet);
  const blocks = await Promise.all(
    files.map(async ({ path }) => {
      const content = await hosting.snippets.file(snippet, "HEAD", path);
      return markup`<h2>${path}</h2><pre>${typeof content === "string" ? "" : content.toString("utf8")}</pre>`;
    }),
  );
  const { http_url_to_repo: url } = await showSnippet(hosting, snippet);
  const author = hosting.state.users.get(snippet.authorId)?.name ?? "";
  return page(
    request.path,
    snippet.title,
    markup`<p>${author}, ${snippet.visibility}</p><p>${snippet.description}</p>${blocks}<p>Clone: <code>${String(url)}</code></p>`,
  );
}

function text(content: Buffer): Reply {
  return reply(200, content, { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
