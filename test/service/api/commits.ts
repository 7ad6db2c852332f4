import { cutList, diff } from "../git/diff.ts";
import { readHistory, refsContaining } from "../git/history.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply, offsetPage, pageReply } from "../http/paging.ts";
import { notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { readableProject } from "./access.ts";
import { commitOf, showFullCommit, showListedCommit } from "./commitShow.ts";

/** Part 2, Commits: reading. */
export function commitRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/commits";
  return [
    GET(path, (request) => listCommits(hosting, request)),
    GET(`${path}/:sha`, async (request) => {
      const project = readableProject(hosting, request);
      const { id } = await commitOf(hosting, project, request);
      // Whoever pushed before asking sees the pipeline of the push.
      await hosting.scheduler.settled();
      return json(await showFullCommit(hosting, project, id, request.query.flag("stats") ?? true));
    }),
    GET(`${path}/:sha/refs`, (request) => listRefs(hosting, request)),
    GET(`${path}/:sha/diff`, (request) => listDiff(hosting, request)),
  ];
}

async function listCommits(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const { query } = request;
  const ref = query.text("ref_name") ?? project.defaultBranch;
  const all = query.flag("all") ?? false;
  const [path, since, until] = [query.text("path"), query.time("since"), query.time("until")];
  // One more than the pages up to this one hold: enough to know of a next page. Real hosts never count commits.
  const wanted =
    Math.max(1, query.integer("page") ?? 1) * Math.min(100, Math.max(1, query.integer("per_page") ?? 20)) + 1;
  const commits = await readHistory(hosting.repositories, project.path, {
    ref,
    all,
    limit: wanted,
    firstParent: query.flag("first_parent") ?? false,
    ...(path === undefined || path === "" ? {} : { path }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  });
  const none =
    commits === undefined &&
    query.text("ref_name") === undefined &&
    (await hosting.repositories.at(project.path).branches()).length === 0;
  if (commits === undefined && !none) throw notFound("Commit");
  const stats = query.flag("with_stats") ?? false;
  const paged = offsetPage(commits ?? [], request, { totals: false, strict: true });
  return pageReply(paged, async (commit) =>
    showListedCommit(
      hosting,
      project,
      (stats ? await hosting.commits.get(project, commit.id) : undefined) ?? commit,
      stats,
    ),
  );
}

async function listRefs(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const { id } = await commitOf(hosting, project, request);
  const type = request.query.oneOf("type", ["branch", "tag", "all"]) ?? "all";
  const refs = await Promise.all(
    (["branch", "tag"] as const)
      .filter((kind) => type === "all" || type === kind)
      .map(async (kind) =>
        (await refsContaining(hosting.repositories, project.path, id, kind)).map((name) => ({ type: kind, name })),
      ),
  );
  return listReply(refs.flat(), request, (ref) => ref);
}

async function listDiff(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const commit = await commitOf(hosting, project, request);
  const entries = await diff(hosting.repositories, project.path, commit.parent_ids[0], commit.id);
  return pageReply(
    offsetPage(hosting.dialect === "neutral" ? entries : cutList(entries), request, {}),
    ({ too_large, ...entry }) =>
      hosting.dialect === "neutral" ? entry : { ...entry, collapsed: false, too_large, generated_file: false },
  );
}
