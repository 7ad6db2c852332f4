/** A server that hands every request on to the real one, unchanged, and keeps what went through: nothing of a request escapes it. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Answered } from "./answerProblems.ts";
import { forward } from "./forward.ts";
import { type Judged, judgeRequest } from "./requestProblems.ts";

/** One request, what the contract says of it, and its answer, whole. */
export interface Exchange {
  readonly judged: Judged;
  readonly method: string;
  readonly answer: Answered;
}

export class Recorder {
  /** The address to use in place of the real one. */
  readonly url: string;
  readonly #target: URL;
  readonly #server: Server;
  /** Addresses below the instance's that answers named as next pages. */
  readonly #given = new Set<string>();
  #passing: Promise<Exchange>[] = [];

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname.replace(/\/$/, "")}`;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const passing = this.#pass(request, response);
      passing.catch(() => response.destroy());
      this.#passing.push(passing);
    });
  }

  /** Starts one in front of the instance at `target`. */
  static async start(target: string): Promise<Recorder> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Recorder(server, new URL(target));
  }

  /** What went through while `use` ran, in order. @throws what `use` throws, and when the real server could not be reached. */
  async during<T>(use: () => Promise<T>): Promise<{ result: T; exchanges: readonly Exchange[] }> {
    this.#passing = [];
    const result = await use();
    return { result, exchanges: await Promise.all(this.#passing) };
  }

  /** How many requests the newest use has sent so far. */
  get sent(): number {
    return this.#passing.length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
    const body = await buffer(request);
    const target = (request.url ?? "").slice(this.#target.pathname.replace(/\/$/, "").length);
    const { headers, method = "" } = request;
    const judged = judgeRequest({ method, target, headers, body, given: this.#given.has(target) });
    const answer = await forward(this.#target, request, body);
    const links = String(answer.headers["link"] ?? "").matchAll(/<[^>]*(\/api\/v4\/[^>]*)>; rel="next"/g);
    for (const [, next = ""] of links) this.#given.add(next);
    response.writeHead(answer.status, answer.headers as IncomingHttpHeaders);
    response.end(answer.body);
    return { judged, method, answer };
  }
}
