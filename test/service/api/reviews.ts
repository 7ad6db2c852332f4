import { changesBetween } from "../discussions/changes.ts";
import { cutList, type DiffEntry } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { notFound, unknownRoute } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { MergeRequestRecord, MergeRequestVersion } from "../mergeRequests/records.ts";
import { discussionRoutes } from "./discussions.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { time } from "./present.ts";

/** Beyond the documents: what reviews of merge requests are made of. */
export function reviewRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  const apiUrl = `${hosting.url}/api/v4`;
  const routes: Route[] = [
    {
      method: "GET",
      path: `${one}/versions`,
      handle: async (request) => {
        const { record } = await mergeRequestOf(hosting, request);
        return pageReply(offsetPage([...record.versions].reverse(), request, { apiUrl }), (version) =>
          showVersion(hosting, record, version),
        );
      },
    },
    {
      method: "GET",
      path: `${one}/versions/:version_id`,
      handle: async (request) => {
        const { record } = await mergeRequestOf(hosting, request);
        const version = record.versions.find(({ id }) => String(id) === request.holes["version_id"]);
        if (!version) throw notFound();
        const diffs = await changesBetween(hosting, record, version);
        return json({ ...(await showVersion(hosting, record, version)), diffs: diffs.map(showDiffEntry) });
      },
    },
    {
      method: "GET",
      path: `${one}/diffs`,
      handle: async (request) => {
        const { record } = await mergeRequestOf(hosting, request);
        const changes = record.diff ? cutList(await changesBetween(hosting, record, record.diff)) : [];
        return pageReply(offsetPage(changes, request, { apiUrl }), showDiffEntry);
      },
    },
    ...discussionRoutes(hosting),
  ];
  return routes.map((route) => ({
    ...route,
    handle: (request) => {
      if (!hosting.review.served) throw unknownRoute();
      return route.handle(request);
    },
  }));
}

async function showVersion(
  hosting: Hosting,
  record: MergeRequestRecord,
  version: MergeRequestVersion,
): Promise<Record<string, unknown>> {
  return {
    id: version.id,
    head_commit_sha: version.head,
    base_commit_sha: version.base,
    start_commit_sha: version.start,
    created_at: time(hosting, version.createdAt),
    merge_request_id: record.id,
    state: "collected",
    real_size: String(await hosting.merging.branches(record).changedFiles(version.base, version.head)),
    patch_id_sha: null,
  };
}

function showDiffEntry({ too_large, ...entry }: DiffEntry): object {
  return { ...entry, generated_file: false, collapsed: false, too_large };
}
