import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before } from "mocha";
import type { Client } from "../../../src/api/client.ts";
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

/** Answers JSON, or 204 without any. */
export function give(response: ServerResponse, answer: unknown): void {
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
