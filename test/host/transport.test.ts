import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import { authority } from "../unit/api/certificate.ts";
import { ProxyServer } from "../unit/core/net/proxyServer.ts";
import type { App } from "./app.ts";
import { command } from "./commandTest.ts";
import { failureOf, far, fetchSpy, secureFar, set, transportSetting } from "./fetchSpy.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";

const listening = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};
const closed = (server: Server): Promise<unknown> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

describe("the way out", () => {
  const { info, url } = localService();
  let app: App;
  /** Settings that a test changed, as they were. */
  const changed = new Map<string, readonly [section: string, key: string, before: unknown]>();
  const set = async (section: string, key: string, value: unknown): Promise<void> => {
    const configuration = vscode.workspace.getConfiguration(section);
    const name = `${section}.${key}`;
    if (!changed.has(name)) changed.set(name, [section, key, configuration.inspect(key)?.globalValue]);
    await configuration.update(key, value, vscode.ConfigurationTarget.Global);
  };

  before(async () => {
    ({ app } = await freshWindow());
  });
  afterEach(async () => {
    for (const [section, key, before] of changed.values())
      await vscode.workspace.getConfiguration(section).update(key, before, vscode.ConfigurationTarget.Global);
    changed.clear();
  });
  after(() => signedOut());

  it("trusts a host's CA and sends the client certificate through a proxy @oldest", async () => {
    const company = authority("Company");
    const person = company.issue({ name: "alice" });
    const folder = await mkdtemp(path.join(tmpdir(), "forgeline-certificates-"));
    const [ca, clientCertificate] = [path.join(folder, "ca.pem"), path.join(folder, "alice.pem")];
    await Promise.all([writeFile(ca, company.cert), writeFile(clientCertificate, person.cert + person.key)]);
    const shown: unknown[] = [];
    const server = createHttpsServer(
      {
        ...company.issue({ name: "host", hosts: ["git.forge.invalid"] }),
        requestCert: true,
        rejectUnauthorized: true,
        ca: company.cert,
      },
      (request, response) => {
        shown.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ id: 1, username: "tls" }));
      },
    ) as unknown as Server;
    const port = await listening(server);
    const proxy = await ProxyServer.start(() => port);
    try {
      await set("http", "proxy", `http://127.0.0.1:${proxy.port}`);
      const client = app.connections.connect("https://git.forge.invalid");
      await assert.rejects(client.users.current(), { kind: "certificate" });
      const entry = { url: "https://git.forge.invalid", ca };
      await set("forgeline", "instances", [{ url }, entry]);
      await assert.rejects(client.users.current(), { kind: "certificate", code: /CERTIFICATE_REQUIRED$/ });
      await set("forgeline", "instances", [{ url }, { ...entry, clientCertificate }]);
      assert.equal((await client.users.current()).username, "tls");
      assert.deepEqual(shown, ["alice"]);
      assert.ok(
        proxy.seen.every((asked) => asked === "CONNECT git.forge.invalid:443"),
        proxy.seen.join(),
      );
    } finally {
      proxy.close();
      await closed(server);
      await rm(folder, { recursive: true });
    }
  });

  it("uses the proxy of the settings, except for hosts of http.noProxy", async () => {
    const proxy = await ProxyServer.start(() => Number(new URL(url).port));
    const { seen } = proxy;
    try {
      await set("http", "proxy", `http://127.0.0.1:${proxy.port}`);
      const client = app.connections.connect("http://git.forge.invalid", {
        scheme: "private-token",
        token: () => Promise.resolve(info.users.alice.token),
      });
      assert.equal((await client.users.current()).username, "alice");
      assert.equal(seen.length, 1);
      const found = seen[0] ?? "";
      assert.match(found, /^(?:CONNECT git\.forge\.invalid:80|GET http:\/\/git\.forge\.invalid\/api\/v4\/user)$/);
      const { connection } = await signedIn();
      await connection.client.users.current();
      assert.equal(seen.length, 1, "Loopback never goes through a proxy");
      await set("http", "noProxy", ["*.forge.invalid"]);
      await assert.rejects(client.users.current(), { kind: "network" });
      assert.equal(seen.length, 1);
    } finally {
      proxy.close();
    }
  });
});

describe("VS Code's network", () => {
  const stage = setStage();
  const { fetched, redirects, fetchedFar } = fetchSpy();
  const setting = transportSetting;
  const offer = "Use VS Code's Network";

  const gather = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  it("carries all that the client sends and reads @window @oldest", async () => {
    const { project } = stage.scope;
    const { jobs } = await stage.pipeline({ jobs: [{ trace: "one\ntwo\nthree\n" }] });
    assert.equal(fetched.length, 0, "not used by default");
    await set(setting, "vscode");
    const { client } = stage.app.connections.get(stage.scope.instance);
    assert.equal((await client.users.current()).username, "alice");
    const pipelines = await client.pipelines.list(project, {}, { perPage: 2 }).page();
    assert.equal(pipelines.items.length, 2);

    const head = await client.repositoryFiles.head(project, "README.md", { ref: "main" });
    const raw = await client.repositoryFiles.raw(project, "README.md", { ref: "main" });
    const text = await gather(raw.body);
    assert.deepEqual([head.size, raw.length], [text.length, text.length]);

    const [job] = jobs;
    const log = await client.jobs.trace(project, job!.job.id);
    assert.equal(String(await gather(log.body)), "one\ntwo\nthree\n");
    const part = await client.jobs.trace(project, job!.job.id, { start: 4 });
    assert.deepEqual([part.status, part.start, String(await gather(part.body))], [206, 4, "two\nthree\n"]);
    assert.ok(log.etag);
    const same = await client.jobs.trace(project, job!.job.id, { etag: log.etag });
    assert.equal(same.status, 304);
    await same.close();

    const bytes = randomBytes(700_000);
    const { url } = await client.extras.upload(project, uploadBytes("random.bin", bytes));
    const [, secret = "", filename = ""] = /\/uploads\/(\w+)\/(.+)$/.exec(url) ?? [];
    const back = await client.extras.readUpload(project, { secret, filename }, 1_000_000);
    assert.ok(back && bytes.equals(back));

    const made = await client.pipelines.create(project, { ref: "main" });
    assert.equal((await client.pipelines.get(project, made.id)).id, made.id);
    await client.pipelines.cancel(project, made.id);
    await assert.rejects(client.pipelines.get(project, 99_999_999), { kind: "notFound", status: 404 });
    const stop = new AbortController();
    const cancelled = client.users.current({ signal: stop.signal });
    stop.abort();
    await assert.rejects(cancelled, { kind: "cancelled" });
    // VS Code's fetch then leaves redirects to the client, and never becomes Electron's.
    assert.deepEqual([...redirects], ["manual"]);
    for (const method of ["GET", "HEAD", "POST"])
      assert.ok(
        fetched.some((request) => request.startsWith(`${method} ${stage.scope.instance}/`)),
        `${method} by fetch`,
      );
  });

  for (const transport of ["undici", "vscode"]) {
    it(`leaves hosts with files of their own to Forgeline's connections, with ${transport}`, async () => {
      await set(setting, transport);
      const instances = vscode.workspace.getConfiguration().inspect("forgeline.instances")?.globalValue;
      try {
        await set("forgeline.instances", [{ url: secureFar, ca: "/none/ca.pem" }]);
        const client = stage.app.connections.connect(secureFar);
        await assert.rejects(client.users.current(), /\/none\/ca\.pem/);
        assert.deepEqual(fetchedFar(), []);
      } finally {
        await set("forgeline.instances", instances);
      }
    });
  }

  command("forgeline.useEditorNetwork", "sets the user's setting and refreshes the views", async (run) => {
    let refreshed = 0;
    const listening = stage.app.views.onDidRefresh(() => refreshed++);
    await run();
    listening.dispose();
    assert.equal(refreshed, 1, "rows that could not be loaded are read again");
    assert.equal(vscode.workspace.getConfiguration().inspect(setting)?.globalValue, "vscode");
    assert.match(stage.notices.join(), /now uses VS Code's network.*forgeline\.http\.transport/);
    await stage.app.connections.get(stage.scope.instance).client.users.current();
    assert.ok(fetched.includes(`GET ${stage.scope.instance}/api/v4/user`));
  });

  it("is a button of one message when connecting fails, and works when it is pressed", async () => {
    const error = await failureOf(stage, far);
    const done = stage.app.report.error(error, "Refresh Views");
    const again = stage.app.report.error(error, "Refresh Views");
    const { buttons } = await stage.message();
    assert.deepEqual(buttons, ["Proxy Settings", offer, "Show Log"]);
    await again;
    await stage.press(offer);
    await done;
    assert.equal(vscode.workspace.getConfiguration().inspect(setting)?.globalValue, "vscode");
  });

  it("is not offered by background tasks, when it is in use, or where it cannot help", async () => {
    stage.app.report.background(await failureOf(stage, far), "Update pipelines");
    assert.equal(stage.messages.count, 0);
    const shown = async (url: string): Promise<readonly string[]> => {
      void stage.app.report.error(await failureOf(stage, url), "Test");
      const { buttons } = await stage.message();
      await stage.closeMessages();
      return buttons;
    };
    assert.deepEqual(await shown("http://127.0.0.1:9"), ["Show Log"]);
    await set(setting, "vscode");
    assert.deepEqual(await shown(far), ["Proxy Settings", "Show Log"]);
  });
});
