import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { CallOptions } from "../../api/request.ts";
import type { FileHeaders } from "../../api/resources/fileHeaders.ts";

/**
 * What the host tells of a file besides its content: by the headers of an answer without a body, and where those do not come
 * through (a proxy drops them, or refuses HEAD) by the record, which brings the content along. Part 2, Repository files.
 * @throws ApiError `notFound` for a file that is not there at this ref
 */
export async function fileFacts(
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
    content: _content,
    content_sha256 = null,
    execute_filemode = null,
    ...facts
  } = await files.get(project, path, query, options);
  return { ...facts, content_sha256, execute_filemode };
}
