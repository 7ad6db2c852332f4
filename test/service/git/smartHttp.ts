import type { IncomingMessage, ServerResponse } from "node:http";
import type { GitProcesses } from "./command.ts";

export interface SmartHttpCall {
  /** The bare repository. */
  readonly dir: string;
  /** `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  readonly pathInfo: string;
  readonly user: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs when the back end has ended and before the answer does, so that a client that has its answer sees the effects. */
  readonly beforeEnd?: () => Promise<void>;
}

const allowed = new Map([
  ["/info/refs", "GET"],
  ["/git-upload-pack", "POST"],
  ["/git-receive-pack", "POST"],
]);

/**
 * Serves one request of git's smart HTTP protocol by `git http-backend` (CGI), streaming both ways. Gzip bodies are
 * unpacked by the back end itself; a body of unknown length is read to its end.
 * Resolves when the back end has ended and the answer is out, or the client is gone.
 */
export async function serveSmartHttp(
  git: GitProcesses,
  request: IncomingMessage,
  response: ServerResponse,
  call: SmartHttpCall,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const method = allowed.get(call.pathInfo);
  if (method === undefined || (call.pathInfo === "/info/refs" && !url.searchParams.has("service"))) {
    return void response
      .writeHead(404, { "content-type": "text/plain" })
      .end("Not found: only git's smart HTTP protocol is served\n");
  }
  if (request.method !== method) {
    return void response.writeHead(405, { allow: method, "content-type": "text/plain" }).end("Method not allowed\n");
  }

  const child = git.start(["http-backend"], {
    cwd: call.dir,
    env: { ...call.env, ...cgiEnvironment(request, url, call) },
  });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // The back end may answer without reading the body (an error, a refused push).
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  // A client that goes away in the middle of its request leaves the back end waiting for the rest.
  const gone = () => {
    if (!response.writableFinished) git.kill(child);
  };
  response.once("close", gone);
  if (response.destroyed) gone();

  try {
    await Promise.all([
      answer(child.stdout, response),
      new Promise<void>((resolve, reject) => {
        child.once("error", reject);
        child.once("close", () => resolve());
      }),
    ]);
  } finally {
    response.off("close", gone);
    request.unpipe(child.stdin);
    request.resume();
  }
  await call.beforeEnd?.();
  if (!response.headersSent && !response.destroyed) {
    response
      .writeHead(500, { "content-type": "text/plain" })
      .end(`git http-backend gave no answer\n${Buffer.concat(errors).toString()}`);
  } else if (!response.writableEnded) {
    response.end();
  }
}

function cgiEnvironment(request: IncomingMessage, url: URL, call: SmartHttpCall): Record<string, string> {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const values: Record<string, string | undefined> = {
    GIT_PROJECT_ROOT: call.dir,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: call.pathInfo,
    REQUEST_METHOD: request.method,
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: header("content-type"),
    CONTENT_LENGTH: header("content-length"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    GIT_PROTOCOL: header("git-protocol"),
    REMOTE_USER: call.user,
    REMOTE_ADDR: request.socket.remoteAddress,
    SERVER_PROTOCOL: `HTTP/${request.httpVersion}`,
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Splits the CGI head from the body and passes both on, no faster than the client reads. */
async function answer(output: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    let body = chunk;
    if (head !== undefined) {
      head = Buffer.concat([head, chunk]);
      const end = /\r?\n\r?\n/.exec(head.toString("latin1"));
      if (end === null) continue;
      writeHead(head.subarray(0, end.index).toString("latin1"), response);
      body = head.subarray(end.index + end[0].length);
      head = undefined;
    }
    if (response.destroyed) continue;
    if (body.length > 0 && !response.write(body)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          response.off("drain", done);
          response.off("close", done);
          resolve();
        };
        response.once("drain", done);
        response.once("close", done);
      });
    }
  }
}

function writeHead(text: string, response: ServerResponse): void {
  let status = 200;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}
