import { createHash } from "node:crypto";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { readableProject } from "./access.ts";

/** Part 2, Repository files: reading. */
export function fileRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/files/:file_path";
  return [
    {
      method: "GET",
      path,
      handle: async (request) => {
        const file = await readFile(hosting, request, request.query.required("ref"));
        return json({ ...file.record, content: file.content.toString("base64") }, 200, file.headers);
      },
    },
    {
      method: "GET",
      path: `${path}/raw`,
      handle: async (request): Promise<Reply> => {
        const file = await readFile(hosting, request, request.query.text("ref") ?? "HEAD");
        return reply(200, file.content, { "Content-Type": "text/plain; charset=utf-8", "Content-Disposition": "inline", ...file.headers });
      },
    },
  ];
}

interface ReadFile {
  readonly content: Buffer;
  readonly record: Readonly<Record<string, string | number | boolean>>;
  readonly headers: Readonly<Record<string, string>>;
}

async function readFile(hosting: Hosting, request: Incoming, wanted: string): Promise<ReadFile> {
  const project = readableProject(hosting, request, ["read_repository"]);
  const path = request.holes["file_path"] ?? "";
  const ref = wanted === "HEAD" ? project.defaultBranch : wanted;
  const sha = await hosting.repositories.resolve(project.path, ref);
  if (sha === undefined) throw notFound("Commit");
  const file = await hosting.repositories.file(project.path, sha, path);
  if (!file) throw notFound("File");
  const record = {
    file_name: path.slice(path.lastIndexOf("/") + 1),
    file_path: path,
    size: file.content.length,
    encoding: "base64",
    content_sha256: createHash("sha256").update(file.content).digest("hex"),
    ref: wanted,
    blob_id: file.blobId,
    commit_id: sha,
    last_commit_id: file.lastCommitId,
    execute_filemode: file.mode === "100755",
  };
  const prefix = hosting.dialect === "neutral" ? "X-Service-" : "X-Gitlab-";
  const headers = Object.fromEntries(Object.entries(record).map(([name, value]) => [prefix + headerName(name), asciiOnly(String(value))]));
  return { content: file.content, record, headers };
}

/** `last_commit_id` becomes `Last-Commit-Id`. */
function headerName(field: string): string {
  return field.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap === "" ? "" : "-") + letter.toUpperCase());
}

/** A header holds bytes below 256 only: others travel percent-encoded. */
function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}
