import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import type { Secrets } from "../secrets.ts";

/** Headers and query parameters that nobody but the service itself is to get. */
const CREDENTIALS = ["authorization", "cookie", "job-token", "private-token", "x-nuget-apikey"];
const SECRET_PARAMETERS = ["access_token", "job_token", "private_token"];

/**
 * Where a service keeps large files: another origin, that knows no users. An address with a secret part is the right to
 * read, and a request that brings a credential along is refused (400), as storages with signed addresses do.
 */
export class ObjectStorage {
  readonly #files = new Map<string, { readonly file: string; readonly name: string }>();
  readonly #secrets: Secrets;
  #server: Promise<Server> | undefined;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The address of a file for reading. The listener starts with the first one. */
  async addressOf(file: string, name: string): Promise<string> {
    const server = await (this.#server ??= this.#listen());
    const right = randomBytes(16).toString("hex");
    this.#secrets.note("signed address", right);
    const path = `/objects/${right}/${encodeURIComponent(name)}`;
    this.#files.set(path, { file, name });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  }

  async close(): Promise<void> {
    const server = await this.#server;
    if (!server) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async #listen(): Promise<Server> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://storage");
    const hasCredentials =
      CREDENTIALS.some((name) => request.headers[name] !== undefined) ||
      SECRET_PARAMETERS.some((name) => searchParams.has(name));
    const found = this.#files.get(pathname);
    const readable = found && existsSync(found.file) ? found : undefined;
    const status = hasCredentials
      ? 400
      : request.method !== "GET" && request.method !== "HEAD"
        ? 405
        : readable
          ? 200
          : 404;
    if (status !== 200 || !readable) {
      response
        .writeHead(status, { "Content-Type": "application/xml" })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${status === 400 ? "InvalidArgument" : "NoSuchKey"}</Code></Error>`,
        );
      return;
    }
    response.writeHead(200, {
      "Content-Type": "application/octet-stream",
      "Content-Length": statSync(readable.file).size,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(readable.name)}`,
    });
    if (request.method === "HEAD") response.end();
    // A reader that goes away in the middle is no trouble of the storage's.
    else await pipeline(createReadStream(readable.file), response).catch(() => response.destroy());
  }
}
