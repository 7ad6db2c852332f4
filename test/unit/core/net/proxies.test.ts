import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import path from "node:path";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { proxyFor } from "../../../../src/core/net/proxy.ts";
import { describeError } from "../../../../src/core/ui/describeError.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { authority } from "../../api/certificate.ts";
import { json, TestServer } from "../../api/server.ts";
import { TestNet } from "./net.ts";
import { ProxyServer } from "./proxyServer.ts";
import { SocksServer } from "./socksServer.ts";

const none = { proxy: "", noProxy: [], support: "override", env: {} };

describe("proxyFor", () => {
  const host = "https://git.example.com";
  const p = { proxy: "http://p:1" };
  for (const [what, settings, expected, origin = host] of [
    ["nothing", {}, undefined],
    ["VS Code's proxy", p, "http://p:1"],
    ["VS Code's proxy before the environment's", { ...p, env: { HTTPS_PROXY: "http://b:2" } }, "http://p:1"],
    ["the environment's by scheme", { env: { HTTPS_PROXY: "b:2", http_proxy: "c:3" } }, "http://c:3", "http://a.org"],
    ["socks5h as SOCKS 5", { env: { ALL_PROXY: "socks5h://p:1080" } }, "socks5://p:1080"],
    ["nothing with support off", { ...p, support: "off" }, undefined],
    ["nothing for this machine", p, undefined, "http://127.0.0.1:4000"],
    ["nothing for this machine by IPv6", p, undefined, "http://[::1]:4000"],
    ["nothing of an address that cannot be read", { proxy: "http://" }, undefined],
  ] as const)
    it(`uses ${what}`, () => assert.equal(proxyFor(origin, { ...none, ...settings }), expected));

  for (const [entry, covered, others] of [
    ["*", ["http://git.example.com", "https://10.1.2.3", "http://[2001:db8::1]"], []],
    ["10.0.0.0/8", ["http://10.1.2.3", "https://10.255.0.1:8443"], ["http://11.0.0.1", "http://10.example.com"]],
    ["192.168.4.0/22", ["http://192.168.7.255"], ["http://192.168.8.0"]],
    ["10.1.2.3/32", ["http://10.1.2.3"], ["http://10.1.2.4"]],
    ["0.0.0.0/0", ["http://8.8.8.8"], ["http://[2001:db8::1]", "http://git.example.com"]],
    ["fd00::/8", ["http://[fd12:3456::1]", "https://[fdff::]:8443"], ["http://[fe80::1]", "http://10.0.0.1"]],
    ["2001:db8:0:4::/62", ["http://[2001:db8:0:7::9]"], ["http://[2001:db8:0:8::9]"]],
    ["[2001:db8::]/32", ["http://[2001:db8:1::9]"], ["http://[2001:db9::1]"]],
    ["10.0.0.0/33", [], ["http://10.0.0.1"]],
    ["10.0.0.0/x", [], ["http://10.0.0.1"]],
    ["10.1.2.3", ["http://10.1.2.3:8080", "http://[::ffff:10.1.2.3]"], ["http://10.1.2.30", "http://110.1.2.3"]],
    ["10.1.2.3:8080", ["http://10.1.2.3:8080"], ["http://10.1.2.3"]],
    ["2001:db8:0:0::7", ["http://[2001:db8::7]"], ["http://[2001:db8::8]"]],
    ["[2001:db8::7]:8443", ["https://[2001:db8::7]:8443"], ["https://[2001:db8::7]"]],
    ["2001:db8::7", ["https://[2001:db8::7]:8443"], ["https://[2001:db8::8]"]],
    ["db8::7", [], ["https://[2001:db8::7]"]],
    ["git.example.com:8443", ["https://git.example.com:8443"], ["https://git.example.com"]],
    ["git.example.com", ["http://git.example.com", "http://a.git.example.com"], ["http://example.com"]],
    [".Example.com", ["http://git.example.com", "http://example.com."], ["http://notexample.com"]],
    ["*.example.com:8443", ["https://git.example.com:8443"], ["https://git.example.com"]],
    ["git.example.com:443", ["https://git.example.com"], ["http://git.example.com"]],
    ["", [], ["http://git.example.com"]],
    [".", [], ["http://git.example.com"]],
    [":443", [], ["https://git.example.com"]],
    ["2.3", [], ["http://10.1.2.3"]],
  ] as const)
    it(`skips the proxy for hosts that ${JSON.stringify(entry)} covers, in the setting and in the environment`, () => {
      for (const settings of [
        { ...none, proxy: "http://p:1", noProxy: ["a.org", ` ${entry} `] },
        { ...none, proxy: "http://p:1", env: { no_proxy: `a.org, ${entry} b.org` } },
      ]) {
        for (const origin of covered) assert.equal(proxyFor(origin, settings), undefined, origin);
        for (const origin of others) assert.equal(proxyFor(origin, settings), "http://p:1", origin);
      }
    });
});

const plainHost = "http://git.forge.invalid";
const secureHost = "https://git.forge.invalid";
const credentials = { scheme: "bearer", token: () => Promise.resolve("secret-token") } as const;
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

describe("through a proxy", () => {
  const company = authority("Company");
  const folder = temporaryFolder();
  const ca = path.join(folder, "ca.pem");
  let plain: TestServer;
  let secure: TestServer;
  let proxy: ProxyServer;
  let net: TestNet;
  /** Names of the client certificates that the secure host saw. */
  const shown: string[] = [];

  before(async () => {
    await writeFile(ca, company.cert);
    plain = await TestServer.start();
    const server = createTlsServer({
      ...company.issue({ name: "host", hosts: ["git.forge.invalid"] }),
      requestCert: true,
      rejectUnauthorized: false,
    });
    server.on("secureConnection", (socket: TLSSocket) =>
      shown.push(String((socket.getPeerCertificate() as Partial<PeerCertificate>).subject?.CN ?? "")),
    );
    secure = await TestServer.start(server);
  });
  afterEach(async () => {
    net.close();
    proxy.close();
    shown.length = 0;
    await Promise.all([plain.reset(), secure.reset()]);
  });
  after(() => Promise.all([plain.close(), secure.close()]));

  const open = async (
    origin: string,
    settings: Readonly<Record<string, unknown>> = {},
    address = (port: number) => `http://127.0.0.1:${port}`,
  ): Promise<void> => {
    const target = origin.startsWith("https:") ? secure : plain;
    for (const server of [plain, secure])
      server.handler = (_request, response) => json(response, { id: 1, username: "alice" });
    proxy = await ProxyServer.start(() => Number(new URL(target.origin).port));
    net = new TestNet({
      "http.proxy": address(proxy.port),
      "forgeline.instances": [{ url: secureHost, ca }],
      ...settings,
    });
  };
  const user = (origin: string): Promise<{ username: string }> => net.client(origin, { credentials }).users.current();

  it("a host with https is connected to: the proxy sees its name, and no token", async () => {
    await open(secureHost);
    assert.equal((await user(secureHost)).username, "alice");
    assert.deepEqual(proxy.seen, ["CONNECT git.forge.invalid:443"]);
    assert.equal(secure.last.headers.authorization, "Bearer secret-token");
    assert.doesNotMatch(JSON.stringify(proxy.headers), /secret-token/);
  });

  it("a client certificate goes to the host only", async () => {
    const person = company.issue({ name: "alice" });
    const both = path.join(folder, "alice.pem");
    await writeFile(both, person.cert + person.key);
    await open(secureHost, { "forgeline.instances": [{ url: secureHost, ca, clientCertificate: both }] });
    await user(secureHost);
    assert.deepEqual(shown, ["alice"]);
  });

  it("that is itself reached by https, the host's ca and certificate are not for the proxy", async () => {
    await open(secureHost);
    proxy.close();
    const certified = company.issue({ name: "proxy", hosts: ["127.0.0.1"] });
    proxy = await ProxyServer.start(() => Number(new URL(secure.origin).port), certified);
    net.set("http.proxy", `https://127.0.0.1:${proxy.port}`);
    assert.equal((await apiFailure(user(secureHost))).kind, "certificate");
    assert.deepEqual(proxy.seen, []);
  });

  for (const origin of [plainHost, secureHost]) {
    const scheme = new URL(origin).protocol;
    const wantsSignIn = (): void => {
      proxy.refuse = (authorization) => (authorization === basic("al ice:p@ss:word") ? undefined : 407);
    };

    it(`that requires authentication gets http.proxyAuthorization, which the host does not (${scheme})`, async () => {
      await open(origin, { "http.proxyAuthorization": basic("al ice:p@ss:word") });
      wantsSignIn();
      assert.equal((await user(origin)).username, "alice");
      assert.deepEqual(proxy.authorizations, [basic("al ice:p@ss:word")]);
      assert.deepEqual(proxy.seen, [
        origin === plainHost ? `GET ${plainHost}/api/v4/user` : "CONNECT git.forge.invalid:443",
      ]);
      const { last } = origin === plainHost ? plain : secure;
      assert.equal(last.headers["proxy-authorization"], undefined);
    });

    it(`that requires authentication gets the username and password of its address (${scheme})`, async () => {
      await open(origin, {}, (port) => `http://al%20ice:p%40ss%3Aword@127.0.0.1:${port}`);
      wantsSignIn();
      assert.deepEqual([(await user(origin)).username, net.log.text.includes("p%40ss")], ["alice", false]);
    });

    it(`that does not accept it is asked once, and the message says what to set (${scheme})`, async () => {
      await open(origin, {}, (port) => `http://alice:wrong@127.0.0.1:${port}`);
      wantsSignIn();
      const read = await apiFailure(user(origin));
      assert.deepEqual([read.kind, read.code, proxy.seen.length], ["proxy", "PROXY_407", 1]);
      assert.match(describeError(read).message, /http\.proxyAuthorization/);
      assert.doesNotMatch(`${read.message}${describeError(read).message}${net.log.text}`, /wrong/);
      const write = await apiFailure(net.client(origin).pipelines.create(1, { ref: "main" }));
      assert.deepEqual([write.kind, write.outcomeUnknown, proxy.seen.length], ["proxy", false, 2]);
    });
  }

  it("that refuses or cannot reach the host is asked again for a read only, and if another try may help", async () => {
    await open(secureHost);
    proxy.refuse = () => 403;
    assert.deepEqual([(await apiFailure(user(secureHost))).code, proxy.seen.length], ["PROXY_403", 1]);
    proxy.refuse = () => (proxy.seen.length < 4 ? 502 : undefined);
    assert.deepEqual([(await user(secureHost)).username, proxy.seen.length], ["alice", 4]);
    proxy.refuse = () => 502;
    net.set("http.proxySupport", "on");
    const write = await apiFailure(net.client(secureHost).pipelines.create(1, { ref: "main" }));
    assert.deepEqual([write.kind, write.code, write.outcomeUnknown], ["network", "PROXY_502", false]);
    assert.equal(proxy.seen.length, 5);
  });

  for (const [what, userInfo, scheme, says] of [
    ["of another kind is refused", "", "socks4", /socks4:.* cannot be used: only http, https and socks5/],
    [
      "with an unencoded password is refused",
      "alice:100%secret@",
      "http",
      /127\.0\.0\.1:\d+ is not valid\. Write % as %25/,
    ],
  ] as const)
    it(`${what}, with what to change and without the password`, async () => {
      await open(secureHost, {}, (port) => `${scheme}://${userInfo}127.0.0.1:${port}`);
      const error = await apiFailure(user(secureHost));
      assert.equal(error.kind, "proxy");
      const { message } = describeError(error);
      assert.match(message, says);
      assert.doesNotMatch(`${message}${error.message}${net.log.text}`, /secret/);
      assert.deepEqual(proxy.seen, []);
    });

  for (const [origin, target] of [
    [plainHost, "git.forge.invalid:80"],
    [secureHost, "git.forge.invalid:443"],
  ] as const)
    it(`of SOCKS 5 is connected to by name, with its username and password (${new URL(origin).protocol})`, async () => {
      await open(origin);
      const { origin: served } = origin === plainHost ? plain : secure;
      const socks = await SocksServer.start(() => Number(new URL(served).port), "al ice:p@ss");
      try {
        net.set("http.proxy", `socks5://al%20ice:p%40ss@127.0.0.1:${socks.port}`);
        assert.equal((await user(origin)).username, "alice");
        net.set("http.proxy", `socks5://alice:wrong@127.0.0.1:${socks.port}`);
        const error = await apiFailure(user(origin));
        assert.deepEqual([error.kind, error.code], ["proxy", "UND_ERR_SOCKS5_AUTH_FAILED"]);
        assert.doesNotMatch(error.message, /wrong/);
        assert.deepEqual(socks.seen, [target]);
      } finally {
        socks.close();
      }
    });

  it("is not used for this machine, nor for hosts of http.noProxy", async () => {
    await open(plainHost, { "http.noProxy": [".forge.invalid"] });
    await user(plain.origin);
    assert.equal((await apiFailure(user(plainHost))).kind, "network");
    assert.equal(proxy.seen.length, 0);
  });

  it("a redirect of the host to an address without the proxy goes there directly", async () => {
    await open(plainHost);
    secure.handler = plain.handler;
    plain.handler = (request, response) =>
      request.headers.host === "git.forge.invalid"
        ? response.writeHead(302, { location: `${plain.origin}/api/v4/user` }).end()
        : json(response, { id: 2, username: "direct" });
    assert.deepEqual([(await user(plainHost)).username, proxy.seen.length], ["direct", 1]);
    assert.equal(plain.last.headers.authorization, undefined);
  });
});
