import { parse } from "marked";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { invalid, message, notFound, type Problem } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import type { ProjectRecord } from "../types.ts";
import { frontMatter } from "../wikis/frontMatter.ts";
import {
  attachmentMarkdown,
  EXTENSIONS,
  retitled,
  slugOf,
  squish,
  titleProblem,
  type WikiFormat,
} from "../wikis/names.ts";
import { DuplicatePage, type WikiPage } from "../wikis/store.ts";
import { LEVELS, readableProject, requireLevel } from "./access.ts";

/** Part 3, Wikis (project). */
export function wikiRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/wikis";
  return [
    GET(path, (request) => listPages(hosting, request)),
    POST(path, (request) => createPage(hosting, request)),
    POST(`${path}/attachments`, (request) => attach(hosting, request)),
    GET(`${path}/:slug`, (request) => getPage(hosting, request)),
    PUT(`${path}/:slug`, (request) => updatePage(hosting, request)),
    DELETE(`${path}/:slug`, (request) => deletePage(hosting, request)),
  ];
}

/** Real hosts never page this list; the documents' convention for lists does. */
async function listPages(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const full = request.query.flag("with_content") === true;
  const pages = (await hosting.wikis.pages(project)) ?? [];
  const show = (page: WikiPage): object =>
    full ? showPage(hosting, project, page) : showEntry(hosting, project, page);
  if (hosting.dialect === "gitlab") return json(pages.map(show));
  return listReply(pages, request, show);
}

async function getPage(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const version = request.query.text("version");
  const page = await hosting.wikis.page(project, request.holes["slug"] ?? "", version === "" ? undefined : version);
  if (!page) throw notFound("Wiki Page");
  const shown = showPage(hosting, project, page);
  if (request.query.flag("render_html") !== true) return json(shown);
  const source = page.content.replace(/^---\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/, "");
  const html =
    page.format === "markdown" ? parse(source, { async: false }) : `<pre>${source.replaceAll("<", "&lt;")}</pre>`;
  return json({ ...shown, content: html });
}

async function createPage(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = requireLevel(hosting, request, LEVELS.developer);
  const fields = await request.fields();
  const slug = slugOf(checkedTitle(fields.required("title")), hosting.wikis.hasExactSlugs(project));
  const content = fields.required("content");
  const page = await refusing(
    hosting.wikis.create(
      { project, user, at: hosting.state.clock.now() },
      { slug, content, format: formatOf(fields) ?? "markdown" },
    ),
  );
  return json(showPage(hosting, project, page), 201);
}

async function updatePage(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = requireLevel(hosting, request, LEVELS.developer);
  const fields = await request.fields();
  const [title, content, format] = [fields.text("title"), fields.text("content"), formatOf(fields)];
  if (title === undefined && content === undefined)
    throw invalid("title, content are missing, at least one parameter must be provided");
  const wanted = title === undefined ? undefined : checkedTitle(title);
  const page = await refusing(
    hosting.wikis.update({ project, user, at: hosting.state.clock.now() }, request.holes["slug"] ?? "", (old) => ({
      // A title that is the page's own leaves it where it is, whatever its file is called.
      slug:
        wanted === undefined || wanted === old.title
          ? old.slug
          : retitled(wanted, old.slug, hosting.wikis.hasExactSlugs(project)),
      content: content ?? old.content,
      format: format ?? old.format,
    })),
  );
  if (!page) throw notFound("Wiki Page");
  return json(showPage(hosting, project, page));
}

async function deletePage(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = requireLevel(hosting, request, LEVELS.developer);
  const deleted = await hosting.wikis.delete(
    { project, user, at: hosting.state.clock.now() },
    request.holes["slug"] ?? "",
  );
  if (!deleted) throw notFound("Wiki Page");
  return reply(204);
}

async function attach(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = requireLevel(hosting, request, LEVELS.developer);
  const parts = await request.parts();
  const file = parts.find((part) => part.name === "file");
  if (!file) throw invalid("file is missing");
  if (file.filename === undefined) throw invalid("file is invalid");
  const branch = parts.find((part) => part.name === "branch")?.bytes.toString("utf8");
  const stored = await refusing(
    hosting.wikis.attach(
      { project, user, at: hosting.state.clock.now() },
      { filename: file.filename, bytes: file.bytes, branch: branch === "" ? undefined : branch },
    ),
    "branch",
  );
  return json(
    {
      file_name: stored.name,
      file_path: stored.path,
      branch: stored.branch,
      link: { url: stored.path, markdown: attachmentMarkdown(stored.name, stored.path) },
    },
    201,
  );
}

function formatOf(fields: Params): WikiFormat | undefined {
  return fields.oneOf("format", Object.keys(EXTENSIONS)) as WikiFormat | undefined;
}

function checkedTitle(text: string): string {
  const title = squish(text);
  const problem = titleProblem(title);
  if (problem !== undefined) throw message(400, { title: [problem] });
  return title;
}

/** A change that cannot be made is 400, with the reason at the page as a whole. */
async function refusing<T>(work: Promise<T>, field = "base"): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusal(error, field) ?? error;
  }
}

function refusal(error: unknown, field: string): Problem | undefined {
  const known = error instanceof DuplicatePage || (error instanceof Error && error.name === "CommitRefused");
  return known ? message(400, { [field]: [error.message] }) : undefined;
}

function showEntry(hosting: Hosting, project: ProjectRecord, page: WikiPage): Record<string, unknown> {
  return {
    format: page.format,
    slug: page.slug,
    title: page.title,
    ...(hosting.dialect === "gitlab" ? { wiki_page_meta_id: hosting.wikis.metaId(project, page.slug) } : {}),
  };
}

function showPage(hosting: Hosting, project: ProjectRecord, page: WikiPage): Record<string, unknown> {
  return {
    ...showEntry(hosting, project, page),
    content: page.content,
    encoding: "UTF-8",
    ...(hosting.dialect === "gitlab" ? { front_matter: frontMatter(page.content) } : {}),
  };
}
