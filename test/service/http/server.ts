import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Dialect } from "../hosting.ts";
import { readBody } from "./body.ts";
import { Faults } from "./faults.ts";
import { readIncoming, type Incoming } from "./incoming.ts";
import { Problem } from "./problem.ts";
import { Recording } from "./recording.ts";
import { json, type Reply } from "./reply.ts";
import { conditional, isSpoil, send, sendHalf } from "./send.ts";

export interface Site {
  /** Answers a request, or undefined when the answer went out on `raw` already (git). */
  answer(request: Incoming, raw: { request: IncomingMessage; response: ServerResponse }): Promise<Reply | undefined>;
}

export interface ServerOptions {
  readonly dialect: Dialect;
  readonly basePath: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Hold every third answer of the API for up to so many ms. */
  readonly late: number;
  /** A request was recorded or answered. */
  readonly changed: () => void;
}

/** The HTTP front on 127.0.0.1: base path, recording, planned faults, shared headers, ETags, and an end that ends everything. */
export class HttpFront {
  readonly recording: Recording;
  readonly faults = new Faults();
  readonly #server: Server;
  readonly #options: ServerOptions;
  readonly #closing = new AbortController();
  #site: Site | undefined;
  #url = "";

  constructor(options: ServerOptions) {
    this.#options = options;
    this.recording = new Recording(options.changed);
    this.#server = createServer({ keepAlive: true }, (request, response) => void this.#serve(request, response));
    // A long poll of the control may take as long as the test does.
    this.#server.requestTimeout = 0;
    // ms, as of servers in front of hosts. Node's five seconds are a wait that windows in the process shorten: each request would connect anew.
    this.#server.keepAliveTimeout = 65_000;
  }

  /** Resolves with the instance's address. */
  listen(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", () => {
        this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#options.basePath}`;
        resolve(this.#url);
      });
    });
  }

  serve(site: Site): void {
    this.#site = site;
  }

  /** Ends all connections at once; waits for nothing. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.faults.clear();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? "/";
    const method = request.method ?? "GET";
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
    const control = target.startsWith(`${this.#options.basePath}/-/control/`);
    const note = control ? undefined : this.recording.begin(method, target, request.headers, this.#options.now());
    let cut = false;
    response.on("close", () => {
      if (!cut && !response.writableFinished) note?.aborted();
      gone.abort();
    });
    const reset = (): void => {
      cut = true;
      request.socket.resetAndDestroy();
    };
    try {
      const fault = control ? undefined : this.faults.take(method, target);
      if (fault?.delay !== undefined) await this.faults.hold(fault.delay, signal);
      if (fault?.action === "hang" || fault?.action === "reset") {
        if (fault.action === "hang") await this.faults.hold(undefined, signal);
        note?.status(0);
        reset();
        return;
      }
      const canned = fault?.status !== undefined ? cannedReply(fault.status, fault.body) : undefined;
      const work = async (body?: Promise<Buffer>): Promise<Reply | undefined> => {
        const made = await this.#answer(request, response, target, signal, body);
        if (made) note?.answered(made.status);
        return made;
      };
      let real = canned;
      if (fault?.action === "deliverTwice") {
        const body = readBody(request);
        await work(body);
        real = await work(body);
      } else if (canned === undefined) real = await work();
      else if (fault?.action === "replaceAnswer") await work();
      if (real === undefined) {
        note?.status(response.statusCode);
        return;
      }
      if (fault?.action === "holdAnswer") await this.faults.hold(undefined, signal);
      if (fault?.action === "loseAnswer") {
        note?.status(0);
        reset();
        return;
      }
      const { late, basePath } = this.#options;
      if (late > 0 && target.startsWith(`${basePath}/api/`) && Math.random() < 1 / 3)
        await setTimeout(Math.random() * late, undefined, { signal });
      const reply = fault?.headers === undefined ? real : { ...real, headers: { ...real.headers, ...fault.headers } };
      note?.status(reply.status);
      if (fault?.action === "hangMidBody") {
        await sendHalf(reply, response);
        await this.faults.hold(undefined, signal);
        reset();
        return;
      }
      const spoil = fault?.action !== undefined && isSpoil(fault.action) ? fault.action : undefined;
      cut = spoil !== undefined && spoil !== "truncate";
      await send(reply, response, method, spoil);
      if (!control) this.#options.log(`${method} ${target.split("?", 1)[0]!} ${reply.status}`);
    } catch (error) {
      if (!signal.aborted) this.#options.log(`${method} ${target.split("?", 1)[0]!} broke: ${String(error)}`);
      cut = true;
      response.destroy();
    }
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    signal: AbortSignal,
    body?: Promise<Buffer>,
  ): Promise<Reply | undefined> {
    const at = target.indexOf("?");
    const fullPath = at < 0 ? target : target.slice(0, at);
    const { basePath } = this.#options;
    const inside = basePath === "" || fullPath === basePath || fullPath.startsWith(`${basePath}/`);
    const path = fullPath.slice(basePath.length) || "/";
    const incoming = readIncoming(request, this.#url, path, at < 0 ? "" : target.slice(at), signal, body);
    let reply: Reply | undefined;
    try {
      if (!inside || this.#site === undefined) return json({ error: "404 Not Found" }, 404);
      reply = await this.#site.answer(incoming, { request, response });
    } catch (error) {
      if (error instanceof Problem) reply = error.reply;
      else if (signal.aborted) return undefined;
      else {
        this.#options.log(
          `${incoming.method} ${path} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        reply = json({ message: "500 Internal Server Error" }, 500);
      }
    }
    return reply === undefined
      ? undefined
      : withSharedHeaders(conditional(reply, incoming), path, this.#options.dialect);
  }
}

function cannedReply(status: number, body: unknown): Reply {
  if (typeof body === "string") return { status, body, headers: { "Content-Type": "text/plain" } };
  return body === undefined ? { status, body: "", headers: {} } : json(body, status);
}

const EXPOSED =
  "Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path, X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size, X-Request-Id, ETag";

/** Real hosts name themselves by `X-Gitlab-Meta`; the documents know of no such header. */
function withSharedHeaders(reply: Reply, path: string, dialect: Dialect): Reply {
  const id = randomUUID().replaceAll("-", "").toUpperCase().slice(0, 26);
  const cors = path.startsWith("/api/")
    ? { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED }
    : {};
  return {
    ...reply,
    headers: {
      "X-Request-Id": id,
      "X-Runtime": "0.012345",
      ...(dialect === "gitlab" ? { "X-Gitlab-Meta": JSON.stringify({ correlation_id: id, version: "1" }) } : {}),
      ...cors,
      ...reply.headers,
    },
  };
}
