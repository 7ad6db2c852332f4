/** A server that hands every request on to the real one, unchanged, and keeps what went through. */
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
import { type Endpoint, type Resource, resourceOf } from "./contract.ts";
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
  readonly #strict: boolean;
  /** Addresses below the instance's that answers named as next pages. */
  readonly #given = new Set<string>();
  #passing: Promise<Exchange>[] = [];

  private constructor(server: Server, target: URL, strict: boolean) {
    this.#server = server;
    this.#target = target;
    this.#strict = strict;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname.replace(/\/$/, "")}`;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const passing = this.#pass(request, response);
      passing.catch(() => response.destroy());
      this.#passing.push(passing);
    });
  }

  /** Starts one in front of the instance at `target`. @param strict whether answers lose the fields and headers that are not documented */
  static async start(target: string, strict: boolean): Promise<Recorder> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Recorder(server, new URL(target), strict);
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
    const whole = await forward(this.#target, request, body);
    const answer = this.#strict && judged.endpoint ? strictAnswer(judged.endpoint, whole) : whole;
    const links = String(answer.headers["link"] ?? "").matchAll(/<[^>]*(\/api\/v4\/[^>]*)>; rel="next"/g);
    for (const [, next = ""] of links) this.#given.add(next);
    response.writeHead(answer.status, answer.headers as IncomingHttpHeaders);
    response.end(answer.body);
    return { judged, method, answer };
  }
}

/** What HTTP itself needs. The documents name no page headers and no ETag. */
const ownHeaders = /^(content-type|content-range|location|set-cookie|x-service-.*)$/;

/** Bodies of several forms stay as they are. */
function strictAnswer({ success: { shape, variants } }: Endpoint, { status, headers, body }: Answered): Answered {
  const resource = shape === null ? undefined : resourceOf(shape);
  const isRecord = status < 300 && body.length > 0 && resource?.format === "json" && !variants;
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => ownHeaders.test(name))),
    body: isRecord ? Buffer.from(JSON.stringify(onlyFields(resource, JSON.parse(body.toString())))) : body,
  };
}

function onlyFields(resource: Resource, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => onlyFields(resource, item));
  if (typeof value !== "object" || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    resource.fields.flatMap(({ name, ref, items }) => {
      if (!(name in record)) return [];
      const inner = resourceOf(ref ?? items ?? "");
      return [[name, inner ? onlyFields(inner, record[name]) : record[name]]];
    }),
  );
}
