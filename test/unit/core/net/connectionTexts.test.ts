/** What a person reads when a connection fails, from real servers and proxies on this machine. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type ServerOptions } from "node:https";
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
  /** A host with https that would answer. */
  const tlsHost = async (certified: Certified, options: ServerOptions = {}): Promise<string> => {
    const server = createServer({ ...certified, ...options }, (_request, response) => response.end("{}"));
    server.on("tlsClientError", () => undefined);
    started.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `https://127.0.0.1:${await listen(server)}`;
  };
  /** A server that does this with each connection. */
  const rawHost = async (serve: (socket: Socket) => void): Promise<number> => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      serve(socket);
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
  const plainHost = async (answers = true): Promise<number> => {
    const server = createHttpServer((_request, response) => void (answers && response.end("{}")));
    started.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return listen(server);
  };
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
  const socks = async (pair?: string, target = 9): Promise<number> => {
    const server = await SocksServer.start(() => target, pair);
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
    /** Starts what is needed, and returns the address to ask. */
    readonly start: () => Promise<string>;
    /** `HOST` and `PROXY` stand for their addresses without the scheme. */
    readonly says: string;
    readonly kind: ApiError["kind"];
    /** Setting that the button opens; none: the row tries again. */
    readonly opens?: "http.proxy" | "forgeline.instances";
    /** Milliseconds that the request may take. */
    readonly limit?: number;
  }
  const throughProxy = (port: number, url = far, scheme = "http"): string => {
    net.set("http.proxy", `${scheme}://127.0.0.1:${port}`);
    return url;
  };
  const ca =
    "Set “ca” of the host in the setting forgeline.instances to the file of its certificate authority, or add the authority to the system's trusted certificates.";
  const clientCertificate = "“clientCertificate” of the host in the setting forgeline.instances";

  const certificates: readonly Case[] = [
    {
      what: "a certificate that has expired",
      start: async () => {
        const url = await tlsHost(company.issue({ name: "old", hosts: ["127.0.0.1"], expired: true }));
        await trusting(url);
        return url;
      },
      says: "The certificate of HOST has expired. Ask the administrator of the host to renew it, or check the date of this computer.",
      kind: "certificate",
      opens: "forgeline.instances",
    },
    {
      what: "a certificate that is not valid yet",
      start: async () => {
        const url = await tlsHost(company.issue({ name: "early", hosts: ["127.0.0.1"], early: true }));
        await trusting(url);
        return url;
      },
      says: "The certificate of HOST is not valid yet. Check the date of this computer, or ask the administrator of the host.",
      kind: "certificate",
      opens: "forgeline.instances",
    },
    {
      what: "a certificate for another host name",
      start: async () => {
        const url = await tlsHost(company.issue({ name: "other", hosts: ["git.example.com"] }));
        await trusting(url);
        return url;
      },
      says: "The certificate of HOST is for another host name. Check the address in the setting forgeline.instances.",
      kind: "certificate",
      opens: "forgeline.instances",
    },
    {
      what: "a certificate of an unknown authority",
      start: () => tlsHost(host),
      says: `The certificate of HOST is not trusted: its certificate authority is unknown. ${ca}`,
      kind: "certificate",
      opens: "forgeline.instances",
    },
    {
      what: "a certificate of an unknown authority that comes with it",
      start: () => tlsHost({ ...host, cert: host.cert + company.cert }),
      says: `The certificate of HOST is not trusted: its certificate authority is unknown. ${ca}`,
      kind: "certificate",
      opens: "forgeline.instances",
    },
    {
      what: "a self-signed certificate",
      start: () => tlsHost(selfSigned()),
      says: "The certificate of HOST is not trusted: it is self-signed. If you trust it, set “ca” of the host in the setting forgeline.instances to a file with this certificate, or add it to the system's trusted certificates.",
      kind: "certificate",
      opens: "forgeline.instances",
    },
    ...(["TLSv1.2", "TLSv1.3"] as const).map((version) => ({
      what: `a client certificate that is missing (${version})`,
      start: async () => {
        const wants = { requestCert: true, rejectUnauthorized: true, ca: company.cert, maxVersion: version };
        const url = await tlsHost(host, wants);
        await trusting(url);
        return url;
      },
      says:
        version === "TLSv1.3"
          ? `HOST requires a client certificate. Set ${clientCertificate}.`
          : `HOST refused the secure connection. If it requires a client certificate, set ${clientCertificate}. If not, ask its administrator whether it supports TLS 1.2 or later.`,
      kind: "certificate" as const,
      opens: "forgeline.instances" as const,
    })),
    ...[42, 43, 44, 45, 46, 48, 49].map((alert) => ({
      what: `a client certificate that is refused with the alert ${alert}`,
      start: async () => {
        const url = await alerting(alert);
        await trusting(url, await client(alice));
        return url;
      },
      says: `HOST did not accept the client certificate. Check ${clientCertificate}.`,
      kind: "certificate" as const,
      opens: "forgeline.instances" as const,
    })),
    {
      what: "a client certificate that is refused by closing the connection",
      start: async () => {
        const wants = { requestCert: true, rejectUnauthorized: true, ca: company.cert };
        const url = await tlsHost(host, wants);
        await trusting(url, await client(authority("Stranger").issue({ name: "mallory" })));
        return url;
      },
      says: `HOST closed the connection. It may not accept the client certificate: check ${clientCertificate}.`,
      kind: "network",
      opens: "forgeline.instances",
    },
    {
      what: "a file of the settings that is missing",
      start: () => {
        net.set("forgeline.instances", [{ url: far, ca: "/none/ca.pem" }]);
        return Promise.resolve(far);
      },
      says: "Cannot read /none/ca.pem (file not found), which is “ca” for HOST in the setting forgeline.instances. Correct the path, or allow reading the file.",
      kind: "certificate",
      opens: "forgeline.instances",
    },
  ];

  const networks: readonly Case[] = [
    {
      what: "a host with TLS 1.1 alone",
      start: () => tlsHost(host, { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
      says: "Could not connect to HOST: it does not support TLS 1.2 or later. Ask the administrator of the host to turn it on.",
      kind: "network",
    },
    {
      what: "a host that refuses the TLS version",
      start: () => alerting(70),
      says: "Could not connect to HOST: it does not support TLS 1.2 or later. Ask the administrator of the host to turn it on.",
      kind: "network",
    },
    {
      what: "a host without https",
      start: async () => `https://127.0.0.1:${await plainHost()}`,
      says: "Could not connect to HOST: it does not use https there. Check the address, its port, and whether it begins with http:// or https://.",
      kind: "network",
    },
    {
      what: "a name that is not found",
      start: () => Promise.resolve(far),
      says: `Could not connect to HOST: its name was not found. ${checks}`,
      kind: "network",
      opens: "http.proxy",
    },
    {
      what: "a port where nothing listens",
      start: async () => `http://127.0.0.1:${await closedPort()}`,
      says: `Could not connect to HOST: it refused the connection. ${localChecks}`,
      kind: "network",
    },
    {
      what: "a connection that breaks",
      start: async () =>
        `http://127.0.0.1:${await rawHost((socket) => socket.once("data", () => socket.resetAndDestroy()))}`,
      says: `Could not connect to HOST: the connection was closed. ${localChecks}`,
      kind: "network",
    },
    {
      what: "a host that accepts and does not answer",
      start: async () => `http://127.0.0.1:${await plainHost(false)}`,
      says: "The request to HOST timed out. Try again. If the host is slow, increase forgeline.http.timeout.",
      kind: "timeout",
      limit: 100,
    },
    {
      what: "a host that does not begin to encrypt",
      start: async () => `https://127.0.0.1:${await rawHost(() => undefined)}`,
      says: "The request to HOST timed out. Try again. If the host is slow, increase forgeline.http.timeout.",
      kind: "timeout",
      limit: 100,
    },
  ];

  const proxies: readonly Case[] = [
    ...[far, plainFar].map((url) => ({
      what: `a proxy that requires authentication (${new URL(url).protocol})`,
      start: async () => throughProxy(await proxy(407), url),
      says: "The proxy requires authentication, or did not accept it (HTTP 407). Add the username and password to the address in http.proxy, set http.proxyAuthorization, or set forgeline.http.transport to vscode.",
      kind: "proxy" as const,
      opens: "http.proxy" as const,
    })),
    {
      what: "a proxy that refuses",
      start: async () => throughProxy(await proxy(403)),
      says: "The proxy refused to connect to HOST (HTTP 403). Check http.proxy, or add the host to http.noProxy.",
      kind: "proxy",
      opens: "http.proxy",
    },
    ...[502, 503, 504].map((status) => ({
      what: `a proxy that does not reach the host (${status})`,
      start: async () => throughProxy(await proxy(status)),
      says: `The proxy could not connect to HOST (HTTP ${status}). Check the address, and whether the host is running. If it needs no proxy, add it to http.noProxy.`,
      kind: "network" as const,
      opens: "http.proxy" as const,
    })),
    ...(
      [
        ["http", far],
        ["http", plainFar],
        ["https", far],
        ["https", plainFar],
        ["socks5", far],
        ["socks5", plainFar],
      ] as const
    ).flatMap(([scheme, url]) => [
      {
        what: `a proxy by ${scheme} where nothing listens (${new URL(url).protocol})`,
        start: async () => throughProxy(await closedPort(), url, scheme),
        says: `Could not connect to the proxy PROXY: it refused the connection. ${proxyChecks}`,
        kind: "network" as const,
        opens: "http.proxy" as const,
      },
      {
        what: `a proxy by ${scheme} whose name is not found (${new URL(url).protocol})`,
        start: () => {
          net.set("http.proxy", `${scheme}://proxy.invalid:3128`);
          return Promise.resolve(url);
        },
        says: `Could not connect to the proxy proxy.invalid:3128: its name was not found. ${proxyChecks}`,
        kind: "network" as const,
        opens: "http.proxy" as const,
      },
    ]),
    ...[far, plainFar].flatMap((url) =>
      (
        [
          [
            company.issue({ name: "proxy", hosts: ["127.0.0.1"] }),
            "of an unknown authority",
            "is not trusted. Add its certificate authority to the system's trusted certificates.",
          ],
          [
            selfSigned(),
            "that is self-signed",
            "is not trusted. Add its certificate authority to the system's trusted certificates.",
          ],
        ] as const
      ).map(([certified, what, says]) => ({
        what: `an https proxy with a certificate ${what} (${new URL(url).protocol})`,
        start: async () => throughProxy(await proxy(undefined, certified), url, "https"),
        says: `The certificate of the proxy PROXY ${says}`,
        kind: "certificate" as const,
        opens: "http.proxy" as const,
      })),
    ),
    {
      what: "a proxy without https",
      start: async () => throughProxy(await proxy(), far, "https"),
      says: "Could not connect to the proxy PROXY: it does not use https. Begin its address in http.proxy with http://.",
      kind: "network",
      opens: "http.proxy",
    },
    ...(["", "alice:wrong@"] as const).map((user) => ({
      what: user === "" ? "a SOCKS proxy that wants a password" : "a SOCKS proxy that does not accept the password",
      start: async () => {
        net.set("http.proxy", `socks5://${user}127.0.0.1:${await socks("alice:secret")}`);
        return far;
      },
      says: "The proxy requires authentication, or did not accept it. Add the username and password to the address in http.proxy.",
      kind: "proxy" as const,
      opens: "http.proxy" as const,
    })),
    {
      what: "an HTTP proxy that the setting calls a SOCKS proxy",
      start: async () => throughProxy(await proxy(), far, "socks5"),
      says: "The proxy did not respond as a SOCKS 5 proxy. Check http.proxy: an HTTP proxy begins with http://, a SOCKS 5 proxy with socks5://.",
      kind: "network",
      opens: "http.proxy",
    },
  ];

  const fail = async ({ start, limit }: Case, transport: "undici" | "vscode"): Promise<[ApiError, string]> => {
    net = new TestNet({ "forgeline.http.transport": transport });
    const url = await start();
    const timeouts = limit === undefined ? {} : { timeouts: { connect: limit / 2, headers: limit / 2 } };
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

  for (const one of [...certificates, ...networks, ...proxies])
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
