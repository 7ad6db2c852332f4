import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { blame } from "../git/blame.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { isRecord } from "../http/nested.ts";
import { Params } from "../http/params.ts";
import { invalid, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { contentOf } from "../largeFiles.ts";
import type { CommitRecord, ProjectRecord } from "../types.ts";
import { readableProject } from "./access.ts";
import { commitAt } from "./commitShow.ts";

/** Part 2, Repository files: reading. HEAD is answered by the same routes, without the body. */
export function fileRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/files/:file_path";
  return [
    GET(path, async (request) => {
      const file = await readFile(hosting, request, request.query.required("ref"));
      return json({ ...file.record, content: file.content.toString("base64") }, 200, file.headers);
    }),
    GET(`${path}/blame`, (request) => showBlame(hosting, request)),
    GET(`${path}/raw`, async (request): Promise<Reply> => {
      const file = await readFile(hosting, request, request.query.text("ref") ?? "HEAD");
      const content = request.query.flag("lfs") === true ? contentOf(hosting.largeFiles, file.content) : file.content;
      if (content === undefined) throw notFound();
      return reply(200, content, {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": "inline",
        ...file.headers,
      });
    }),
  ];
}

interface ReadFile {
  readonly project: ProjectRecord;
  readonly sha: string;
  readonly content: Buffer;
  readonly record: Readonly<Record<string, string | number | boolean>>;
  readonly headers: Readonly<Record<string, string>>;
}

async function readFile(hosting: Hosting, request: Incoming, wanted: string): Promise<ReadFile> {
  const project = readableProject(hosting, request, ["read_repository"]);
  const path = request.holes["file_path"] ?? "";
  if (hosting.dialect === "gitlab" && path.split("/").includes(".."))
    throw invalid("file_path should be a valid file path");
  const ref = wanted === "HEAD" ? project.defaultBranch : wanted;
  const sha = await hosting.repositories.at(project.path).resolve(ref);
  if (sha === undefined) throw notFound("Commit");
  const file = await hosting.repositories.at(project.path).file(sha, path);
  if (!file) throw notFound("File");
  const record = {
    file_name: path.slice(path.lastIndexOf("/") + 1),
    file_path: path,
    size: file.content.length,
    encoding: "base64",
    content_sha256: createHash("sha256").update(asUtf8(file.content)).digest("hex"),
    ref: wanted,
    blob_id: file.blobId,
    commit_id: sha,
    last_commit_id: file.lastCommitId,
    execute_filemode: file.mode === "100755",
  };
  const prefix = hosting.dialect === "neutral" ? "X-Service-" : "X-Gitlab-";
  const headers = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [prefix + headerName(name), asciiOnly(String(value))]),
  );
  return { project, sha, content: file.content, record, headers };
}

async function showBlame(hosting: Hosting, request: Incoming): Promise<Reply> {
  const range = readRange(request);
  const file = await readFile(hosting, request, request.query.required("ref"));
  const isBlob = file.content.length > 0;
  const blamed = isBlob
    ? await blame(hosting.repositories, file.project.path, file.sha, String(file.record["file_path"]), range)
    : [];
  const ranges = await Promise.all(
    blamed.map(async ({ sha, lines }) => ({ commit: blamedCommit(await commitAt(hosting, file.project, sha)), lines })),
  );
  return json(ranges, 200, file.headers);
}

/** Both ends are needed when there is a range at all. */
function readRange(request: Incoming): { start: number; end: number } | undefined {
  const value = request.query.values["range"];
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) throw invalid("range is invalid");
  const range = new Params(value);
  const [start, end] = ["start", "end"].map((name) => range.integer(name));
  const missing = [...(start === undefined ? ["range[start]"] : []), ...(end === undefined ? ["range[end]"] : [])];
  if (start === undefined || end === undefined) throw invalid(missing.map((name) => `${name} is missing`).join(", "));
  if (start < 1 || end < 1) throw invalid(`range[${start < 1 ? "start" : "end"}] does not have a valid value`);
  if (start > end) throw invalid("range[start] must be less than or equal to range[end]");
  return { start, end };
}

/** Without what only the commit itself shows. */
function blamedCommit({
  short_id: _short,
  title: _title,
  created_at: _made,
  stats: _stats,
  ...commit
}: CommitRecord): object {
  return commit;
}

/** `last_commit_id` becomes `Last-Commit-Id`. */
function headerName(field: string): string {
  return field.replace(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => (gap === "" ? "" : "-") + letter.toUpperCase(),
  );
}

/** A header holds bytes below 256 only: others travel percent-encoded. */
function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}

/** Real hosts convert a text to UTF-8 before they hash it, and send it as it is. */
const asUtf8 = (content: Buffer): Buffer =>
  isUtf8(content) || content.includes(0) ? content : Buffer.from(content.toString("latin1"));
