/** A raw server that misbehaves on purpose, and keeps what was sent to it. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

interface Request {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What to do once the whole request is there. `count` is how many came, with this one. */
type Fault = (socket: Socket, request: Request, count: number) => void;

export class FaultServer {
  readonly requests: Request[] = [];
  fault: Fault = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #idle: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => this.#take(socket));
  }

  static async start(): Promise<FaultServer> {
    const server = createServer();
    const started = new FaultServer(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return started;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once no connection is open. */
  idle(): Promise<void> {
    return this.#sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  reset(): void {
    this.requests.length = 0;
    this.fault = () => undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    // Resets are what this server is for.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
    let received = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const request = readHead(received.toString("latin1", 0, end));
      const length = Number(request.headers["content-length"] ?? 0);
      if (received.length < end + 4 + length) return;
      received = received.subarray(end + 4 + length);
      this.requests.push(request);
      this.fault(socket, request, this.requests.length);
    });
  }
}

function readHead(text: string): Request {
  const [start = "", ...lines] = text.split("\r\n");
  const [method = "", path = ""] = start.split(" ");
  return {
    method,
    path,
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    ),
  };
}

/** A well-formed answer. */
export function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  return `HTTP/1.1 ${status} -\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
}

/** Answers every request the same. */
export const always =
  (text: string): Fault =>
  (socket) =>
    void socket.write(text);
