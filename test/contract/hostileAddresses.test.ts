/**
 * A host whose answers and redirects lead to another server, in every operation: that server may be sent nothing but a GET or HEAD that
 * followed a redirect, and nothing secret with it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { directDispatcher } from "../../src/api/agent.ts";
import { figure, inLong } from "../support/long.ts";
import { SecretSearch } from "../support/secretSearch.ts";
import type { Answered } from "./answerProblems.ts";
import { clientFor, type Variant } from "./callers.ts";
import { calls } from "./calls.ts";
import { endpointOf } from "./contract.ts";
import { forward } from "./forward.ts";
import type { DueId } from "./ids.ts";
import { local } from "./localTarget.ts";
import type { Opened } from "./opened.ts";
import { received } from "./received.ts";

/** The approval page is opened by a browser, not by the client. */
const ids = (Object.keys(calls) as DueId[]).filter((id) => id !== "oauth.authorize");
const variants = inLong<readonly Variant[]>(["minimal"], ["minimal", "maximal"]);
const credentialHeaders = ["authorization", "private-token", "job-token", "cookie", "x-nuget-apikey"];

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listen(answer: (request: IncomingMessage, body: Buffer) => Promise<Answered>): Promise<Server> {
  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => answer(request, body))
      .then(
        ({ status, headers, body }) => response.writeHead(status, headers as IncomingHttpHeaders).end(body),
        () => response.destroy(),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const nothing: Answered = { status: 204, headers: {}, body: Buffer.alloc(0) };

/** What the host does with its answers. */
interface Way {
  readonly what: string;
  change(answer: Answered, path: string, elsewhere: string): Answered;
}

/** How often something was changed, so that a way that changes nothing is seen. */
const changes = { addresses: 0, redirects: 0 };

/** Every address in an answer, also one that is a path, and each header that a client might follow, is one of the other server. */
const addresses: Way = {
  what: "names another server in every address of its answers",
  change: ({ status, headers, body }, path, elsewhere) => {
    const isText = /json|xml|html/.test(String(headers["content-type"] ?? ""));
    const text = body
      .toString()
      .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, () => ((changes.addresses += 1), elsewhere))
      .replaceAll(/("(?:url|full_path|web_path)":")(\/)/g, `$1${elsewhere}$2`);
    const changed = isText ? Buffer.from(text) : body;
    const { "content-length": _length, ...kept } = headers;
    return {
      status,
      body: changed,
      headers: {
        ...kept,
        ...(status === 204 ? {} : { "content-length": String(changed.length) }),
        ...(headers["link"] === undefined
          ? {}
          : { link: String(headers["link"]).replaceAll(/<https?:\/\/[^/]+/g, `<${elsewhere}`) }),
        location: elsewhere + path,
        "content-location": elsewhere + path,
        refresh: `0; url=${elsewhere}${path}`,
      },
    };
  },
};

/** Redirects of each kind, with the address of the other server in each way to write it. */
const locations: readonly ((elsewhere: string) => string)[] = [
  (elsewhere) => elsewhere,
  (elsewhere) => elsewhere.replace("http:", ""),
  (elsewhere) => elsewhere.replace("http:", "").replaceAll("/", "\\"),
  (elsewhere) => elsewhere.replace("//", "//127.0.0.1:80@"),
  (elsewhere) => elsewhere.replace("//", "//user:password@"),
  (elsewhere) => elsewhere.replace("http:", "http:\t").toUpperCase(),
];
const statuses = [301, 302, 303, 307, 308];
const redirects = statuses.flatMap((status) =>
  locations.map((write): Way => ({
    what: `redirects with ${status} to ${write("http://elsewhere")}`,
    change: (_answer, path, elsewhere) => {
      changes.redirects += 1;
      return { status, headers: { location: write(elsewhere) + path }, body: Buffer.from("Moved") };
    },
  })),
);

describe("a host that leads to another server", function () {
  const net = directDispatcher();
  /** What came to the other server. */
  const arrived: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }[] = [];
  let way: Way = addresses;
  let opened: Opened;
  let host: Server;
  let elsewhere: Server;
  let search: SecretSearch;
  before(async () => {
    opened = await local("gitlab").open();
    elsewhere = await listen((request, body) => {
      arrived.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
      return Promise.resolve({ status: 404, headers: { "content-type": "application/json" }, body: Buffer.from("{}") });
    });
    host = await listen(async (request, body) =>
      way.change(
        // A redirect stands in the place of the work.
        way === addresses ? await forward(new URL(opened.url), request, body) : nothing,
        request.url ?? "",
        originOf(elsewhere),
      ),
    );
    const { personal, oauth, admin, adminOAuth, feed } = opened;
    const given = [personal, oauth, admin, adminOAuth].filter((credentials) => credentials !== undefined);
    const tokens = await Promise.all(given.map((credentials) => credentials.token({})));
    search = new SecretSearch(
      [...tokens, feed?.password].flatMap((value) => (value === undefined ? [] : [{ kind: "token", value }])),
    );
  });
  after(async () => {
    await net.close();
    for (const server of [host, elsewhere]) {
      server.closeAllConnections();
      server.close();
    }
    await opened.close();
  });

  /** Makes a call; how it ends is for others to test. Returns what is wrong. */
  async function problemsOf(id: DueId, variant: Variant, used: Way): Promise<string[]> {
    way = used;
    arrived.length = 0;
    const endpoint = endpointOf(id);
    const client = clientFor(opened, endpoint, variant, {
      baseUrl: originOf(host),
      dispatcher: net.dispatcher,
      sleep: () => Promise.resolve(),
    });
    await Promise.resolve(calls[id][variant](client, opened.subjects))
      .then(received)
      .catch(() => undefined);
    return arrived.flatMap(({ method, path, headers, body }) => {
      const where = `${id} (${variant}), where the host ${used.what}: ${method} ${path}`;
      return [
        ...(used === addresses ? [`${where} was sent though no redirect asked for it`] : []),
        ...(method === "GET" || method === "HEAD" ? [] : [`${where} was sent`]),
        ...(body.length === 0 ? [] : [`${where} came with a body`]),
        ...credentialHeaders.filter((name) => name in headers).map((name) => `${where} came with ${name}`),
        ...search
          .in(Buffer.from(`${path}\n${JSON.stringify(headers)}\n${body.toString("latin1")}`))
          .map(({ kind }) => `${where} came with a ${kind}`),
      ];
    });
  }

  it(`is followed by no operation where it ${addresses.what}`, async () => {
    const problems: string[] = [];
    for (const id of ids) for (const variant of variants) problems.push(...(await problemsOf(id, variant, addresses)));
    assert.deepEqual(problems, []);
    assert.ok(changes.addresses > 100, `only ${changes.addresses} addresses were changed`);
  });

  it("is followed without credentials by what only reads, and by nothing else, where it redirects", async () => {
    const problems: string[] = [];
    let followed = 0;
    for (const [at, id] of ids.entries())
      for (const variant of variants)
        for (const used of inLong([redirects[at % redirects.length]!], redirects)) {
          problems.push(...(await problemsOf(id, variant, used)));
          followed += arrived.length;
        }
    assert.deepEqual(problems, []);
    assert.ok(followed > 20, `only ${followed} redirects were followed`);
    figure(`redirects to another server: ${changes.redirects} answers, ${followed} followed, no credential`);
  });
});
