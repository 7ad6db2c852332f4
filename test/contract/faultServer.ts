/** A raw server that misbehaves on purpose, and keeps what was sent to it. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Request {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What to do once the whole request is there. `count` is how many came, with this one. */
export type Fault = (socket: Socket, request: Request, count: number) => void;

export class FaultServer {
  readonly requests: Request[] = [];
  fault: Fault = () => undefined;
  /** Act on the head alone, while the body is still coming. */
  hasty = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #idle: (() => void)[] = [];
  #received: (() => void)[] = [];

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

  /** Resolves once as many requests are there. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.#received.push(resolve));
  }

  reset(): void {
    this.requests.length = 0;
    this.fault = () => undefined;
    this.hasty = false;
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
    /** Bytes of a body still to come, after its head was acted on. */
    let due = 0;
    socket.on("data", (chunk: Buffer) => {
      const skipped = Math.min(due, chunk.length);
      due -= skipped;
      received = Buffer.concat([received, chunk.subarray(skipped)]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const request = readHead(received.toString("latin1", 0, end));
      const length = Number(request.headers["content-length"] ?? 0);
      if (!this.hasty && received.length < end + 4 + length) return;
      const whole = Math.min(received.length, end + 4 + length);
      due = end + 4 + length - whole;
      received = received.subarray(whole);
      this.requests.push(request);
      for (const resolve of this.#received.splice(0)) resolve();
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

/** A well-formed answer; `declared` bytes are promised, however many come. */
export function answer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  declared = Buffer.byteLength(body),
): string {
  const all: Record<string, string> = {
    "content-type": "application/json",
    "content-length": String(declared),
    ...headers,
  };
  return `HTTP/1.1 ${status} -\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
}

/** Answers every request the same. */
export const always =
  (text: string): Fault =>
  (socket) =>
    void socket.write(text);

/** The connection is torn down, not ended: what was on its way is lost. */
export const reset: Fault = (socket) => void socket.resetAndDestroy();

/** Half an answer, then silence or a reset. */
export const half =
  (text: string, then: "reset" | "hang"): Fault =>
  (socket) =>
    void socket.write(text.slice(0, text.indexOf("\r\n\r\n") + 4 + 10), () => {
      if (then === "reset") socket.resetAndDestroy();
    });
