import { changesBetween } from "../discussions/changes.ts";
import { cutList, type DiffEntry } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { notFound, unknownRoute } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import type { MergeRequestRecord, MergeRequestVersion } from "../mergeRequests/records.ts";
import { discussionRoutes } from "./discussions.ts";
import { draftNoteRoutes } from "./draftNotes.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { time } from "./present.ts";
import { reviewerRoutes } from "./reviewers.ts";
import { suggestionRoutes } from "./suggestions.ts";
import { uploadRoutes } from "./uploads.ts";

/** Beyond the documents: what reviews of merge requests are made of. */
export function reviewRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  const routes: Route[] = [
    GET(`${one}/versions`, async (request) => {
      const { record } = await mergeRequestOf(hosting, request);
      return listReply([...record.versions].reverse(), request, (version) => showVersion(hosting, record, version));
    }),
    GET(`${one}/versions/:version_id`, async (request) => {
      const { record } = await mergeRequestOf(hosting, request);
      const version = record.versions.find(({ id }) => String(id) === request.holes["version_id"]);
      if (!version) throw notFound();
      const diffs = await changesBetween(hosting, record, version);
      return json({ ...(await showVersion(hosting, record, version)), diffs: diffs.map(showDiffEntry) });
    }),
    GET(`${one}/diffs`, async (request) => {
      const { record } = await mergeRequestOf(hosting, request);
      const changes = record.diff ? cutList(await changesBetween(hosting, record, record.diff)) : [];
      return listReply(changes, request, showDiffEntry);
    }),
    ...discussionRoutes(hosting),
    ...draftNoteRoutes(hosting),
    ...suggestionRoutes(hosting),
    ...reviewerRoutes(hosting),
    ...uploadRoutes(hosting),
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
