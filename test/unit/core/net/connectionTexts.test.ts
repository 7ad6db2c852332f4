/** What a person reads when a connection fails, from real servers and proxies on this machine. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type Server as TlsServer, type ServerOptions } from "node:https";
import { createServer as createSocketServer, type Socket } from "node:net";
import path from "node:path";
import { afterEach, describe, it } from "mocha";
import type { ApiError } from "../../../../src/api/errors.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { authority, type Certified, selfSigned } from "../../api/certificate.ts";
import { listen } from "./listen.ts";
import { TestNet } from "./net.ts";
import { ProxyServer } from "./proxyServer.ts";
import { SocksServer } from "./socksServer.ts";

const { describeError } = await import("../../../../src/core/ui/describeError.ts");
const { signInError } = await import("../../../../src/auth/messages.ts");
const { footerItem } = await import("../../../../src/core/tree/footerItem.ts");

/** Words of programs, and of codes that belong in the log alone. */
const jargon = /[A-Z]{2,}_|\bE[A-Z]{4,}\b|OpenSSL|SSL routines|undici|fetch failed|hang up|getaddrinfo|altname/;
const far = "https://git.forge.invalid";
const plainFar = "http://git.forge.invalid";

/** One way in which a connection fails. */
interface Case {
  readonly what: string;
  /** Starts what is needed, and returns the address to request. */
  readonly start: () => Promise<string>;
  /** A part of the message; `HOST` and `PROXY` stand for their addresses without the scheme. */
  readonly says: string;
  readonly kind: ApiError["kind"];
  /** Setting that the button opens; none: the row tries again. */
  readonly opens?: "http.proxy" | "forgeline.instances";
}
type Row = readonly [what: string, start: Case["start"], says: string];
const cases = (kind: Case["kind"], opens: Case["opens"], rows: readonly Row[]): Case[] =>
  rows.map(([what, start, says]) => ({ what, start, says, kind, ...(opens && { opens }) }));

describe("what is said of a connection that fails", () => {
  const company = authority("Company");
  const host = company.issue({ name: "host", hosts: ["127.0.0.1"] });
  const folder = temporaryFolder();
  let net: TestNet;
  /** What a case started. */
  const started: (() => void)[] = [];

  afterEach(() => {
    net.close();
    for (const close of started.splice(0)) close();
  });

  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(path.join(folder, name), content);
    return path.join(folder, name);
  };
  /** Starts a server, which is closed after the case. */
  const serve = (server: Server | TlsServer): Promise<number> => {
    server.on("tlsClientError", () => undefined);
    started.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return listen(server);
  };
  /** A host with https that would answer. */
  const tlsHost = async (certified: Certified, options: ServerOptions = {}): Promise<string> =>
    `https://127.0.0.1:${await serve(createServer({ ...certified, ...options }, (_request, response) => response.end("{}")))}`;
  const trusting = async (url: string, more: object = {}): Promise<string> => {
    net.set("forgeline.instances", [{ url, ca: await file("company.pem", company.cert), ...more }]);
    return url;
  };
  const trustedHost = async (...given: Parameters<typeof tlsHost>): Promise<string> =>
    trusting(await tlsHost(...given));
  const plainHost = (answers = true): Promise<number> =>
    serve(createHttpServer((_request, response) => void (answers && response.end("{}"))));
  /** A server that does this with each connection. */
  const rawHost = async (act: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      act(socket);
    });
    started.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return `127.0.0.1:${await listen(server as unknown as Server)}`;
  };
  /** A host that ends the handshake with an alert of TLS. */
  const alerting = async (alert: number): Promise<string> =>
    `https://${await rawHost((socket) => socket.once("data", () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert]))))}`;
  const closedPort = async (): Promise<number> => {
    const server = createHttpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  const proxy = async (refusal?: number, certified?: Certified): Promise<number> => {
    const server = await ProxyServer.start(() => 9, certified);
    server.refuse = () => refusal;
    started.push(() => server.close());
    return server.port;
  };
  const socks = async (pair: string): Promise<number> => {
    const server = await SocksServer.start(() => 9, pair);
    started.push(() => server.close());
    return server.port;
  };
  const client = async ({ cert, key }: Certified): Promise<object> => ({
    clientCertificate: await file("client.pem", cert + key),
  });
  const throughProxy = (at: number | string, url = far, scheme = "http"): string => {
    net.set("http.proxy", `${scheme}://${typeof at === "string" ? at : `127.0.0.1:${at}`}`);
    return url;
  };
  const requiresClient: ServerOptions = { requestCert: true, rejectUnauthorized: true, ca: company.cert };
  const issued = (more: object): Certified => company.issue({ name: "other", hosts: ["127.0.0.1"], ...more });

  const unknown = "The certificate of HOST is not trusted: its certificate authority is unknown. Set “ca” of the host";
  const own = "“clientCertificate” of the host in the setting forgeline.instances";
  const certificates = cases("certificate", "forgeline.instances", [
    ["a certificate that has expired", () => trustedHost(issued({ expired: true })), "HOST has expired. Ask the admin"],
    ["a certificate that is not valid yet", () => trustedHost(issued({ early: true })), "HOST is not valid yet. Check"],
    [
      "one for another host",
      () => trustedHost(issued({ hosts: ["git.example.com"] })),
      "HOST is for another host name. Check",
    ],
    ["a certificate of an unknown authority", () => tlsHost(host), unknown],
    ["one with its unknown authority", () => tlsHost({ ...host, cert: host.cert + company.cert }), unknown],
    ["a self-signed certificate", () => tlsHost(selfSigned()), "HOST is not trusted: it is self-signed. If you"],
    [
      "a missing client certificate (1.3)",
      () => trustedHost(host, requiresClient),
      `HOST requires a client certificate. Set ${own}.`,
    ],
    [
      "a client certificate that is missing (TLS 1.2)",
      () => trustedHost(host, { ...requiresClient, maxVersion: "TLSv1.2" }),
      `HOST refused the secure connection. If it requires a client certificate, set ${own}. If not, ask`,
    ],
    ...[42, 43, 44, 45, 46, 48, 49].map((alert): Row => [
      `a client certificate that is refused with the alert ${alert}`,
      async () => trusting(await alerting(alert), await client(company.issue({ name: "alice" }))),
      `HOST did not accept the client certificate. Check ${own}.`,
    ]),
    [
      "a file of the settings that is missing",
      () => {
        net.set("forgeline.instances", [{ url: far, ca: "/none/ca.pem" }]);
        return Promise.resolve(far);
      },
      "Cannot read /none/ca.pem (file not found), which is “ca” for HOST in the setting forgeline.instances. Correct",
    ],
  ]);
  const closing = cases("network", "forgeline.instances", [
    [
      "a client certificate that is refused by closing the connection",
      async () =>
        trusting(await tlsHost(host, requiresClient), await client(authority("Stranger").issue({ name: "mallory" }))),
      `HOST closed the connection. It may not accept the client certificate: check ${own}.`,
    ],
  ]);

  const oldTls = "Could not connect to HOST: it does not support TLS 1.2 or later. Ask the administrator of the host";
  const timedOut = "The request to HOST timed out. Try again. If the host is slow, increase forgeline.http.timeout.";
  const oldVersions: ServerOptions = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  const networks = [
    ...cases("network", undefined, [
      ["a host with TLS 1.1 alone", () => tlsHost(host, oldVersions), oldTls],
      ["a host that refuses the TLS version", () => alerting(70), oldTls],
      [
        "a host without https",
        async () => `https://127.0.0.1:${await plainHost()}`,
        "HOST: it does not use https there.",
      ],
      ["a closed port", async () => `http://127.0.0.1:${await closedPort()}`, "HOST: it refused the connection. Check"],
      [
        "a connection that breaks",
        async () => `http://${await rawHost((socket) => socket.once("data", () => socket.resetAndDestroy()))}`,
        "HOST: the connection was closed. Check the address, and whether the host is running.",
      ],
    ]),
    ...cases("network", "http.proxy", [
      ["a name that is not found", () => Promise.resolve(far), "HOST: its name was not found. Check the address"],
    ]),
    ...cases("timeout", undefined, [
      ["a host that accepts and does not answer", async () => `http://127.0.0.1:${await plainHost(false)}`, timedOut],
      ["a host that does not begin to encrypt", async () => `https://${await rawHost(() => undefined)}`, timedOut],
    ]),
  ];

  const both = [far, plainFar];
  const tail = "Check http.proxy or the proxy environment variables, or set forgeline.http.transport to vscode.";
  const proxies = [
    ...cases("proxy", "http.proxy", [
      ...both.map((url): Row => [
        `a proxy that requires authentication (${url})`,
        async () => throughProxy(await proxy(407), url),
        "The proxy requires authentication, or did not accept it (HTTP 407). Add the username and password",
      ]),
      ["a refusing proxy", async () => throughProxy(await proxy(403)), "refused to connect to HOST (HTTP 403). Check"],
      ...["", "alice:wrong@"].map((user): Row => [
        `a SOCKS proxy that wants a password, and gets “${user}”`,
        async () => throughProxy(`${user}127.0.0.1:${await socks("alice:secret")}`, far, "socks5"),
        "The proxy requires authentication, or did not accept it. Add the username and password to the address",
      ]),
    ]),
    ...cases("network", "http.proxy", [
      ...[502, 503, 504].map((status): Row => [
        `a proxy that does not reach the host (${status})`,
        async () => throughProxy(await proxy(status)),
        `The proxy could not connect to HOST (HTTP ${status}). Check the address, and whether the host is running. If`,
      ]),
      ...["http", "https", "socks5"].flatMap((scheme) =>
        both.flatMap((url): Row[] => [
          [
            `a proxy by ${scheme} where nothing listens (${url})`,
            async () => throughProxy(await closedPort(), url, scheme),
            `Could not connect to the proxy PROXY: it refused the connection. ${tail}`,
          ],
          [
            `a proxy by ${scheme} whose name is not found (${url})`,
            () => Promise.resolve(throughProxy("proxy.invalid:3128", url, scheme)),
            `Could not connect to the proxy PROXY: its name was not found. ${tail}`,
          ],
        ]),
      ),
      ["a proxy without https", async () => throughProxy(await proxy(), far, "https"), "PROXY: it does not use https."],
      [
        "an HTTP proxy as a SOCKS proxy",
        async () => throughProxy(await proxy(), far, "socks5"),
        "not respond as a SOCKS 5 proxy.",
      ],
    ]),
    ...cases(
      "certificate",
      "http.proxy",
      both.flatMap((url) =>
        Object.entries({ "unknown authority": issued({ name: "proxy" }), "self-signed one": selfSigned() }).map(
          ([what, certified]): Row => [
            `an https proxy with a certificate of an ${what} (${url})`,
            async () => throughProxy(await proxy(undefined, certified), url, "https"),
            "The certificate of the proxy PROXY is not trusted. Add its certificate authority to the system's",
          ],
        ),
      ),
    ),
  ];

  const check = async ({ start, kind, says, opens }: Case, transport: "undici" | "vscode"): Promise<void> => {
    net = new TestNet({ "forgeline.http.transport": transport });
    const url = await start();
    const timeouts = kind === "timeout" ? { timeouts: { connect: 50, headers: 50 } } : {};
    const error = await apiFailure(net.client(url, timeouts).users.current());
    const part = says.replaceAll("HOST", new URL(url).host).replaceAll("PROXY", new URL(net.proxy ?? far).host);
    const { message } = describeError(error);
    assert.ok(message.includes(part), `${message} | ${error.kind} ${error.code ?? ""}: ${error.message}`);
    assert.equal(error.kind, kind);
    assert.doesNotMatch(message.replaceAll(url, ""), jargon);
    const signIn = signInError(error, { instance: url, step: "exchange", wanted: ["api"], inSettings: false });
    assert.equal((signIn as Error).message, message);
    const row = footerItem({ kind: "forgeline.footer", footer: "error", id: "x", below: "", error }, "view");
    const action = opens === undefined ? ["forgeline.refresh", undefined] : ["forgeline.openSettings", [opens]];
    assert.deepEqual([row.label, row.command?.command, row.command?.arguments], [message, ...action]);
  };

  for (const one of [...certificates, ...closing, ...networks, ...proxies])
    it(`names what is wrong and what to do: ${one.what}`, () => check(one, "undici"));

  for (const [what, url, says] of [
    [
      "where nothing listens",
      async () => `http://127.0.0.1:${await closedPort()}`,
      /127\.0\.0\.1:\d+: it refused the conn/,
    ],
    ["whose name is not found", () => Promise.resolve("http://proxy.invalid:3128"), /proxy\.invalid: its name was not/],
  ] as const)
    it(`names the proxy that fetch was sent to by VS Code: one ${what}`, async () => {
      net = new TestNet({ "forgeline.http.transport": "vscode" });
      const real = globalThis.fetch;
      const proxied = await url();
      started.push(() => (globalThis.fetch = real));
      globalThis.fetch = (_input, init) => real(proxied, init);
      const error = await apiFailure(net.client(far).users.current());
      assert.match(describeError(error).message, says);
      const write = await apiFailure(net.client(far).pipelines.create(1, { ref: "main" }));
      assert.equal(write.outcomeUnknown, false);
    });

  // Certificate files keep a host on Forgeline's own connections, and only VS Code's fetch knows proxies.
  for (const one of [...networks, ...certificates.filter(({ what }) => /of an unknown|self-signed/.test(what))])
    it(`says the same by fetch: ${one.what}`, () => check(one, "vscode"));
});
