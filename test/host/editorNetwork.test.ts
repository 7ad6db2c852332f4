/** Requests through VS Code's own network code, in VS Code, and how it is offered. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { ApiError, type ApiErrorKind } from "../../src/api/errors.ts";
import { uploadBytes } from "../../src/api/upload.ts";
import { UserError } from "../../src/core/base/errors.ts";
import { ProxyServer } from "../unit/core/net/proxyServer.ts";
import { command } from "./commandTest.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";

describe("VS Code's network", () => {
  const stage = setStage();
  /** What `fetch` was called with, as `GET /path`. */
  const fetched: string[] = [];
  const redirects = new Set<RequestInit["redirect"]>();
  const undo: { dispose(): void }[] = [];
  const setting = "forgeline.http.transport";
  const set = async (name: string, value: unknown): Promise<void> => {
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  };

  beforeEach(() => {
    fetched.length = 0;
    undo.push(
      replace(
        globalThis,
        "fetch",
        (real) =>
          ((input: URL, init: RequestInit) => {
            fetched.push(`${init.method ?? ""} ${input.pathname}`);
            redirects.add(init.redirect);
            return real(input, init);
          }) as typeof fetch,
      ),
    );
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) one.dispose();
    for (const name of [setting, "http.proxy"]) await set(name, undefined);
  });

  const gather = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const failed = (kind: ApiErrorKind, url = "https://git.example.com/api/v4/user"): ApiError =>
    new ApiError({ kind, message: "x", request: { method: "GET", url, instance: new URL(url).origin } });

  it("is not used unless the setting says so", async () => {
    await stage.client.users.current();
    assert.deepEqual(fetched, []);
  });

  it("carries all that the client sends and reads", async () => {
    const { project } = stage.scope;
    const { jobs } = await stage.pipeline({ jobs: [{ trace: "one\ntwo\nthree\n" }] });
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
        fetched.some((request) => request.startsWith(`${method} /`)),
        `${method} by fetch`,
      );
  });

  it("goes through the proxy that VS Code chooses", async () => {
    const proxy = await ProxyServer.start(() => Number(new URL(stage.scope.instance).port));
    try {
      await set(setting, "vscode");
      await set("http.proxy", `http://127.0.0.1:${proxy.port}`);
      const client = stage.app.connections.connect("http://git.forge.invalid", {
        scheme: "private-token",
        token: () => Promise.resolve(stage.info.users.alice.token),
      });
      assert.equal((await client.users.current()).username, "alice");
      assert.deepEqual(fetched, ["GET /api/v4/user"]);
      assert.equal(proxy.seen.length, 1, proxy.seen.join());
      proxy.refuse = () => 403;
      const made = client.pipelines.create(stage.scope.project, { ref: "main" });
      await assert.rejects(made, (error: ApiError) => error.kind !== "cancelled");
    } finally {
      proxy.close();
    }
  });

  for (const transport of ["undici", "vscode"]) {
    it(`leaves hosts with files of their own to Forgeline's connections, with ${transport}`, async () => {
      await set(setting, transport);
      const instances = vscode.workspace.getConfiguration().inspect("forgeline.instances")?.globalValue;
      try {
        await set("forgeline.instances", [{ url: "https://git.forge.invalid", ca: "/none/ca.pem" }]);
        const client = stage.app.connections.connect("https://git.forge.invalid");
        await assert.rejects(client.users.current(), /\/none\/ca\.pem/);
        assert.deepEqual(fetched, []);
      } finally {
        await set("forgeline.instances", instances);
      }
    });
  }

  command("forgeline.useEditorNetwork", "sets the user's setting, for the next request", async (run) => {
    await run();
    assert.equal(vscode.workspace.getConfiguration().inspect(setting)?.globalValue, "vscode");
    assert.match(stage.notices.join(), /now uses VS Code's network.*forgeline\.http\.transport/);
    await stage.app.connections.get(stage.scope.instance).client.users.current();
    assert.ok(fetched.includes("GET /api/v4/user"));
  });

  it("is a button of one message when connecting fails, and works when it is pressed", async () => {
    const done = stage.app.report.error(failed("network"), "Refresh Views");
    const again = stage.app.report.error(failed("network"), "Refresh Views");
    const { buttons } = await stage.message();
    assert.deepEqual(buttons, ["Proxy Settings", "Use VS Code's Network", "Show Log"]);
    await again;
    await stage.person({ action: "press", button: "Use VS Code's Network" });
    await done;
    assert.equal(vscode.workspace.getConfiguration().inspect(setting)?.globalValue, "vscode");
  });

  it("is not offered by background tasks, when it is in use, or where it cannot help", async () => {
    stage.app.report.background(failed("network"), "Update pipelines");
    assert.equal(stage.messages.count, 0);
    const shown = async (error: unknown): Promise<readonly string[]> => {
      void stage.app.report.error(error, "Test");
      const { buttons } = await stage.message();
      await stage.closeMessages();
      return buttons;
    };
    const offer = "Use VS Code's Network";
    assert.ok((await shown(new UserError("Signing in failed", { cause: failed("timeout") }))).includes(offer));
    assert.ok(!(await shown(failed("network", "http://127.0.0.1:9/api/v4/user"))).includes(offer));
    assert.ok(!(await shown(failed("forbidden"))).includes(offer));
    await set(setting, "vscode");
    assert.ok(!(await shown(failed("certificate"))).includes(offer));
  });
});
