/** Requests through VS Code's own network code, in VS Code, and how it is offered. */
import assert from "node:assert/strict";
import type { Server } from "node:http";
import { createServer } from "node:https";
import * as vscode from "vscode";
import { authority } from "../../unit/api/certificate.ts";
import { listen } from "../../unit/core/net/listen.ts";
import { ProxyServer } from "../../unit/core/net/proxyServer.ts";
import { failureOf, far, fetchSpy, secureFar, set, transportSetting } from "../fetchSpy.ts";
import { isOldest } from "../isOldest.ts";
import { setStage } from "../stage.ts";

describe("VS Code's network and proxies @window", () => {
  const stage = setStage();
  const { fetchedFar } = fetchSpy();
  const setting = transportSetting;
  /** What a person reads when asking a host for the user fails. */
  const messageOf = async (url: string): Promise<string> => {
    void stage.app.report.error(await failureOf(stage, url), "Test");
    const { text } = await stage.message();
    await stage.closeMessages();
    return text;
  };
  it("goes through the proxy that VS Code chooses", async () => {
    const proxy = await ProxyServer.start(() => Number(new URL(stage.scope.instance).port));
    try {
      await set(setting, "vscode");
      await set("http.proxy", `http://127.0.0.1:${proxy.port}`);
      const client = stage.app.connections.connect(far, {
        scheme: "private-token",
        token: () => Promise.resolve(stage.info.users.alice.token),
      });
      assert.equal((await client.users.current()).username, "alice");
      assert.deepEqual(fetchedFar(), [`GET ${far}/api/v4/user`]);
      assert.equal(proxy.seen.length, 1, proxy.seen.join());
    } finally {
      proxy.close();
    }
  });

  // The oldest VS Code keeps its first proxy until the window is reloaded, whatever the settings say.
  const throughAnother = isOldest ? it.skip : it;

  throughAnother("tunnels to a host with https through that proxy, and checks its certificate", async () => {
    const company = authority("Company");
    const asked: (string | undefined)[] = [];
    const server = createServer(company.issue({ name: "host", hosts: ["git.forge.invalid"] }), (request, response) => {
      asked.push(request.url);
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ id: 1, username: "tls" }));
    }) as unknown as Server;
    const port = await listen(server);
    const proxy = await ProxyServer.start(() => port);
    const unchecked = "NODE_TLS_REJECT_UNAUTHORIZED";
    try {
      await set(setting, "vscode");
      await set("http.proxy", `http://127.0.0.1:${proxy.port}`);
      const client = stage.app.connections.connect(secureFar);
      await assert.rejects(client.users.current(), { kind: "certificate", code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
      assert.deepEqual(asked, []);
      // VS Code reads the authorities that it trusts when it starts.
      process.env[unchecked] = "0";
      assert.equal((await client.users.current()).username, "tls");
      assert.deepEqual([...new Set(proxy.seen)], ["CONNECT git.forge.invalid:443"]);
      assert.deepEqual(asked, ["/api/v4/user"]);
    } finally {
      Reflect.deleteProperty(process.env, unchecked);
      proxy.close();
      server.close();
      server.closeAllConnections();
    }
  });

  throughAnother("says of a proxy that refuses, or that is not there, that it is the proxy", async () => {
    const proxy = await ProxyServer.start(() => 9);
    await set(setting, "vscode");
    for (const [url, refusal, says] of [
      [secureFar, 407, /The proxy requires authentication, or did not accept it \(HTTP 407\)/],
      [far, 403, /The proxy refused to connect to git\.forge\.invalid \(HTTP 403\)/],
      [secureFar, 502, /The proxy could not connect to git\.forge\.invalid \(HTTP 502\)/],
    ] as const) {
      proxy.refuse = () => refusal;
      await set("http.proxy", `http://127.0.0.1:${proxy.port}`);
      assert.match(await messageOf(url), says);
    }
    proxy.close();
    await set("http.proxy", `http://127.0.0.1:9`);
    assert.match(
      await messageOf(secureFar),
      /Could not connect to the proxy 127\.0\.0\.1:9: it refused the connection/,
    );
    await set("http.proxy", "http://proxy.invalid:3128");
    assert.match(await messageOf(far), /Could not connect to the proxy proxy\.invalid: its name was not found/);
  });

  // The window in a browser answers that there is none, whatever the system's PAC file says.
  if (vscode.env.uiKind === vscode.UIKind.Web)
    it("knows no proxies of the system in a browser", async () => {
      await set(setting, "vscode");
      for (const support of ["override", "on", "fallback"]) {
        await set("http.proxySupport", support);
        assert.match(await messageOf(secureFar), /Could not connect to git\.forge\.invalid: its name was not found/);
      }
    });
});
