import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { Problem } from "../http/problem.ts";
import { readRange } from "../http/ranges.ts";
import { reply, type Headers, type Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { matches, notModified } from "../http/send.ts";
import { FINAL_STATUSES } from "../records.ts";
import { readableProject } from "./access.ts";
import { jobOf } from "./jobs.ts";

/**
 * Part 2, job log. A job without a log answers 200 and nothing. A finished log has a strong ETag and honours Range
 * (a suffix range is 400); one that still grows has a weak ETag, and Range is ignored.
 */
export function traceRoutes(hosting: Hosting): Route[] {
  return [{ method: "GET", path: "/projects/:id/jobs/:job_id/trace", handle: (request) => trace(hosting, request) }];
}

function trace(hosting: Hosting, request: Incoming): Reply {
  const job = jobOf(hosting, readableProject(hosting, request), request);
  const total = job.trace.size;
  const plain: Headers = { "Content-Type": "text/plain", "Content-Disposition": `infile; filename="${job.id}.log"` };
  if (total === 0) return reply(200, "", plain);

  const ranged = hosting.traceRanges && FINAL_STATUSES.has(job.status);
  const etag = ranged ? `"${job.trace.digest}"` : `W/"${job.trace.digest}"`;
  const headers: Headers = {
    ...plain,
    ETag: etag,
    "Cache-Control": "max-age=0, private, must-revalidate",
    ...(ranged ? { "Accept-Ranges": "bytes" } : {}),
  };
  if (matches(header(request, "if-none-match"), etag)) return notModified(headers);

  const condition = header(request, "if-range");
  const range =
    ranged && (condition === undefined || condition === etag)
      ? readRange(header(request, "range"), total)
      : { kind: "whole" as const };
  switch (range.kind) {
    case "suffix":
      throw new Problem(400, { message: "400 Bad request - Invalid range" });
    case "unsatisfiable":
      return reply(416, "", { ...plain, "Content-Range": `bytes */${total}` });
    case "part":
      return reply(
        206,
        { file: job.trace.path, start: range.start, end: range.end },
        { ...headers, "Content-Range": `bytes ${range.start}-${range.end - 1}/${total}` },
      );
    case "whole":
      return reply(200, { file: job.trace.path, start: 0, end: total }, headers);
  }
}
