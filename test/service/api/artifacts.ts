import { createHash } from "node:crypto";
import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { message, notFound } from "../http/problem.ts";
import { readRange } from "../http/ranges.ts";
import { reply, type Headers, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { matches, notModified } from "../http/send.ts";
import type { ArchiveRecord, JobRecord } from "../records.ts";
import { readableProject } from "./access.ts";
import { jobOf } from "./jobs.ts";

/** Part 2, artifacts: archives and single files, by job and by ref. Archives honour Range, unless switched off. */
export function artifactRoutes(hosting: Hosting): Route[] {
  const archive = (request: Incoming, job: JobRecord): Reply =>
    ranged(request, archiveOf(job), hosting.artifactRanges.honoured);
  return [
    GET("/projects/:id/jobs/:job_id/artifacts", (request) =>
      archive(request, jobOf(hosting, readableProject(hosting, request), request)),
    ),
    GET("/projects/:id/jobs/:job_id/artifacts/*artifact_path", (request) =>
      file(request, jobOf(hosting, readableProject(hosting, request), request)),
    ),
    GET("/projects/:id/jobs/artifacts/:ref_name/download", (request) => archive(request, jobOfRef(hosting, request))),
    GET("/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path", (request) =>
      file(request, jobOfRef(hosting, request)),
    ),
  ];
}

function ranged(request: Incoming, { filename, zip }: ArchiveRecord, honoured: boolean): Reply {
  const whole = download(request, zip, "application/zip", filename);
  if (whole.status !== 200 || !honoured) return whole;
  const headers: Headers = { ...whole.headers, "Accept-Ranges": "bytes" };
  const range = readRange(header(request, "range"), zip.length);
  if (range.kind === "unsatisfiable") return reply(416, "", { "Content-Range": `bytes */${zip.length}` });
  if (range.kind !== "part") return { ...whole, headers };
  return reply(206, zip.subarray(range.start, range.end), {
    ...headers,
    "Content-Range": `bytes ${range.start}-${range.end - 1}/${zip.length}`,
  });
}

function file(request: Incoming, job: JobRecord): Reply {
  const path = request.holes["artifact_path"] ?? "";
  const { files } = archiveOf(job);
  if (path === "" || path.startsWith("/") || path.split("/").some((part) => part === "." || part === ".."))
    throw message(400, "400 Bad request - Invalid path");
  const found = files.find((one) => one.path === path);
  if (!found) throw notFound();
  return download(request, found.content, "application/octet-stream", path.slice(path.lastIndexOf("/") + 1));
}

/** From the newest successful pipeline of a branch or tag, if the named job succeeded there. */
function jobOfRef(hosting: Hosting, request: Incoming): JobRecord {
  const project = readableProject(hosting, request);
  const name = request.query.required("job");
  const ref = request.holes["ref_name"];
  const pipeline = [...hosting.state.pipelines.values()]
    .filter((one) => one.projectId === project.id && one.ref === ref && one.status === "success")
    .at(-1);
  const job =
    pipeline && hosting.state.currentJobsOf(pipeline.id).find((one) => one.name === name && one.status === "success");
  if (!job) throw notFound();
  return job;
}

function archiveOf(job: JobRecord): ArchiveRecord {
  if (!job.archive) throw notFound();
  return job.archive;
}

function download(request: Incoming, content: Buffer, type: string, filename: string): Reply {
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${filename.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
    ETag: `"${createHash("md5").update(content).digest("hex")}"`,
  };
  return matches(header(request, "if-none-match"), headers.ETag) ? notModified(headers) : reply(200, content, headers);
}
