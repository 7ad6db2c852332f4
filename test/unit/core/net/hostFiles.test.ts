/** `ca` and `clientCertificate` of a host, against TLS servers on this machine. */
import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import tls, { type PeerCertificate, type TLSSocket } from "node:tls";
import { describeError } from "../../../../src/core/ui/describeError.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { authority, type Certified } from "../../api/certificate.ts";
import { listen } from "./listen.ts";
import { TestNet } from "./net.ts";

/** Node has no subject where there is no certificate, which its types do not say. */
const nameOfPeer = (socket: TLSSocket): string =>
  String((socket.getPeerCertificate() as Partial<PeerCertificate>).subject?.CN ?? "");

describe("the certificate files of a host", () => {
  const company = authority("Company");
  const stranger = authority("Stranger");
  const host = company.issue({ name: "host", hosts: ["127.0.0.1"] });
  const person = company.issue({ name: "alice" });
  const folder = temporaryFolder();
  let net: TestNet;
  const servers: Server[] = [];
  /** Names of the client certificates of the requests, "" without one. */
  const seen: string[] = [];

  beforeEach(() => {
    net = new TestNet();
  });
  afterEach(() => {
    net.close();
    seen.length = 0;
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  const file = async (name: string, ...content: readonly (string | Buffer)[]): Promise<string> => {
    const written = path.join(folder, name);
    await writeFile(written, content.length === 1 ? content[0]! : content.join(""));
    return written;
  };
  const start = async (certified: Certified = host, options: ServerOptions = {}, location = ""): Promise<string> => {
    const server = createServer({ ...certified, ...options }, (request, response) => {
      seen.push(nameOfPeer(request.socket as TLSSocket));
      if (location !== "") response.writeHead(302, { location });
      else response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: 1, username: "alice" }));
    }) as unknown as Server;
    servers.push(server);
    return `https://127.0.0.1:${await listen(server)}`;
  };
  const wants: ServerOptions = { requestCert: true, rejectUnauthorized: true, ca: company.cert };
  const user = (url: string): Promise<{ username: string }> => net.client(url).users.current();
  const use = (url: string, files: object): void => net.set("forgeline.instances", [{ url, ...files }]);

  describe("ca", () => {
    it("is trusted for its host, in PEM with others or in DER", async () => {
      const url = await start();
      assert.deepEqual([(await apiFailure(user(url))).kind, seen.length], ["certificate", 0], "without the file");
      use(url, { ca: await file("two.pem", "Company\n", stranger.cert, company.cert) });
      assert.equal((await user(url)).username, "alice");
      const der = Buffer.from(company.cert.replace(/-----.*-----|\n/g, ""), "base64");
      use(url, { ca: await file("company.cer", der) });
      assert.equal((await user(url)).username, "alice");
      net.set("http.systemCertificates", false);
      assert.equal((await user(url)).username, "alice");
    });

    it("is not trusted for another host, also not through a redirect of its own", async () => {
      const other = await start();
      const url = await start(host, {}, `${other}/api/v4/user`);
      use(url, { ca: await file("company.pem", company.cert) });
      assert.equal((await apiFailure(user(other))).kind, "certificate");
      assert.equal((await apiFailure(user(url))).kind, "certificate");
      assert.equal(seen.length, 1, "only the redirect was answered");
    });

    it("applies again once the file changes, and no longer once the setting is gone", async () => {
      const url = await start();
      const ca = await file("changing.pem", stranger.cert);
      use(url, { ca });
      assert.equal((await apiFailure(user(url))).kind, "certificate");
      await writeFile(ca, company.cert);
      await utimes(ca, 1, 1);
      assert.equal((await user(url)).username, "alice");
      use(url, {});
      assert.equal((await apiFailure(user(url))).kind, "certificate");
    });
  });

  describe("clientCertificate", () => {
    it("is shown to its host: one file with both, or two", async () => {
      const url = await start(host, wants);
      const ca = await file("company.pem", company.cert);
      use(url, { ca, clientCertificate: await file("both.pem", person.cert, person.key) });
      assert.equal((await user(url)).username, "alice");
      use(url, { ca, clientCertificate: await file("keyFirst.pem", person.key, person.cert) });
      assert.equal((await user(url)).username, "alice");
      const [cert, key] = [await file("cert.pem", person.cert), await file("key.pem", person.key)];
      use(url, { ca, clientCertificate: { cert, key } });
      assert.equal((await user(url)).username, "alice");
      assert.deepEqual(seen, ["alice", "alice", "alice"]);
    });

    it("is required: without one, a write is not sent, and no connection is left open", async () => {
      const url = await start(host, wants);
      use(url, { ca: await file("company.pem", company.cert) });
      const write = await apiFailure(net.client(url).pipelines.create(1, { ref: "main" }));
      assert.deepEqual([write.kind, write.outcomeUnknown, seen], ["certificate", false, []]);
    });

    it("is never shown to another host, also not through a redirect", async () => {
      const asks: ServerOptions = { requestCert: true, rejectUnauthorized: false };
      const other = await start(host, asks);
      const url = await start(host, asks, `${other}/api/v4/user`);
      net.set("http.proxyStrictSSL", false);
      use(url, { clientCertificate: await file("both.pem", person.cert, person.key) });
      await user(url);
      await user(other);
      assert.deepEqual(seen, ["alice", "", ""]);
    });

    for (const [title, code] of [
      ["400 No required SSL certificate was sent", "CLIENT_CERTIFICATE_REQUIRED"],
      ["400 The SSL certificate error", "CLIENT_CERTIFICATE_REFUSED"],
      ["400 Bad Request", undefined],
    ] as const)
      it(`is recognized as what nginx misses by its page: ${title}`, async () => {
        const page = `<html><head><title>${title}</title></head>`;
        const server = createServer(host, (_request, response) =>
          response.writeHead(400, { "content-type": "text/html" }).end(page),
        ) as unknown as Server;
        servers.push(server);
        const url = `https://127.0.0.1:${await listen(server)}`;
        use(url, { ca: await file("company.pem", company.cert) });
        const { kind, code: found } = await apiFailure(net.client(url).pipelines.create(1, { ref: "main" }));
        assert.deepEqual([kind, found], [code === undefined ? "invalidRequest" : "certificate", code]);
      });
  });

  describe("that cannot be used", () => {
    const client = (...content: readonly (string | Buffer)[]) => ({
      clientCertificate: file("client.pem", ...content),
    });
    const encryption = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" } as const;
    const encrypted = (): string => createPrivateKey(person.key).export(encryption).toString();
    const pair = async () => ({ cert: await file("cert.pem", person.cert), key: path.join(folder, "none.key") });
    const cut = company.cert.replace(/\n.{20}/, "\n");
    for (const [what, files, says] of [
      [
        "is missing",
        () => ({ ca: path.join(folder, "none.pem") }),
        /Cannot read .*none\.pem \(file not found\), .* “ca”/,
      ],
      ["is a folder", () => ({ ca: folder }), /Cannot read .* \(not a file\), which is “ca”/],
      ["has no path", () => ({ ca: "certificates/ca.pem" }), /“ca” for .* is not valid\. Enter the absolute path/],
      ["is no path", () => ({ clientCertificate: 5 }), /“clientCertificate” for .* is not valid/],
      ["has no certificate", () => ({ ca: file("text.pem", "hello") }), /Cannot use .*text\.pem.*no certificates/],
      ["is damaged", () => ({ ca: file("cut.pem", cut) }), /contains no certificates/],
      ["has no key", () => client(person.cert), /contains no private key/],
      ["is only a key", () => client(person.key), /contains no certificate\./],
      ["has the key of another", () => client(person.cert, company.key), /key does not belong to the certificate/],
      ["has a passphrase", () => client(person.cert, encrypted()), /protected by a passphrase, which is not supported/],
      ["is PKCS #12", () => client(Buffer.from([0x30, 0x82, 1, 2])), /PKCS #12 file/],
      [
        "is missing as a key",
        () => ({ clientCertificate: pair() }),
        /none\.key \(file not .* “clientCertificate\.key”/,
      ],
    ] as const)
      it(`because it ${what} says which, of which host, and what to do; nothing is sent`, async () => {
        const url = await start();
        const named: Record<string, unknown> = files();
        for (const [name, value] of Object.entries(named)) named[name] = await value;
        use(url, named);
        const error = await apiFailure(user(url));
        const { message, action } = describeError(error);
        assert.match(message, says);
        assert.match(message, /forgeline\.instances/);
        assert.ok(message.includes(url.replace("https://", "")), message);
        assert.doesNotMatch(message, /secret|BEGIN/);
        assert.deepEqual([error.kind, action?.args], ["certificate", ["forgeline.instances"]]);
        const write = await apiFailure(net.client(url).pipelines.create(1, { ref: "main" }));
        assert.deepEqual([write.kind, write.outcomeUnknown, seen.length], ["certificate", false, 0]);
      });

    it("works as soon as it is there, also in the home folder (~)", async () => {
      const url = await start();
      const ca = path.join(folder, "late.pem");
      use(url, { ca: `~/${path.relative(homedir(), ca)}` });
      assert.equal((await apiFailure(user(url))).kind, "certificate");
      await writeFile(ca, company.cert);
      assert.equal((await user(url)).username, "alice");
    });
  });

  it("are read once for all connections to an origin, which are kept", async () => {
    const contexts: unknown[] = [];
    const real = tls.createSecureContext;
    tls.createSecureContext = (options) => {
      contexts.push(options?.ca);
      return real(options);
    };
    syncBuiltinESMExports();
    try {
      const url = await start();
      contexts.length = 0;
      use(url, { ca: await file("company.pem", company.cert) });
      const [first, second] = await Promise.all([net.dispatcher(url), net.dispatcher(url)]);
      await Promise.all(Array.from({ length: 4 }, () => user(url)));
      assert.ok(first === second && first === (await net.dispatcher(url)), "connections are kept");
      assert.deepEqual([seen.length, contexts.length], [4, 1]);
    } finally {
      tls.createSecureContext = real;
      syncBuiltinESMExports();
    }
  });

  it("are not read for a host without encryption, or with an empty setting", async () => {
    const [plain, other] = ["http://127.0.0.1:9", "https://other.invalid"];
    net.set("forgeline.instances", [
      { url: plain, ca: "/none" },
      { url: other, ca: "" },
    ]);
    assert.equal(await net.dispatcher(plain), await net.dispatcher(other));
  });
});
