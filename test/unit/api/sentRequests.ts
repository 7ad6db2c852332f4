import type { ServerResponse } from "node:http";
import type { Client } from "../../../src/api/client.ts";
import { parseMultipart } from "../../service/http/multipart.ts";
import { json, TestServer } from "./server.ts";

export const feed = { username: "alice", password: "glpat-1" } as const;

/** A server for one `describe`, and clients that have every credential. */
export function testServer(): { readonly server: TestServer; readonly client: () => Client } {
  const made = {} as { server: TestServer };
  before(async () => {
    made.server = await TestServer.start();
  });
  afterEach(() => made.server.reset());
  after(() => made.server.close());
  return {
    get server() {
      return made.server;
    },
    client: () =>
      made.server.client({
        credentials: { scheme: "private-token", token: () => Promise.resolve("t1") },
        feedCredentials: { basic: () => Promise.resolve(feed) },
        dialect: "gitlab",
      }),
  };
}

/** Calls an operation, and requests the first page of a list, with arguments that need not compile. */
export function call(client: Client, operation: string, given: readonly unknown[]): Promise<unknown> {
  type Part = Readonly<Record<string, object>>;
  const [name = "", ...outer] = operation.split(".").reverse();
  const part = outer.reduceRight<Part>((at, one) => at[one] as Part, client as unknown as Part);
  return new Promise((resolve) => {
    const made = (part[name] as (...all: readonly unknown[]) => { page?: () => Promise<unknown> }).apply(
      part,
      given as [],
    );
    resolve(made.page?.() ?? made);
  });
}

/** Answers JSON, or 204 without any. */
export function give(response: ServerResponse, answer: unknown): void {
  if (answer === undefined) response.writeHead(204).end();
  else json(response, answer);
}

/** Parts of a multipart body by name: a file as `filename|type|content`. */
export function partsOf(contentType = "", body = ""): Record<string, string> {
  const parts = parseMultipart(Buffer.from(body), contentType).map((part) => {
    const content = part.bytes.toString();
    const file = `${part.filename}|${part.contentType}|${content}`;
    return [part.name, part.filename === undefined ? content : file] as const;
  });
  return Object.fromEntries(parts);
}
