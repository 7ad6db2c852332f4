import { readFileSync } from "node:fs";
import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { invalid, Problem } from "../http/problem.ts";
import { readRange } from "../http/ranges.ts";
import { reply, type Headers, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { matches, notModified, weakEtag } from "../http/send.ts";
import { FINAL_STATUSES, type JobRecord } from "../records.ts";
import { readableProject } from "./access.ts";
import { jobOf } from "./jobs.ts";

/**
 * Part 2, job log. A job without a log answers 200 and nothing. A finished log has a strong ETag and honours Range
 * (a suffix range is 400); one that still grows has a weak ETag, and Range is ignored. Beyond the documents,
 * `byte_offset` and `byte_limit` name a part of either, under a weak ETag of its own; past the end it is empty.
 */
export function traceRoutes(hosting: Hosting): Route[] {
  return [GET("/projects/:id/jobs/:job_id/trace", (request) => trace(hosting, request))];
}

function trace(hosting: Hosting, request: Incoming): Reply {
  const job = jobOf(hosting, readableProject(hosting, request), request);
  const total = job.trace.size;
  const plain: Headers = { "Content-Type": "text/plain", "Content-Disposition": `infile; filename="${job.id}.log"` };
  if (total === 0) return reply(200, "", plain);

  const offset = hosting.extras.served && hosting.traceParts.offsets ? request.query.integer("byte_offset") : undefined;
  if (offset !== undefined) return part(job, request, offset, plain);
  const { ranges } = hosting.traceParts;
  const final = FINAL_STATUSES.has(job.status);
  const ranged = ranges === "all" || (ranges === "finished" && final);
  const etag = ranged && final ? `"${job.trace.digest}"` : `W/"${job.trace.digest}"`;
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

/** The most bytes that one answer to `byte_offset` has. */
const PART_LIMIT = 512_000;

/** A part of a log by offset. As frameworks do it, the ETag is that of the body. */
function part({ trace: log }: JobRecord, request: Incoming, offset: number, plain: Headers): Reply {
  const limit = request.query.integer("byte_limit") ?? PART_LIMIT;
  if (offset < 0) throw invalid("byte_offset does not have a valid value");
  if (limit < 1 || limit > PART_LIMIT) throw invalid("byte_limit does not have a valid value");
  const body = readFileSync(log.path).subarray(offset, offset + limit);
  const etag = weakEtag(body);
  const headers: Headers = { ...plain, ETag: etag, "Cache-Control": "max-age=0, private, must-revalidate" };
  return matches(header(request, "if-none-match"), etag) ? notModified(headers) : reply(200, body, headers);
}
