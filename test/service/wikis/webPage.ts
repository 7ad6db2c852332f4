import { identify, maySee } from "../api/access.ts";
import { projectUrl } from "../api/present.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { reply, type Reply } from "../http/reply.ts";
import { signInPage } from "../oauth/signIn.ts";
import { Markup, markup, page, upFrom } from "../pages/page.ts";
import type { ProjectRecord } from "../types.ts";
import { renderPage } from "./render.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
};

/** The web pages of a wiki, `/<project>/-/wikis/…`, with its attachments. Undefined when there is none at this path. */
export async function wikiWebPage(hosting: Hosting, request: Incoming): Promise<Reply | undefined> {
  const [, projectPath, rest = ""] = /^\/(.+?)\/-\/wikis(?:\/(.*))?$/.exec(decoded(request.path)) ?? [];
  const project = projectPath === undefined ? undefined : hosting.state.projectAt(projectPath);
  if (!project) return undefined;
  const user = hosting.sessions.of(request)?.user ?? identify(hosting, request)?.user;
  if (!maySee(project, user)) return user ? undefined : signInPage(request, `${request.path}${request.search}`);
  if (rest.startsWith("uploads/")) return attachment(hosting, project, rest);
  return rest === "" || rest === "pages"
    ? listOfPages(hosting, request, project)
    : wikiPage(hosting, request, project, rest);
}

async function attachment(hosting: Hosting, project: ProjectRecord, path: string): Promise<Reply | undefined> {
  const bytes = await hosting.wikis.file(project, path);
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()];
  // A picture may be shown, but run nothing; other files are for saving.
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  };
  return (
    bytes &&
    reply(200, bytes, {
      ...headers,
      "Content-Type": type ?? "application/octet-stream",
      "Content-Disposition": type === undefined ? "attachment" : "inline",
    })
  );
}

async function listOfPages(hosting: Hosting, request: Incoming, project: ProjectRecord): Promise<Reply> {
  const pages = (await hosting.wikis.pages(project)) ?? [];
  const up = upFrom(request.path);
  const rows = pages.map(
    ({ slug }) => markup`<li><a href="${up}${project.path}/-/wikis/${encodePath(slug)}">${slug}</a></li>`,
  );
  return page(
    request.path,
    `Wiki of ${project.name}`,
    markup`<p>Clone: <code>${projectUrl(hosting, project)}.wiki.git</code></p><ul>${rows}</ul>`,
  );
}

async function wikiPage(
  hosting: Hosting,
  request: Incoming,
  project: ProjectRecord,
  slug: string,
): Promise<Reply | undefined> {
  const found = await hosting.wikis.page(project, slug);
  if (!found) return undefined;
  const up = upFrom(request.path);
  const html = renderPage(found, `${projectUrl(hosting, project)}/-/wikis`);
  const top = new URL(hosting.url).pathname.replace(/\/$/, "");
  // Relative, because the whole service may be seen below another path.
  const relative = html.replace(/(href|src)="([^"]+)"/g, (all, name: string, address: string) =>
    address.startsWith(`${top}/`) ? `${name}="${up}${address.slice(top.length + 1)}"` : all,
  );
  return page(
    request.path,
    found.title,
    markup`${new Markup(relative)}<p><a href="${up}${project.path}/-/wikis">All pages</a></p>`,
  );
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
