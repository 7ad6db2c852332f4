import assert from "node:assert/strict";
import { directDispatcher } from "../../src/api/agent.ts";
import { ApiError } from "../../src/api/errors.ts";
import { atEndOfTests } from "../support/endOfTests.ts";
import { clientFor } from "./callers.ts";
import { calls } from "./calls.ts";
import { type Endpoint, endpointOf, type Field, resourceOf } from "./contract.ts";
import { answer, FaultServer } from "./faultServer.ts";
import type { DueId } from "./ids.ts";
import { local } from "./localTarget.ts";
import type { Opened } from "./opened.ts";
import { received } from "./received.ts";

/** The approval page is opened by a browser, not by the client. */
const ids = (Object.keys(calls) as DueId[]).filter((id) => id !== "oauth.authorize");

interface Outcome {
  readonly error: ApiError | undefined;
  readonly result: unknown;
}

/** Whatever type a file is of, it is a file. */
const isFile = ({ success: { contentType } }: Endpoint): boolean => contentType === "binary" || contentType === "zip";
/** Jobs keep web pages too. */
const isAnyFile = ({ id }: Endpoint): boolean => id === "jobs.artifactFile" || id === "jobs.artifactFileByRef";
const isText = ({ success: { contentType } }: Endpoint): boolean => contentType === "text";

interface Row {
  readonly what: string;
  readonly text: (endpoint: Endpoint) => string;
  readonly check: (endpoint: Endpoint, outcome: Outcome) => void;
}

/** Nonsense is never handed on: either nothing was due, or it is an error. */
const refused = (endpoint: Endpoint, { error, result }: Outcome): void => {
  if (isFile(endpoint) || isText(endpoint)) return;
  if (error) assert.equal(error.kind, "invalidResponse", error.stack);
  else assert.equal(result, undefined, "nonsense was handed on");
};
/** One of what is due, or a list of it. */
const due = ({ success: { array } }: Endpoint, record: object): string =>
  answer(200, JSON.stringify(array ? [record] : record));

const rows: Row[] = [
  {
    what: "404",
    text: () => answer(404, '{"message":"404 Not found"}'),
    check: (_endpoint, { error }) => assert.equal(error?.kind, "notFound", error?.stack),
  },
  {
    what: "a web page with 200",
    text: () => answer(200, "<!DOCTYPE html><title>Sign in</title>", { "content-type": "text/html" }),
    check: (endpoint, { error }) => {
      if (!isAnyFile(endpoint)) assert.equal(error?.kind, "invalidResponse", error?.stack);
    },
  },
  { what: "truncated JSON", text: () => answer(200, '[{"id":1,"name":"n'), check: refused },
  { what: "an empty body", text: () => answer(200, ""), check: refused },
  {
    what: "the other of object and list",
    text: ({ success: { array } }) => answer(200, array ? "{}" : "[]"),
    check: refused,
  },
  { what: "a record without any field of its own", text: (endpoint) => due(endpoint, { ok: true }), check: refused },
  {
    what: "fields of the wrong types",
    text: (endpoint) => due(endpoint, wrongRecord(resourceOf(endpoint.success.shape ?? "")?.fields ?? [])),
    check: (endpoint, outcome) => {
      refused(endpoint, outcome);
      // The headers and XML have no fields to name.
      if (endpoint.success.contentType === "json" && outcome.error)
        assert.ok((outcome.error.field ?? "") !== "", `${outcome.error.message} names no field`);
    },
  },
];

/** Every field is there, and none is what it should be; not even its id, where no more is documented (`sub` is that of OpenID). */
function wrongRecord(fields: readonly Field[]): object {
  const wrong = ({ type, ref }: Field): unknown =>
    ref !== undefined || type === "object" || type?.startsWith("array") === true ? 7 : type === "boolean" ? [] : {};
  return { id: {}, sub: {}, ...Object.fromEntries(fields.map((field) => [field.name, wrong(field)])) };
}

describe("faults of every operation", () => {
  const way = directDispatcher();
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  let server: FaultServer;
  let opened: Opened;
  before(async () => {
    [server, opened] = await Promise.all([FaultServer.start(), local("gitlab").open()]);
    process.on("unhandledRejection", note);
  });
  afterEach(() => server.reset());
  // Node tells of a rejection that nobody handled a moment later.
  atEndOfTests(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled.splice(0), [], "unhandled rejections");
  });
  after(async () => {
    process.off("unhandledRejection", note);
    await way.close();
    // What `before` could not start cannot be closed.
    await (opened as Opened | undefined)?.close();
    await (server as FaultServer | undefined)?.idle();
    await (server as FaultServer | undefined)?.close();
  });

  for (const id of ids) {
    it(`${id}: ${rows.map(({ what }) => what).join(", ")}`, async () => {
      const endpoint = endpointOf(id);
      for (const { what, text, check } of rows) {
        server.reset();
        const whole = text(endpoint);
        // A HEAD is answered without a body, whatever the head promises.
        server.fault = (socket, { method }) =>
          void socket.write(method === "HEAD" ? whole.slice(0, whole.indexOf("\r\n\r\n") + 4) : whole);
        // Subjects are made on the service that works.
        const client = clientFor(opened, endpoint, "minimal", {
          baseUrl: server.origin,
          dispatcher: way.dispatcher,
          sleep: () => Promise.resolve(),
        });
        const outcome = await outcomeOf(calls[id].minimal(client, opened.subjects));
        // Of making the subject, not of the call.
        if (outcome.error && outcome.error.instance !== server.origin) throw outcome.error;
        try {
          assert.ok(server.requests.length > 0, "no request was sent");
          check(endpoint, outcome);
          if (!outcome.error) continue;
          assert.equal(outcome.error.operation, id);
          const writes = server.requests.filter(({ method }) => method !== "GET" && method !== "HEAD");
          assert.ok(writes.length <= 1, "a write was sent twice");
        } catch (error) {
          throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
        }
      }
    });
  }
});

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { error: undefined, result: await received(await work) };
  } catch (error) {
    if (error instanceof ApiError) return { error, result: undefined };
    throw error;
  }
}
