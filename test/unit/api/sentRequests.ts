import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before, it } from "mocha";
import type { Client } from "../../../src/api/client.ts";
import type { RuleCode } from "../../../src/api/errors.ts";
import { json, TestServer } from "./server.ts";

export const feed = { username: "alice", password: "glpat-1" } as const;

/** What one call sends: `GET /path?query` below the API root, and its JSON body. */
export interface SentCase {
  readonly name: string;
  readonly run: (client: Client) => Promise<unknown>;
  readonly sends: string;
  readonly json?: object;
  /** Which credential goes with it. */
  readonly auth?: "token" | "basic" | "none";
  /** The answer, as JSON; nothing at all with 204 unless told. */
  readonly answer?: unknown;
  /** What the call brings; the answer as it is unless told. */
  readonly brings?: unknown;
}

export interface RefusedCase {
  readonly what: string;
  readonly run: (client: Client) => Promise<unknown>;
  readonly code: RuleCode;
  /** What to correct. */
  readonly fields?: readonly string[];
}

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

/** One test for each call: exactly one request, exactly so. */
export function itSends(on: ReturnType<typeof testServer>, cases: readonly SentCase[]): void {
  for (const one of cases) {
    const { name, run, sends, json: body, auth = "token", answer } = one;
    it(`${name} sends ${sends.split("?")[0] ?? ""}`, async () => {
      on.server.handler = (_request, response) => give(response, answer);
      const result = await run(on.client());
      assert.deepEqual(on.server.asked, [sends]);
      const { body: came, headers } = on.server.last;
      if (body === undefined) assert.deepEqual([came, headers["content-type"]], ["", undefined]);
      else assert.deepEqual([JSON.parse(came), headers["content-type"]], [body, "application/json"]);
      const credentials = { "private-token": headers["private-token"], authorization: headers.authorization };
      assert.deepEqual(credentials, expectedCredentials[auth]);
      assert.deepEqual(result, "brings" in one ? one.brings : answer);
    });
  }
}

/** One test for each call that is refused before anything is sent. */
export function itRefuses(on: ReturnType<typeof testServer>, cases: readonly RefusedCase[]): void {
  for (const { what, run, code, fields = [] } of cases) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(run(on.client()), (error: { kind: string; code: string; fields?: object }) => {
        assert.deepEqual([error.kind, error.code, Object.keys(error.fields ?? {})], ["invalidArgument", code, fields]);
        return true;
      });
      assert.deepEqual(on.server.asked, []);
    });
  }
}

const basic = `Basic ${Buffer.from(`${feed.username}:${feed.password}`).toString("base64")}`;
const expectedCredentials = {
  token: { "private-token": "t1", authorization: undefined },
  basic: { "private-token": undefined, authorization: basic },
  none: { "private-token": undefined, authorization: undefined },
} as const;

function give(response: ServerResponse, answer: unknown): void {
  if (answer === undefined) response.writeHead(204).end();
  else json(response, answer);
}

/** Parts of a multipart body by name: a file as `filename|type|content`. */
export function partsOf(contentType: string | undefined, body: string): Record<string, string> {
  const boundary = /boundary=(\S+)/.exec(contentType ?? "")?.[1];
  assert.ok(boundary, "the body is not multipart");
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = "", ...rest] = part.split("\r\n\r\n");
      const content = rest.join("\r\n\r\n").replace(/\r\n$/, "");
      const filename = /filename="([^"]*)"/.exec(head)?.[1];
      const type = /Content-Type: (\S+)/i.exec(head)?.[1];
      return [
        / name="([^"]*)"/.exec(head)?.[1] ?? "",
        filename === undefined ? content : `${filename}|${type ?? ""}|${content}`,
      ];
    }),
  );
}
