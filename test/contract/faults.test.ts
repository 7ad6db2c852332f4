import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, type ClientOptions, createClient } from "../../src/api/client.ts";
import { ApiError, type ApiErrorKind } from "../../src/api/errors.ts";
import { uploadBytes } from "../../src/api/upload.ts";
import { atEndOfTests } from "../support/endOfTests.ts";
import { always, answer, type Fault, FaultServer, half, reset } from "./faultServer.ts";

/** One operation of each shape, with a good answer's body. */
const shapes = {
  object: {
    id: "pipelines.get",
    good: '{"id":2,"status":"success","ref":"main","sha":"a1"}',
    call: (client: Client) => client.pipelines.get(1, 2),
  },
  list: {
    id: "jobs.list",
    good: '[{"id":1,"name":"a","status":"success"},{"id":2,"name":"b","status":"success"}]',
    call: async (client: Client) => (await client.jobs.list(1).page()).items,
  },
  stream: {
    id: "jobs.artifacts",
    good: "PK, and what follows it",
    call: async (client: Client) => drained((await client.jobs.artifacts(1, 2)).body),
  },
  write: {
    id: "pipelines.create",
    good: '{"id":2,"status":"created","ref":"main","sha":"a1"}',
    call: (client: Client) => client.pipelines.create(1, { ref: "main" }),
  },
  upload: {
    id: "packages.v3.publish",
    good: '{"message":"201 Created"}',
    call: (client: Client) =>
      client.packages.v3.publish(1, { package: uploadBytes("a.1.0.nupkg", Buffer.alloc(3_000_000)) }),
  },
} as const;
type Shape = keyof typeof shapes;
const reading: readonly Shape[] = ["object", "list", "stream"];

interface Outcome {
  /** Undefined: it is no failure for this shape. */
  readonly kind: ApiErrorKind | undefined;
  /** How many requests went out. */
  readonly asked: number;
  readonly error?: Partial<Pick<ApiError, "status" | "code" | "field" | "serviceMessage" | "retryAt">>;
}

interface Row {
  readonly what: string;
  readonly fault: (good: string, away: FaultServer) => Fault;
  readonly expect: (shape: Shape) => Outcome;
  /** The server acts before the request's body is whole. */
  readonly hasty?: boolean;
  /** Nobody closes the connection for the client. */
  readonly closes?: boolean;
}

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const message = (text: string): string => JSON.stringify({ message: text });
/** What is asked for again may have been done already, unless it only reads. */
const readsAgain =
  (kind: ApiErrorKind, error: Outcome["error"] = {}) =>
  (shape: Shape): Outcome => ({ kind, asked: reading.includes(shape) ? 3 : 1, error });
const once =
  (kind: ApiErrorKind, error: Outcome["error"] = {}) =>
  (): Outcome => ({ kind, asked: 1, error });
const status = (code: number, kind: ApiErrorKind): Row => ({
  what: `a ${code}`,
  fault: () => always(answer(code, message(`${code} Sorry`))),
  expect: once(kind, { status: code, serviceMessage: `${code} Sorry` }),
});
/** For shapes whose answer is read; what a stream or an upload brings is anything. */
const unlessOpen =
  (outcome: Outcome) =>
  (shape: Shape): Outcome =>
    shape === "stream" || shape === "upload" ? { kind: undefined, asked: 1 } : outcome;
const limited =
  (
    headers: Readonly<Record<string, string>>,
    body = message("429 Too Many Requests"),
    type = "application/json",
  ): Row["fault"] =>
  () =>
    always(answer(429, body, { "content-type": type, ...headers }));

const rows: Row[] = [
  { what: "a reset before the answer", fault: () => reset, expect: readsAgain("network") },
  { what: "a reset while the request is still coming", fault: () => reset, hasty: true, expect: readsAgain("network") },
  {
    what: "a reset in the middle of the body",
    fault: (good) => half(answer(200, good), "reset"),
    // A download is in the caller's hands by then; an upload is done once the status says so.
    expect: (shape) =>
      shape === "upload"
        ? { kind: undefined, asked: 1 }
        : { kind: "network", asked: shape === "object" || shape === "list" ? 3 : 1 },
  },
  { what: "silence", fault: () => () => undefined, expect: once("timeout"), closes: true },
  {
    what: "silence in the middle of the body",
    fault: (good) => half(answer(200, good), "hang"),
    expect: (shape) => ({ kind: shape === "upload" ? undefined : "timeout", asked: 1 }),
    closes: true,
  },
  status(401, "unauthorized"),
  status(403, "forbidden"),
  status(404, "notFound"),
  status(409, "conflict"),
  status(422, "invalidRequest"),
  // A 429 says that nothing was done: any method is sent again after the wait.
  {
    what: "a 429 with seconds",
    fault: limited({ "retry-after": "2" }),
    expect: () => ({ kind: "rateLimited", asked: 3, error: { status: 429, retryAt: now + 2000 } }),
  },
  {
    what: "a 429 with a date",
    fault: limited({ date: new Date(now).toUTCString(), "retry-after": new Date(now + 3000).toUTCString() }),
    expect: () => ({ kind: "rateLimited", asked: 3, error: { retryAt: now + 3000 } }),
  },
  {
    what: "a 429 as plain text",
    fault: limited({ "retry-after": "1" }, "Retry later\n", "text/plain"),
    expect: () => ({ kind: "rateLimited", asked: 3, error: { retryAt: now + 1000, serviceMessage: "Retry later" } }),
  },
  {
    what: "a 429 with a wait too long to sit through",
    fault: limited({ "retry-after": "3600" }),
    expect: once("rateLimited", { retryAt: now + 3_600_000 }),
  },
  status(500, "server"),
  {
    what: "a 502 with a web page",
    fault: () => always(answer(502, "<html>Bad Gateway</html>", { "content-type": "text/html" })),
    expect: readsAgain("server", { status: 502 }),
  },
  {
    what: "an empty body",
    fault: () => always(answer(200, "")),
    expect: unlessOpen({ kind: "invalidResponse", asked: 1, error: { status: 200 } }),
  },
  {
    what: "truncated JSON",
    fault: (good) => always(answer(200, good.slice(0, -12))),
    expect: unlessOpen({ kind: "invalidResponse", asked: 1, error: { status: 200 } }),
  },
  {
    what: "JSON nested too deeply",
    fault: (good) =>
      always(answer(200, good.replace(/\}(\]?)$/, `,"more":${"[".repeat(50_000)}${"]".repeat(50_000)}}$1`))),
    expect: unlessOpen({ kind: "invalidResponse", asked: 1, error: { status: 200 } }),
  },
  {
    what: "a field of the wrong type",
    fault: (good) => always(answer(200, good.replace('"id":2', '"id":{}'))),
    expect: (shape) =>
      unlessOpen({ kind: "invalidResponse", asked: 1, error: { field: shape === "list" ? "[1].id" : "id" } })(shape),
  },
  {
    what: "a list for an object, an object for a list",
    fault: (good) => always(answer(200, good.startsWith("[") ? "{}" : "[]")),
    expect: unlessOpen({ kind: "invalidResponse", asked: 1 }),
  },
  ...[302, 307].map((code): Row => ({
    what: `a ${code} to another origin`,
    fault: (_good, away) => always(answer(code, "", { location: `${away.origin}/elsewhere?signed=1` })),
    // A write is not taken elsewhere.
    expect: (shape) => ({ kind: reading.includes(shape) ? "forbidden" : "invalidResponse", asked: 1 }),
  })),
];

/** ms for what is not about time: a busy machine answers late. */
const patient = { connect: 10_000, headers: 10_000, body: 10_000 };
/** ms for servers that say nothing, or stop in the middle. */
const quick = { connect: 2000, headers: 150, body: 150 };
/** ms for a body of megabytes: the server has it whole before the client gives up. */
const quickForUploads = { ...quick, headers: 5000 };

describe("faults", () => {
  let server: FaultServer;
  let away: FaultServer;
  let way: ReturnType<typeof directDispatcher>;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  const options = (more: Partial<ClientOptions> = {}): ClientOptions => ({
    baseUrl: server.origin,
    dispatcher: way.dispatcher,
    credentials: { scheme: "private-token", token: () => Promise.resolve("the-token") },
    feedCredentials: { basic: () => Promise.resolve({ username: "alice", password: "the-password" }) },
    timeouts: patient,
    now: () => now,
    sleep: () => Promise.resolve(),
    ...more,
  });
  before(async () => {
    [server, away] = await Promise.all([FaultServer.start(), FaultServer.start()]);
    away.fault = always(answer(403, message("403 Forbidden")));
    process.on("unhandledRejection", note);
  });
  beforeEach(() => {
    way = directDispatcher();
  });
  // Nothing but connections kept for the next request is left, and those end with the dispatcher.
  const close = async (): Promise<void> => {
    await way.close();
    await Promise.all([server.idle(), away.idle()]);
  };
  atEndOfTests(async () => {
    await close();
    // Node tells of a rejection that nobody handled a moment later.
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled.splice(0), [], "unhandled rejections");
  });
  afterEach(async () => {
    await close();
    server.reset();
    away.requests.length = 0;
  });
  after(async () => {
    process.off("unhandledRejection", note);
    await Promise.all([server.close(), away.close()]);
  });

  for (const shape of Object.keys(shapes) as Shape[]) {
    const { id, good, call } = shapes[shape];
    describe(`${shape}: ${id}`, () => {
      it("works where nothing is wrong", async () => {
        server.fault = always(answer(200, good));
        await call(createClient(options()));
        assert.equal(server.requests.length, 1);
      });

      it("of a refused connection is network", async () => {
        const gone = await FaultServer.start();
        const { origin } = gone;
        await gone.close();
        const error = await failureOf(call(createClient(options({ baseUrl: origin }))));
        assert.deepEqual([error?.kind, error?.code, error?.operation], ["network", "ECONNREFUSED", id]);
      });

      for (const { what, fault, expect, hasty = false, closes = false } of rows) {
        const { kind, asked, error: facts = {} } = expect(shape);
        it(`of ${what} is ${kind ?? "none"}`, async () => {
          server.hasty = hasty;
          server.fault = fault(good, away);
          const timeouts = shape === "upload" ? quickForUploads : quick;
          const error = await failureOf(call(createClient(options(kind === "timeout" ? { timeouts } : {}))));
          assert.equal(error?.kind, kind, error?.stack);
          if (error)
            assert.deepEqual(
              [
                error.operation,
                Object.fromEntries(Object.keys(facts).map((name) => [name, error[name as keyof typeof facts]])),
              ],
              [id, facts],
            );
          // On a busy machine the client may give up before the server reads what it was sent.
          if (kind === "timeout") await server.received(asked);
          assert.equal(server.requests.length, asked, "requests");
          for (const { headers } of away.requests)
            assert.deepEqual(
              Object.keys(headers).filter((name) => /auth|token|cookie/.test(name)),
              [],
              "credentials elsewhere",
            );
          if (closes) await server.idle();
        });
      }
    });
  }
});

/** The error of a call; undefined when it went well. @throws what is no ApiError */
async function failureOf(work: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function drained(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}
