import type { Http } from "../http.ts";
import type { RequestSpec, Header } from "../request.ts";

/** What the headers of an answer say of a file (Part 2, Repository files). Null is what the host does not tell. */
export interface FileHeaders {
  /** Sha of the content as git keeps it. */
  readonly blob_id: string;
  /** The commit that the ref stands for. */
  readonly commit_id: string | null;
  /** Of the content, in hexadecimal. */
  readonly content_sha256: string | null;
  readonly encoding: "base64" | (string & {}) | null;
  readonly file_name: string;
  /** From the root of the repository. */
  readonly file_path: string;
  /** The last commit that touched the file: what `last_commit_id` of a change takes. */
  readonly last_commit_id: string | null;
  /** As it was asked for; `HEAD` where it was not. */
  readonly ref: string | null;
  /** Bytes. */
  readonly size: number;
  /** Whether the file is a program. Hosts before 14.10 do not tell. */
  readonly execute_filemode: boolean | null;
}

/**
 * Asks for the headers alone.
 * @param filePath the path that was asked for: by it, a host that encodes names in headers is told from one that does not
 * @throws ApiError as all calls; `invalidResponse` where the blob's sha or the size is missing
 */
export async function fileHeaders(http: Http, call: RequestSpec, filePath: string): Promise<FileHeaders> {
  const header = await http.head(call);
  const lacking = (name: string): never => {
    throw http.failure(call, `the answer lacks the header ${name}`, { kind: "invalidResponse", field: name });
  };
  const fileName = filePath.slice(filePath.lastIndexOf("/") + 1);
  const size = header("X-Service-Size") ?? "";
  return {
    blob_id: filled(header, "X-Service-Blob-Id") ?? lacking("X-Service-Blob-Id"),
    commit_id: filled(header, "X-Service-Commit-Id"),
    content_sha256: filled(header, "X-Service-Content-Sha256"),
    encoding: filled(header, "X-Service-Encoding"),
    file_name: decoded(filled(header, "X-Service-File-Name") ?? fileName, fileName),
    file_path: decoded(filled(header, "X-Service-File-Path") ?? filePath, filePath),
    last_commit_id: filled(header, "X-Service-Last-Commit-Id"),
    ref: readRef(filled(header, "X-Service-Ref"), call.query),
    size: /^\d+$/.test(size) ? Number(size) : lacking("X-Service-Size"),
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
  const asked = query && "ref" in query && typeof query.ref === "string" ? query.ref : "";
  return sent === null ? null : decoded(sent, asked);
}

/** A header holds bytes: what is beyond ASCII comes as UTF-8 or percent-encoded, or the file is really called `100%25`. */
function decoded(sent: string, asked: string): string {
  const plain = fromUtf8(sent);
  if (sent === asked || plain === asked) return asked;
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
