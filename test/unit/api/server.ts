import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { directDispatcher } from "../../../src/api/agent.ts";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import { fetchDispatcher } from "../../../src/core/net/fetchDispatcher.ts";

export interface Seen {
  readonly method: string;
  /** Path with query, as it came. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A way for requests, with what ends it. */
export interface Way {
  readonly dispatcher: ClientOptions["dispatcher"];
  close(): Promise<void>;
}

/** Each way that the product sends requests; suites about transport run with both. */
export const ways: Readonly<Record<"undici" | "fetch", () => Way>> = {
  undici: directDispatcher,
  fetch: () => ({ dispatcher: () => Promise.resolve(fetchDispatcher), close: () => Promise.resolve() }),
};
export const wayNames = Object.keys(ways) as readonly (keyof typeof ways)[];

export type Handler = (request: Seen, response: ServerResponse, count: number) => unknown;

/** A real server that answers by the handler of the test under way, and remembers what came. */
export class TestServer {
  readonly seen: Seen[] = [];
  readonly sockets = new Set<Socket>();
  /** How many connections came since the last reset. */
  connections = 0;
  handler: Handler = (_request, response) => response.end("{}");
  private readonly server: Server;
  private readonly ways: Way[] = [];
  private readonly open: () => Way;

  private constructor(server: Server, open: () => Way) {
    this.server = server;
    this.open = open;
    server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      this.connections++;
      // The other side resets; that is what half of these tests are about.
      socket.on("error", () => undefined);
      socket.once("close", () => this.sockets.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  /** @param way how its clients send requests */
  static async start(server: Server = createServer(), way: keyof typeof ways = "undici"): Promise<TestServer> {
    const started = new TestServer(server, ways[way]);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return started;
  }

  get origin(): string {
    const scheme = "setSecureContext" in this.server ? "https" : "http";
    return `${scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): Seen {
    return this.seen.at(-1)!;
  }

  /** What was asked for, as `GET /path`, below the API root. */
  get asked(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`);
  }

  client(options: Partial<ClientOptions> = {}): Client {
    const way = this.open();
    this.ways.push(way);
    return createClient({
      baseUrl: this.origin,
      dispatcher: way.dispatcher,
      sleep: () => Promise.resolve(),
      ...options,
    });
  }

  /** Forgets everything between two tests. */
  async reset(): Promise<void> {
    await Promise.all(this.ways.splice(0).map((way) => way.close()));
    this.seen.length = 0;
    const closed = this.idle();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.connections = 0;
  }

  async close(): Promise<void> {
    await this.reset();
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Resolves when no connection is open any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    this.seen.push(seen);
    await this.handler(seen, response, this.seen.length);
  }
}

/** Answers JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export async function bytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const pipeline = (id: number, more: object = {}): object => ({
  id,
  status: "success",
  ref: "main",
  sha: "a1",
  ...more,
});
