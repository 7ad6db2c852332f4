/** What a person reads when a connection fails, by its code, and the codes that real servers and proxies on this machine lead to. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type Server as TlsServer, type ServerOptions } from "node:https";
import { createServer as createSocketServer, type Socket } from "node:net";
import path from "node:path";
import { networkError } from "../../../../src/api/networkError.ts";
import { signInError } from "../../../../src/auth/messages.ts";
import { ProxyConnectionError } from "../../../../src/core/base/proxyConnectionError.ts";
import { footerItem } from "../../../../src/core/tree/footerItem.ts";
import { describeError } from "../../../../src/core/ui/describeError.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { authority, type Certified } from "../../api/certificate.ts";
import { listen } from "./listen.ts";
import { TestNet } from "./net.ts";
import { ProxyServer } from "./proxyServer.ts";
import { SocksServer } from "./socksServer.ts";

/** Words of programs, and of codes that belong in the log alone. */
const jargon = /[A-Z]{2,}_|\bE[A-Z]{4,}\b|OpenSSL|SSL routines|undici|fetch failed|hang up|getaddrinfo|altname/;
const far = "https://git.forge.invalid";
const plainFar = "http://git.forge.invalid";
const proxyAddress = "proxy.invalid:3128";

/** The setting that the button for a failure opens; none: the row tries again. */
function settingFor(given: string, kind: string): string | undefined {
  if (/PROXY|SOCKS/.test(given)) return "http.proxy";
  if (kind === "certificate" || given.startsWith("certified")) return "forgeline.instances";
  return kind === "timeout" || /^(local|ERR_SSL_)/.test(given) ? undefined : "http.proxy";
}

describe("a connection that fails", () => {
  let net: TestNet;
  /** What a case started. */
  const started: (() => void)[] = [];
  afterEach(() => {
    net.close();
    for (const close of started.splice(0)) close();
  });

  // A code, behind "local" for a host on this machine and "certified" for one with a client certificate; its kind; and how the message begins.
  const texts = readFileSync(new URL("connectionFailures.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  for (const [given = "", kind = "", says = ""] of texts.map((line) => line.split(" | ")))
    it(`explains what is wrong and what to do: ${given}`, () => {
      const instance = given.startsWith("local ") ? "https://127.0.0.1:9" : far;
      const clientCertificate = given.startsWith("certified ") ? { clientCertificate: "/alice.pem" } : {};
      net = new TestNet({ "forgeline.instances": [{ url: instance, ...clientCertificate }] });
      const [, isToProxy, code] = /(?:^| )(TO_PROXY_)?(\S+)$/.exec(given) ?? [];
      const failed = Object.assign(new Error("fetch failed"), { code });
      const thrown = isToProxy ? new ProxyConnectionError(proxyAddress, failed) : failed;
      const error = networkError(thrown, { method: "GET", url: `${instance}/api/v4/user`, instance }, undefined);
      assert.equal(error.kind, kind);
      const { message } = describeError(error);
      const start = says.replaceAll("HOST", instance.replace("https://", "")).replaceAll("PROXY", proxyAddress);
      assert.ok(message.startsWith(start), message);
      assert.doesNotMatch(message, jargon);
      const signIn = signInError(error, { instance, step: "exchange", wanted: ["api"], inSettings: false });
      assert.equal((signIn as Error).message, message);
      const row = footerItem({ kind: "forgeline.footer", footer: "error", id: "x", below: "", error }, "view");
      const opens = settingFor(given, kind);
      const action = opens === undefined ? ["forgeline.refresh", undefined] : ["forgeline.openSettings", [opens]];
      assert.deepEqual([row.label, row.command?.command, row.command?.arguments], [message, ...action]);
    });

  const company = authority("Company");
  const host = company.issue({ name: "host", hosts: ["127.0.0.1"] });
  const folder = temporaryFolder();

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
  const tlsHost = async (options: ServerOptions = {}): Promise<string> =>
    `https://127.0.0.1:${await serve(createServer({ ...host, ...options }, (_request, response) => response.end("{}")))}`;
  /** A host whose authority is in the settings, with a client certificate there if one is given. */
  const trustedHost = async (url: string, client?: Certified): Promise<string> => {
    const ca = await file("company.pem", company.cert);
    const more = client && { clientCertificate: await file("client.pem", client.cert + client.key) };
    net.set("forgeline.instances", [{ url, ca, ...more }]);
    return url;
  };
  /** A server that does this with the first bytes of each connection. */
  const rawHost = async (act: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      socket.once("data", () => act(socket));
    });
    started.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return `127.0.0.1:${await listen(server as unknown as Server)}`;
  };
  const closedPort = async (): Promise<number> => {
    const server = createHttpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  const proxy = async (certified?: Certified): Promise<number> => {
    const server = await ProxyServer.start(() => 9, certified);
    started.push(() => server.close());
    return server.port;
  };
  const socks = async (): Promise<number> => {
    const server = await SocksServer.start(() => 9, "alice:secret");
    started.push(() => server.close());
    return server.port;
  };
  const throughProxy = (port: number, scheme: string, url = far): string => {
    net.set("http.proxy", `${scheme}://127.0.0.1:${port}`);
    return url;
  };
  const codeOf = async (url: string): Promise<string | undefined> =>
    (await apiFailure(net.client(url).users.current())).code;

  const requiresClient: ServerOptions = { requestCert: true, rejectUnauthorized: true, ca: company.cert };
  const oldVersions: ServerOptions = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  type Case = readonly [what: string, code: string, start: () => Promise<string>];
  /** What fetch leads to as well. */
  const plain: readonly Case[] = [
    ["TLS 1.1 alone", "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", () => tlsHost(oldVersions)],
    [
      "no https",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      async () => `https://127.0.0.1:${await serve(createHttpServer((_request, response) => response.end("{}")))}`,
    ],
    [
      "a connection that breaks",
      "ECONNRESET",
      async () => `http://${await rawHost((socket) => socket.resetAndDestroy())}`,
    ],
    ["an unknown authority", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", () => tlsHost()],
  ];
  const own: readonly Case[] = [
    [
      "a missing client certificate",
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      async () => trustedHost(await tlsHost(requiresClient)),
    ],
    [
      "a missing client certificate (TLS 1.2)",
      "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
      async () => trustedHost(await tlsHost({ ...requiresClient, maxVersion: "TLSv1.2" })),
    ],
    [
      "an alert about the client certificate",
      "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
      async () => `https://${await rawHost((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 42])))}`,
    ],
    [
      "a client certificate that is refused by closing the connection",
      "UND_ERR_SOCKET",
      async () => trustedHost(await tlsHost(requiresClient), authority("Stranger").issue({ name: "mallory" })),
    ],
    ...["http", "https", "socks5"].flatMap((scheme) =>
      [far, plainFar].map((url): Case => [
        `a proxy by ${scheme} where nothing listens (${url})`,
        "TO_PROXY_ECONNREFUSED",
        async () => throughProxy(await closedPort(), scheme, url),
      ]),
    ),
    [
      "a proxy without https",
      "TO_PROXY_ERR_SSL_WRONG_VERSION_NUMBER",
      async () => throughProxy(await proxy(), "https"),
    ],
    ["an HTTP proxy as a SOCKS proxy", "UND_ERR_SOCKS5_VERSION", async () => throughProxy(await proxy(), "socks5")],
    [
      "a SOCKS proxy that wants a password",
      "UND_ERR_SOCKS5_AUTH_REQUIRED",
      async () => throughProxy(await socks(), "socks5"),
    ],
    ...[far, plainFar].map((url): Case => [
      `an https proxy with a certificate of an unknown authority (${url})`,
      "TO_PROXY_UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      async () => throughProxy(await proxy(host), "https", url),
    ]),
  ];
  for (const [transport, cases] of [
    ["undici", [...plain, ...own]],
    ["vscode", plain],
  ] as const)
    for (const [what, code, start] of cases)
      it(`has the code ${code} for ${what}, by ${transport}`, async () => {
        net = new TestNet({ "forgeline.http.transport": transport });
        assert.equal(await codeOf(await start()), code);
      });

  for (const [what, url, says] of [
    ["where nothing listens", async () => `http://127.0.0.1:${await closedPort()}`, /127\.0\.0\.1:\d+: it refused the/],
    ["whose name is not found", () => Promise.resolve(`http://${proxyAddress}`), /proxy\.invalid: its name was not/],
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
});
