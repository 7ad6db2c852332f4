import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { CallOptions } from "../../api/request.ts";
import type { FileHeaders } from "../../api/resources/fileHeaders.ts";
import { fileBytes } from "../../api/resources/repositoryFiles.ts";

/**
 * Returns a file's metadata from the headers of a HEAD request, or if a proxy drops these or refuses HEAD, from the
 * file record, which includes the content (Part 2, Repository files).
 * @throws ApiError `notFound` for a missing file
 */
export async function readFileMetadata(
  files: Pick<Client["repositoryFiles"], "head" | "get">,
  project: ProjectId,
  path: string,
  query: { readonly ref: string },
  options: CallOptions,
): Promise<FileHeaders> {
  try {
    return await files.head(project, path, query, options);
  } catch (error) {
    if (
      !(error instanceof ApiError) ||
      !(error.kind === "methodNotAllowed" || (error.kind === "invalidResponse" && error.field !== undefined))
    )
      throw error;
  }
  const {
    blob_id,
    file_path,
    file_name,
    size,
    encoding = null,
    ref = null,
    commit_id = null,
    last_commit_id = null,
    content_sha256 = null,
    execute_filemode = null,
    content,
  } = await files.get(project, path, query, options);
  return {
    blob_id,
    file_path,
    file_name: file_name ?? file_path.slice(file_path.lastIndexOf("/") + 1),
    size: size ?? fileBytes({ content, encoding }).length,
    encoding,
    ref,
    commit_id,
    last_commit_id,
    content_sha256,
    execute_filemode,
  };
}
