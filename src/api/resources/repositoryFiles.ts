import type { Http } from "../http.ts";
import { path, type ProjectId } from "../path.ts";
import type { CheckedRequest, RequestSpec, CallOptions, Download } from "../request.ts";
import { checkFilled } from "../rules.ts";
import { fileHeaders, type FileHeaders } from "./fileHeaders.ts";
import type {
  BlameQuery,
  BlameRange,
  CreateFile,
  DeleteFile,
  FileCommitResult,
  FileQuery,
  RawFileQuery,
  RepositoryFile,
  UpdateFile,
} from "./repositoryFileTypes.ts";

export type { FileHeaders } from "./fileHeaders.ts";
export type * from "./repositoryFileTypes.ts";

/** Returns bytes as the content of a file to create or update. */
export const base64Content = (bytes: Uint8Array): { readonly content: string; readonly encoding: "base64" } => ({
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  encoding: "base64",
});

/** Returns the content of a file as bytes. */
export const fileBytes = ({ content, encoding }: Pick<RepositoryFile, "content" | "encoding">): Uint8Array =>
  Buffer.from(content, encoding === "base64" ? "base64" : "utf8");

/**
 * Single files of a repository; `commits.create` changes several in one commit. Paths start at the root of the repository. Every operation
 * throws ApiError, `notFound` for a missing file or ref.
 */
export const repositoryFiles = (http: Http) => {
  const one = (project: ProjectId, filePath: string) => path`/projects/${project}/repository/files/${filePath}`;
  const rawOf = (project: ProjectId, filePath: string) => path`/projects/${project}/repository/files/${filePath}/raw`;

  const blameCall = (
    operation: string,
    project: ProjectId,
    filePath: string,
    query: BlameQuery,
    options: CallOptions,
  ): CheckedRequest<BlameRange> => {
    const call: CheckedRequest<BlameRange> = {
      operation,
      path: path`/projects/${project}/repository/files/${filePath}/blame`,
      query,
      requiredFields: { commit: { kind: "object", of: { id: "text", parent_ids: "list?" } }, lines: "list" },
      ...options,
    };
    checkFilled(http, call, query, "ref");
    checkRange(http, call, query.range);
    return call;
  };

  const write = async (
    operation: "create" | "update",
    project: ProjectId,
    filePath: string,
    request: UpdateFile,
    options: CallOptions,
  ): Promise<FileCommitResult> => {
    const call: CheckedRequest<FileCommitResult> = {
      operation: `repositoryFiles.${operation}`,
      method: operation === "create" ? "POST" : "PUT",
      path: one(project, filePath),
      json: request,
      requiredFields: { file_path: "text", branch: "text" },
      ...options,
    };
    checkFilled(http, call, request, "branch", "commit_message");
    if ((request as Partial<UpdateFile>).content === undefined)
      throw http.invalidArgument(call, "content", "a new or changed file has content", "content");
    return http.object<FileCommitResult>(call);
  };

  return {
    /** Returns a file with its content. Rejects an empty ref before sending. Part 2, Repository files. */
    get: async (
      project: ProjectId,
      filePath: string,
      query: FileQuery,
      options: CallOptions = {},
    ): Promise<RepositoryFile> => {
      const call = {
        operation: "repositoryFiles.get",
        path: one(project, filePath),
        query,
        requiredFields: { file_path: "text", content: "text", blob_id: "text", size: "number?" },
        ...options,
      } as const;
      checkFilled(http, call, query, "ref");
      return http.object<RepositoryFile>(call);
    },

    /** Returns the metadata of a file without its content. Part 2, Repository files. */
    head: async (
      project: ProjectId,
      filePath: string,
      query: FileQuery,
      options: CallOptions = {},
    ): Promise<FileHeaders> => {
      const call = {
        operation: "repositoryFiles.head",
        method: "HEAD",
        path: one(project, filePath),
        query,
        ...options,
      } as const;
      checkFilled(http, call, query, "ref");
      return fileHeaders(http, call, filePath);
    },

    /**
     * Returns the commit of each line in order, for all lines or a range. Rejects an empty ref and an invalid range before sending.
     * Part 2, Repository files.
     */
    blame: async (
      project: ProjectId,
      filePath: string,
      query: BlameQuery,
      options: CallOptions = {},
    ): Promise<readonly BlameRange[]> =>
      http.list<BlameRange>(blameCall("repositoryFiles.blame", project, filePath, query, options)),

    /** Returns the same as `head`, through the blame route. Part 2, Repository files. */
    blameHead: async (
      project: ProjectId,
      filePath: string,
      query: BlameQuery,
      options: CallOptions = {},
    ): Promise<FileHeaders> =>
      fileHeaders(
        http,
        { ...blameCall("repositoryFiles.blameHead", project, filePath, query, options), method: "HEAD" },
        filePath,
      ),

    /**
     * Downloads the content of a file. Iterating the body throws `invalidResponse` at the end if it differs from the size or checksum that the
     * host sent with it (SERVICE-FACTS 71). Part 2, Repository files.
     */
    raw: async (
      project: ProjectId,
      filePath: string,
      query: RawFileQuery = {},
      options: CallOptions = {},
    ): Promise<Download> =>
      http.download({
        operation: "repositoryFiles.raw",
        path: rawOf(project, filePath),
        query,
        rejectHtml: true,
        // For an LFS object the headers may describe its pointer.
        checksContent: query.lfs !== true,
        ...options,
      }),

    /** Returns the same as `head`, through the raw route. Part 2, Repository files. */
    rawHead: async (
      project: ProjectId,
      filePath: string,
      query: RawFileQuery = {},
      options: CallOptions = {},
    ): Promise<FileHeaders> =>
      fileHeaders(
        http,
        { operation: "repositoryFiles.rawHead", method: "HEAD", path: rawOf(project, filePath), query, ...options },
        filePath,
      ),

    /**
     * Commits a new file. Rejects a missing branch, message or content before sending. Throws `invalidRequest` if the commit fails (400), for
     * example because the file exists (the documents give no reasons), and `forbidden` for branches that the caller may not push to.
     * Part 2, Repository files.
     */
    create: async (
      project: ProjectId,
      filePath: string,
      request: CreateFile,
      options: CallOptions = {},
    ): Promise<FileCommitResult> => write("create", project, filePath, request, options),

    /**
     * Commits a changed file. Errors as for `create`; also `invalidRequest` if nothing would change, the branch has moved, or `last_commit_id`
     * is no longer the last commit of the file (400). Part 2, Repository files.
     */
    update: async (
      project: ProjectId,
      filePath: string,
      request: UpdateFile,
      options: CallOptions = {},
    ): Promise<FileCommitResult> => write("update", project, filePath, request, options),

    /** Commits the deletion of a file. Errors as for `update`. Part 2, Repository files. */
    delete: async (
      project: ProjectId,
      filePath: string,
      request: DeleteFile,
      options: CallOptions = {},
    ): Promise<void> => {
      // The documents do not say where the parameters go. Proxies may drop the body of a DELETE, so they are in the query.
      const call = {
        operation: "repositoryFiles.delete",
        method: "DELETE",
        path: one(project, filePath),
        query: request,
        ...options,
      } as const;
      checkFilled(http, call, request, "branch", "commit_message");
      return http.noContent(call);
    },
  };
};

/** Checks that an optional range has both ends, as the documents require, and that they are in order. */
function checkRange(http: Pick<Http, "invalidArgument">, call: RequestSpec, range: BlameQuery["range"]): void {
  if (range === undefined) return;
  const { start, end } = range as Partial<typeof range>;
  const isLine = (line: number | undefined): line is number =>
    line !== undefined && Number.isSafeInteger(line) && line > 0;
  if (!isLine(start)) throw http.invalidArgument(call, "value", "lines are counted from 1", "range[start]");
  if (!isLine(end)) throw http.invalidArgument(call, "value", "lines are counted from 1", "range[end]");
  if (start > end)
    throw http.invalidArgument(call, "value", "the last line is before the first", "range[start]", "range[end]");
}
