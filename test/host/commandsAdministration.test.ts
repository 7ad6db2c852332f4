import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { after, afterEach, before, describe } from "mocha";
import * as vscode from "vscode";
import type { SystemHookRef } from "../../src/features/administration/systemHooks/refs.ts";
import { administrator, hooksOnHost, removeHooks } from "./administrators.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { hideViews } from "./shownView.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("administration commands", () => {
  const stage = setStage();
  const { look, pick, type, dialog, escape, field } = stage;
  const remembered = () => stage.app.memory.keys().map((key) => stage.app.memory.get(key));
  const { control } = stage;
  /** Where hooks are sent to, and what came. */
  let receiver: Server;
  let address: string;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];

  before(async () => {
    receiver = createServer((request, response) => {
      let body = "";
      request
        .on("data", (part: Buffer) => (body += part.toString()))
        .on("end", () => {
          received.push({ headers: request.headers, body });
          response.end();
        });
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    stage.client = (await administrator()).connection.client;
    await hideViews(stage.app);
  });
  after(() => void receiver.close());
  afterEach(async () => {
    received.length = 0;
    await removeHooks();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  const row = async (request: { url: string; token?: string }): Promise<SystemHookRef> => ({
    instance: stage.info.url,
    hook: await stage.client.systemHooks.create(request),
  });
  const shown = (name: RegExp): Promise<string> =>
    until(
      `the text ${name.source}`,
      () => {
        const document = vscode.window.activeTextEditor?.document;
        return (
          document !== undefined && name.test(document.uri.path) && document.getText() !== "" && document.getText()
        );
      },
      vscode.window.onDidChangeActiveTextEditor,
      vscode.workspace.onDidChangeTextDocument,
    );
  const create = "Create System Hook";

  command("forgeline.systemHook.create", "validates the address and sends all switches", async (run) => {
    const done = run();
    await type("URL", "ftp://example.com");
    assert.equal((await look("URL", "Enter a URL that starts with http:// or https://")).value, "ftp://example.com");
    await type("URL", address);
    await pick(create, "Pushes");
    await pick(create, "Repository updates");
    await pick(create, "Verify SSL Certificate");
    await field(create, "Secret Token", "pass phrase");
    const box = await look(create, "set");
    assert.equal(JSON.stringify(box).includes("pass phrase"), false);
    await pick(create, "Create");
    await done;
    const [hook] = await hooksOnHost();
    assert.ok(hook);
    assert.deepEqual(
      [
        hook.url,
        hook.push_events,
        hook.tag_push_events,
        hook.merge_requests_events,
        hook.repository_update_events,
        hook.enable_ssl_verification,
      ],
      [address, true, false, false, false, false],
    );
    assert.match(stage.notices.join(), /System hook “.*\/hook” created\. Test it to check that events arrive/);
    await stage.client.systemHooks.test(hook.id);
    await control.waitForDelivery({ hookId: hook.id });
    assert.ok(Object.values(received[0]?.headers ?? {}).includes("pass phrase"));
    assert.equal(JSON.stringify([await draftsOf(stage.app), remembered()]).includes("pass phrase"), false);
  });

  command("forgeline.systemHook.create", "keeps fields when the host refuses or it is closed", async (run) => {
    await control.fault({
      method: "POST",
      path: "/hooks$",
      status: 422,
      body: { message: { url: ["is blocked: Requests to the local network are not allowed"] } },
    });
    const lines: string[] = [];
    const listening = (["trace", "debug", "info", "warn", "error"] as const).map((level) =>
      replace(
        stage.app.log,
        level,
        () =>
          (...given: unknown[]) =>
            void lines.push(inspect(given, { depth: 10, showHidden: true })),
      ),
    );
    let done = run();
    await type("URL", "https://inside.example.com/x");
    await pick(create, "Tag pushes");
    await field(create, "Secret Token", "hunter2");
    await pick(create, "Create");
    const { rows } = await look(create, "does not allow hooks to its local network");
    assert.ok(rows.some((text) => text.includes("Tag pushes")));
    await escape(create);
    await done;
    for (const one of listening) one.dispose();
    assert.ok(
      lines.some((line) => line.includes("/hooks")),
      "the refusal is logged",
    );
    assert.equal(
      lines.some((line) => line.includes("hunter2")),
      false,
    );
    await control.clearFaults();
    done = run();
    await field(create, "URL", address);
    // As the documents show it: one hook in a list.
    await control.fault({
      method: "POST",
      path: "/hooks$",
      status: 201,
      body: [
        {
          id: 7,
          url: address,
          created_at: null,
          push_events: false,
          tag_push_events: true,
          merge_requests_events: false,
          repository_update_events: true,
          enable_ssl_verification: true,
        },
      ],
    });
    await pick(create, "Create");
    await done;
    assert.match(stage.notices.join(), /created\. Test it/);
    assert.deepEqual(await draftsOf(stage.app, "newSystemHook"), []);
  });

  command("forgeline.systemHook.show", "shows all fields but the secret", async (run) => {
    const ref = await row({ url: address, token: "s3cret" });
    await run(ref);
    const text = await shown(/System Hook \d+\.txt$/);
    for (const line of [
      `Host: ${stage.info.url}`,
      `URL: ${address}`,
      "Repository updates: yes",
      "Pushes: no",
      "SSL verification: yes",
      "State: enabled",
      "Secret token: never shown by the host",
    ])
      assert.ok(text.includes(`${line}\n`), `${line} is not in ${text}`);
    assert.equal(text.includes("s3cret"), false);
    const done = run();
    await pick("Show System Hook", address);
    await done;
  });

  command("forgeline.systemHook.test", "sends test data and shows it", async (run) => {
    const ref = await row({ url: address });
    await run(ref);
    const payload = JSON.parse(await shown(/System Hook \d+ Test\.json$/)) as object;
    await control.waitForDelivery({ hookId: ref.hook.id });
    assert.deepEqual(JSON.parse(received[0]?.body ?? ""), payload);
    assert.equal((payload as { event_name?: string }).event_name, "project_create");
    assert.match(stage.notices.join(), /sent this test data to “.*”\. The host does not return the response\./);
  });

  command("forgeline.systemHook.test", "reports a deleted hook", async (run) => {
    const ref = await row({ url: address });
    await removeHooks();
    await run(ref);
    const { text, buttons } = await stage.message();
    assert.match(text, /: The system hook “.*\/hook” was deleted by someone else\.$/);
    assert.equal(buttons[0], "Refresh");
  });

  command("forgeline.systemHook.delete", "deletes one after a question", async (run) => {
    const ref = await row({ url: address });
    await row({ url: "https://stays.example.com/" });
    let done = run(ref);
    const said = await dialog("Cancel");
    await done;
    for (const part of [address, "127.0.0.1", "cannot be undone"])
      assert.ok(said.includes(part), `${part} is not in ${said}`);
    stage.messages.take();
    assert.equal((await hooksOnHost()).length, 2);
    done = run();
    await pick("Delete System Hook", address);
    await dialog("Delete");
    await done;
    stage.messages.take();
    assert.deepEqual(
      (await hooksOnHost()).map(({ url }) => url),
      ["https://stays.example.com/"],
    );
    assert.match(stage.notices.join(), / deleted\./);
  });

  command("forgeline.administration.showCurrentUserAs", "takes a row or a typed user", async (run) => {
    const box = "Show Current User As";
    const { bob } = stage.info.users;
    let done = run();
    await pick(box, bob.name);
    await done;
    const text = await shown(/Current User as bob\.txt$/);
    for (const line of [`User: ${bob.name} (@bob, ID ${bob.id})`, "State: active"])
      assert.ok(text.includes(`${line}\n`), `${line} is not in ${text}`);
    assert.match(text, /^Requested as this user by admin @/);
    assert.ok((await control.requests()).some(({ path }) => /\/user\?sudo=/.test(path)));
    done = run();
    await type(box, "@nobody-at-all");
    await done;
    assert.match((await stage.message()).text, /User @nobody-at-all not found on .*\./);
    done = run();
    await type(box, "999999");
    await done;
    assert.match((await stage.message()).text, /User 999999 not found on .*\./);
  });
});
