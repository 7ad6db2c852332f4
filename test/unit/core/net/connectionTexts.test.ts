/** What a person reads when a connection fails, from real servers and proxies on this machine. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type Server as TlsServer, type ServerOptions } from "node:https";
import { createServer as createSocketServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import type { ApiError } from "../../../../src/api/errors.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
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
const checks = "Check the address, your network, and the settings http.proxy and forgeline.http.transport.";
const localChecks = "Check the address, and whether the host is running.";
const proxyChecks = "Check http.proxy or the proxy environment variables, or set forgeline.http.transport to vscode.";
const far = "https://git.forge.invalid";
const plainFar = "http://git.forge.invalid";

describe("what is said of a connection that fails", () => {
  const company = authority("Company");
  const host = company.issue({ name: "host", hosts: ["127.0.0.1"] });
  const alice = company.issue({ name: "alice" });
  let folder: string;
  let net: TestNet;
  /** What a case started. */
  const started: (() => void)[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "forgeline-texts-"));
  });
  afterEach(() => {
    net.close();
    for (const close of started.splice(0)) close();
  });
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, content: string): Promise<string> => {
    const written = path.join(folder, name);
    await writeFile(written, content);
    return written;
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
  /** Whose certificate authority is known. */
  const trustedHost = async (
    certified: Certified,
    options: ServerOptions = {},
    files: object = {},
  ): Promise<string> => {
    const url = await tlsHost(certified, options);
    await trusting(url, files);
    return url;
  };
  const plainHost = (answers = true): Promise<number> =>
    serve(createHttpServer((_request, response) => void (answers && response.end("{}"))));
  /** A server that does this with each connection. */
  const rawHost = async (act: (socket: Socket) => void): Promise<number> => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      act(socket);
    });
    started.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return listen(server as unknown as Server);
  };
  /** A host that ends the handshake with an alert of TLS. */
  const alerting = async (alert: number): Promise<string> =>
    `https://127.0.0.1:${await rawHost((socket) => {
      socket.once("data", () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert])));
    })}`;
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
  const socks = async (pair?: string): Promise<number> => {
    const server = await SocksServer.start(() => 9, pair);
    started.push(() => server.close());
    return server.port;
  };
  const trusting = async (url: string, more: object = {}): Promise<void> =>
    net.set("forgeline.instances", [{ url, ca: await file("company.pem", company.cert), ...more }]);
  const client = async (certified: Certified): Promise<object> => ({
    clientCertificate: await file(`client.pem`, certified.cert + certified.key),
  });

  interface Case {
    readonly what: string;
    /** Starts what is needed, and returns the address to request. */
    readonly start: () => Promise<string>;
    /** `HOST` and `PROXY` stand for their addresses without the scheme. */
    readonly says: string;
    readonly kind: ApiError["kind"];
    /** Setting that the button opens; none: the row tries again. */
    readonly opens?: "http.proxy" | "forgeline.instances";
  }
  type Row = readonly [what: string, start: Case["start"], says: string];
  const cases = (kind: Case["kind"], opens: Case["opens"], rows: readonly Row[]): Case[] =>
    rows.map(([what, start, says]) => ({ what, start, says, kind, ...(opens && { opens }) }));
  const throughProxy = (port: number, url = far, scheme = "http"): string => {
    net.set("http.proxy", `${scheme}://127.0.0.1:${port}`);
    return url;
  };
  const schemeOf = (url: string): string => new URL(url).protocol;
  const untrusted = "The certificate of HOST is not trusted:";
  const ca =
    "its certificate authority is unknown. Set “ca” of the host in the setting forgeline.instances to the file of its certificate authority, or add the authority to the system's trusted certificates.";
  const clientCertificate = "“clientCertificate” of the host in the setting forgeline.instances";
  const requiresClient: ServerOptions = { requestCert: true, rejectUnauthorized: true, ca: company.cert };
  const issued = (more: object): Certified => company.issue({ name: "other", hosts: ["127.0.0.1"], ...more });

  const certificates = cases("certificate", "forgeline.instances", [
    [
      "a certificate that has expired",
      () => trustedHost(issued({ expired: true })),
      "The certificate of HOST has expired. Ask the administrator of the host to renew it, or check the date of this computer.",
    ],
    [
      "a certificate that is not valid yet",
      () => trustedHost(issued({ early: true })),
      "The certificate of HOST is not valid yet. Check the date of this computer, or ask the administrator of the host.",
    ],
    [
      "a certificate for another host name",
      () => trustedHost(issued({ hosts: ["git.example.com"] })),
      "The certificate of HOST is for another host name. Check the address in the setting forgeline.instances.",
    ],
    ["a certificate of an unknown authority", () => tlsHost(host), `${untrusted} ${ca}`],
    [
      "a certificate of an unknown authority that comes with it",
      () => tlsHost({ ...host, cert: host.cert + company.cert }),
      `${untrusted} ${ca}`,
    ],
    [
      "a self-signed certificate",
      () => tlsHost(selfSigned()),
      `${untrusted} it is self-signed. If you trust it, set “ca” of the host in the setting forgeline.instances to a file with this certificate, or add it to the system's trusted certificates.`,
    ],
    [
      "a client certificate that is missing (TLS 1.3)",
      () => trustedHost(host, requiresClient),
      `HOST requires a client certificate. Set ${clientCertificate}.`,
    ],
    [
      "a client certificate that is missing (TLS 1.2)",
      () => trustedHost(host, { ...requiresClient, maxVersion: "TLSv1.2" }),
      `HOST refused the secure connection. If it requires a client certificate, set ${clientCertificate}. If not, ask its administrator whether it supports TLS 1.2 or later.`,
    ],
    ...[42, 43, 44, 45, 46, 48, 49].map((alert): Row => [
      `a client certificate that is refused with the alert ${alert}`,
      async () => {
        const url = await alerting(alert);
        await trusting(url, await client(alice));
        return url;
      },
      `HOST did not accept the client certificate. Check ${clientCertificate}.`,
    ]),
    [
      "a file of the settings that is missing",
      () => {
        net.set("forgeline.instances", [{ url: far, ca: "/none/ca.pem" }]);
        return Promise.resolve(far);
      },
      "Cannot read /none/ca.pem (file not found), which is “ca” for HOST in the setting forgeline.instances. Correct the path, or allow reading the file.",
    ],
  ]);
  const closing = cases("network", "forgeline.instances", [
    [
      "a client certificate that is refused by closing the connection",
      async () => trustedHost(host, requiresClient, await client(authority("Stranger").issue({ name: "mallory" }))),
      `HOST closed the connection. It may not accept the client certificate: check ${clientCertificate}.`,
    ],
  ]);

  const oldTls =
    "Could not connect to HOST: it does not support TLS 1.2 or later. Ask the administrator of the host to turn it on.";
  const timedOut = "The request to HOST timed out. Try again. If the host is slow, increase forgeline.http.timeout.";
  const networks = [
    ...cases("network", undefined, [
      [
        "a host with TLS 1.1 alone",
        () => tlsHost(host, { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
        oldTls,
      ],
      ["a host that refuses the TLS version", () => alerting(70), oldTls],
      [
        "a host without https",
        async () => `https://127.0.0.1:${await plainHost()}`,
        "Could not connect to HOST: it does not use https there. Check the address, its port, and whether it begins with http:// or https://.",
      ],
      [
        "a port where nothing listens",
        async () => `http://127.0.0.1:${await closedPort()}`,
        `Could not connect to HOST: it refused the connection. ${localChecks}`,
      ],
      [
        "a connection that breaks",
        async () =>
          `http://127.0.0.1:${await rawHost((socket) => socket.once("data", () => socket.resetAndDestroy()))}`,
        `Could not connect to HOST: the connection was closed. ${localChecks}`,
      ],
    ]),
    ...cases("network", "http.proxy", [
      [
        "a name that is not found",
        () => Promise.resolve(far),
        `Could not connect to HOST: its name was not found. ${checks}`,
      ],
    ]),
    ...cases("timeout", undefined, [
      ["a host that accepts and does not answer", async () => `http://127.0.0.1:${await plainHost(false)}`, timedOut],
      [
        "a host that does not begin to encrypt",
        async () => `https://127.0.0.1:${await rawHost(() => undefined)}`,
        timedOut,
      ],
    ]),
  ];

  const wantsSignIn =
    "The proxy requires authentication, or did not accept it. Add the username and password to the address in http.proxy.";
  const proxies = [
    ...cases("proxy", "http.proxy", [
      ...[far, plainFar].map((url): Row => [
        `a proxy that requires authentication (${schemeOf(url)})`,
        async () => throughProxy(await proxy(407), url),
        "The proxy requires authentication, or did not accept it (HTTP 407). Add the username and password to the address in http.proxy, set http.proxyAuthorization, or set forgeline.http.transport to vscode.",
      ]),
      [
        "a proxy that refuses",
        async () => throughProxy(await proxy(403)),
        "The proxy refused to connect to HOST (HTTP 403). Check http.proxy, or add the host to http.noProxy.",
      ],
      ...["", "alice:wrong@"].map((user): Row => [
        `a SOCKS proxy that wants a password, and gets “${user}”`,
        async () => {
          net.set("http.proxy", `socks5://${user}127.0.0.1:${await socks("alice:secret")}`);
          return far;
        },
        wantsSignIn,
      ]),
    ]),
    ...cases("network", "http.proxy", [
      ...[502, 503, 504].map((status): Row => [
        `a proxy that does not reach the host (${status})`,
        async () => throughProxy(await proxy(status)),
        `The proxy could not connect to HOST (HTTP ${status}). Check the address, and whether the host is running. If it needs no proxy, add it to http.noProxy.`,
      ]),
      ...["http", "https", "socks5"].flatMap((scheme) =>
        [far, plainFar].flatMap((url): Row[] => [
          [
            `a proxy by ${scheme} where nothing listens (${schemeOf(url)})`,
            async () => throughProxy(await closedPort(), url, scheme),
            `Could not connect to the proxy PROXY: it refused the connection. ${proxyChecks}`,
          ],
          [
            `a proxy by ${scheme} whose name is not found (${schemeOf(url)})`,
            () => {
              net.set("http.proxy", `${scheme}://proxy.invalid:3128`);
              return Promise.resolve(url);
            },
            `Could not connect to the proxy PROXY: its name was not found. ${proxyChecks}`,
          ],
        ]),
      ),
      [
        "a proxy without https",
        async () => throughProxy(await proxy(), far, "https"),
        "Could not connect to the proxy PROXY: it does not use https. Begin its address in http.proxy with http://.",
      ],
      [
        "an HTTP proxy that the setting calls a SOCKS proxy",
        async () => throughProxy(await proxy(), far, "socks5"),
        "The proxy did not respond as a SOCKS 5 proxy. Check http.proxy: an HTTP proxy begins with http://, a SOCKS 5 proxy with socks5://.",
      ],
    ]),
    ...cases(
      "certificate",
      "http.proxy",
      [far, plainFar].flatMap((url) =>
        Object.entries({ "unknown authority": issued({ name: "proxy" }), "self-signed one": selfSigned() }).map(
          ([what, certified]): Row => [
            `an https proxy with a certificate of an ${what} (${schemeOf(url)})`,
            async () => throughProxy(await proxy(undefined, certified), url, "https"),
            "The certificate of the proxy PROXY is not trusted. Add its certificate authority to the system's trusted certificates.",
          ],
        ),
      ),
    ),
  ];

  const fail = async ({ start, kind }: Case, transport: "undici" | "vscode"): Promise<[ApiError, string]> => {
    net = new TestNet({ "forgeline.http.transport": transport });
    const url = await start();
    const timeouts = kind === "timeout" ? { timeouts: { connect: 50, headers: 50 } } : {};
    return [await apiFailure(net.client(url, timeouts).users.current()), url];
  };
  const check = (one: Case, [error, url]: [ApiError, string]): void => {
    const says = one.says.replaceAll("HOST", new URL(url).host).replaceAll("PROXY", new URL(net.proxy ?? far).host);
    const { message } = describeError(error);
    assert.equal(message, says, `${error.kind} ${error.code ?? ""}: ${error.message}`);
    assert.equal(error.kind, one.kind);
    assert.doesNotMatch(message.replaceAll(url, ""), jargon);
    const signIn = signInError(error, { instance: url, step: "exchange", wanted: ["api"], inSettings: false });
    assert.equal((signIn as Error).message, says);
    const row = footerItem({ kind: "forgeline.footer", footer: "error", id: "x", below: "", error }, "view");
    assert.deepEqual(
      [row.label, row.command?.command, row.command?.arguments],
      one.opens === undefined ? [says, "forgeline.refresh", undefined] : [says, "forgeline.openSettings", [one.opens]],
    );
  };

  for (const one of [...certificates, ...closing, ...networks, ...proxies])
    it(`names what is wrong and what to do: ${one.what}`, async () => check(one, await fail(one, "undici")));

  for (const [what, url, says] of [
    [
      "where nothing listens",
      async () => `http://127.0.0.1:${await closedPort()}`,
      /^Could not connect to the proxy 127\.0\.0\.1:\d+: it refused the connection\./,
    ],
    [
      "whose name is not found",
      () => Promise.resolve("http://proxy.invalid:3128"),
      /^Could not connect to the proxy proxy\.invalid: its name was not found\./,
    ],
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
    it(`says the same by fetch: ${one.what}`, async () => check(one, await fail(one, "vscode")));
});
