/** Requests through VS Code's own network code, in VS Code, and how it is offered. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import { command } from "./commandTest.ts";
import { failureOf, far, fetchSpy, secureFar, set, transportSetting } from "./fetchSpy.ts";
import { setStage } from "./stage.ts";

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
