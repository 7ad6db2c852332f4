/** A server in front of the local service that leaves nothing in an answer which the documents do not name. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Answered } from "./answerProblems.ts";
import { type Endpoint, type Resource, resourceOf } from "./contract.ts";
import { forward } from "./forward.ts";
import { judgeRequest } from "./requestProblems.ts";

export interface StrictFront {
  readonly url: string;
  /** What is wrong with requests of documented operations, those that only prepare a call included. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** What HTTP itself needs. The documents name no page headers and no ETag. */
const ownHeaders = /^(content-type|content-range|location|set-cookie|x-service-.*)$/;

export async function startStrictFront(target: string): Promise<StrictFront> {
  const problems: string[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { method = "", url = "", headers } = request;
    const judged = judgeRequest({ method, target: url, headers, body, given: false });
    if (judged.endpoint) problems.push(...judged.problems);
    const answer = await forward(new URL(target), request, body);
    const named = Object.entries(answer.headers).filter(([name]) => ownHeaders.test(name));
    response.writeHead(answer.status, Object.fromEntries(named) as Record<string, string>);
    response.end(judged.endpoint ? strictBody(judged.endpoint, answer) : answer.body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problems,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers of several forms stay as they are. */
function strictBody({ success: { shape, variants } }: Endpoint, { status, body }: Answered): Buffer | string {
  const resource = shape === null ? undefined : resourceOf(shape);
  if (status >= 300 || body.length === 0 || resource?.format !== "json" || variants) return body;
  return JSON.stringify(onlyFields(resource, JSON.parse(body.toString())));
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
