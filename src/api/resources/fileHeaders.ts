import type { Http } from "../http.ts";
import type { RequestSpec, Header } from "../request.ts";

/** File metadata from response headers (Part 2, Repository files); null where the host omits a header. */
export interface FileHeaders {
  /** SHA of the git blob. */
  readonly blob_id: string;
  /** The commit that the ref points to. */
  readonly commit_id: string | null;
  /** Hexadecimal. */
  readonly content_sha256: string | null;
  readonly encoding: "base64" | (string & {}) | null;
  readonly file_name: string;
  /** From the root of the repository. */
  readonly file_path: string;
  /** The last commit that changed the file, as used by `last_commit_id` of a change. */
  readonly last_commit_id: string | null;
  /** As requested; `HEAD` without one. */
  readonly ref: string | null;
  /** Bytes. */
  readonly size: number;
  /** Whether the file is executable; since release 14.10. */
  readonly execute_filemode: boolean | null;
}

/**
 * Returns the metadata of a file from a HEAD request.
 * @param filePath the requested path, to detect whether the host encodes names in headers
 * @throws ApiError; `invalidResponse` if the blob's SHA or the size is missing
 */
export async function fileHeaders(http: Http, call: RequestSpec, filePath: string): Promise<FileHeaders> {
  const header = await http.head(call);
  const missing = (name: string): never => {
    throw http.failure(call, `the answer lacks the header ${name}`, { kind: "invalidResponse", field: name });
  };
  const fileName = filePath.slice(filePath.lastIndexOf("/") + 1);
  const size = header("X-Service-Size") ?? "";
  return {
    blob_id: filled(header, "X-Service-Blob-Id") ?? missing("X-Service-Blob-Id"),
    commit_id: filled(header, "X-Service-Commit-Id"),
    content_sha256: filled(header, "X-Service-Content-Sha256"),
    encoding: filled(header, "X-Service-Encoding"),
    file_name: decoded(filled(header, "X-Service-File-Name") ?? fileName, fileName),
    file_path: decoded(filled(header, "X-Service-File-Path") ?? filePath, filePath),
    last_commit_id: filled(header, "X-Service-Last-Commit-Id"),
    ref: readRef(filled(header, "X-Service-Ref"), call.query),
    size: /^\d+$/.test(size) ? Number(size) : missing("X-Service-Size"),
    execute_filemode: readFlag(header("X-Service-Execute-Filemode")),
  };
}

const filled = (header: Header, name: string): string | null => {
  const value = header(name);
  return value === undefined || value === "" ? null : value;
};

const readFlag = (text: string | undefined): boolean | null =>
  text === "true" ? true : text === "false" ? false : null;

function readRef(sent: string | null, query: RequestSpec["query"]): string | null {
  const requested = query && "ref" in query && typeof query.ref === "string" ? query.ref : "";
  return sent === null ? null : decoded(sent, requested);
}

/** Decodes a header, whose non-ASCII characters are UTF-8 or percent-encoded, unless the file is really called `100%25`. */
function decoded(sent: string, requested: string): string {
  const plain = fromUtf8(sent);
  if (sent === requested || plain === requested) return requested;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function fromUtf8(bytes: string): string {
  if (/[^\0-\xff]/.test(bytes)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return bytes;
  }
}
