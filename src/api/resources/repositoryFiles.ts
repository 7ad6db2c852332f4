import type { Http } from "../http.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, Download } from "../request.ts";
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

/** Bytes as the content of a file that is created or changed. */
export const base64Content = (bytes: Uint8Array): { readonly content: string; readonly encoding: "base64" } => ({
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  encoding: "base64",
});

/** The bytes of a file that was asked for. */
export const fileBytes = ({ content, encoding }: Pick<RepositoryFile, "content" | "encoding">): Uint8Array =>
  Buffer.from(content, encoding === "base64" ? "base64" : "utf8");

/**
 * Files of a repository, one at a time: several in one commit are the business of `commits.create`. Paths are from the root of the
 * repository. A file or ref that is not there is `notFound`. Every operation throws ApiError.
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
  ): RequestSpec => {
    const call: RequestSpec = {
      operation,
      path: path`/projects/${project}/repository/files/${filePath}/blame`,
      query,
      requiredFields: { commit: "object", lines: "list" },
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
    const call: RequestSpec = {
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
    /** A file with its content. A missing ref is refused before anything is sent. Part 2, Repository files. */
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
        requiredFields: { file_path: "text", content: "text", size: "number?" },
        ...options,
      } as const;
      checkFilled(http, call, query, "ref");
      return http.object<RepositoryFile>(call);
    },

    /** What is to be known of a file without its content. Part 2, Repository files. */
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
     * Which commit each line comes from, in the order of the lines; of a range of lines where one is told. A range that is none is
     * refused before anything is sent. Part 2, Repository files.
     */
    blame: async (
      project: ProjectId,
      filePath: string,
      query: BlameQuery,
      options: CallOptions = {},
    ): Promise<readonly BlameRange[]> =>
      http.list<BlameRange>(blameCall("repositoryFiles.blame", project, filePath, query, options)),

    /** The same as `head`, by the route of blame. Part 2, Repository files. */
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

    /** The bytes of a file, as a stream. Part 2, Repository files. */
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
        ...options,
      }),

    /** The same as `head`, by the route of raw. Part 2, Repository files. */
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
     * Commits a new file. Without a branch, message or content it is refused before anything is sent. `invalidRequest` when the commit
     * fails (400), as for a file that is there already; the documents promise no reason. `forbidden` for branches the caller may not
     * push to. Part 2, Repository files.
     */
    create: async (
      project: ProjectId,
      filePath: string,
      request: CreateFile,
      options: CallOptions = {},
    ): Promise<FileCommitResult> => write("create", project, filePath, request, options),

    /**
     * Commits a changed file; refused and failing as `create`. `invalidRequest` too when nothing would change, when the branch moved
     * meanwhile, and when `last_commit_id` is the file's last commit no more (400). Part 2, Repository files.
     */
    update: async (
      project: ProjectId,
      filePath: string,
      request: UpdateFile,
      options: CallOptions = {},
    ): Promise<FileCommitResult> => write("update", project, filePath, request, options),

    /** Commits that a file is gone; refused and failing as `update`. Part 2, Repository files. */
    delete: async (
      project: ProjectId,
      filePath: string,
      request: DeleteFile,
      options: CallOptions = {},
    ): Promise<void> => {
      // Where its parameters go is not documented. Bodies of DELETE get lost on the way.
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

/** The documents list both ends as required, and the range as optional: with one, there is the other. */
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
