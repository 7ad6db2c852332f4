import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { setting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("CI templates of a host that names things as the documents do", () => {
  const stage = setStage({ account: false, drawn: ["template picker"] });
  const box = "CI Templates of 127.0.0.1";
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file("/"), name);
  let kept: Uint8Array;
  /** Lets the host be one that nobody has asked yet. */
  const forget = async (): Promise<void> => {
    const { connections, capabilities, templates } = stage.app;
    const before = connections.anonymous(stage.info.url);
    capabilities.of(stage.info.url).set("dialect", "gitlab");
    // A client remembers how its host names things; other settings for hosts bring another client.
    for (const seconds of [59, undefined]) await setting("forgeline.http.timeout", seconds);
    await until(
      "another client",
      () => connections.anonymous(stage.info.url) !== before,
      vscode.workspace.onDidChangeConfiguration,
    );
    templates.clear();
    await rm(join(stage.storage, "templates"), { recursive: true, force: true, maxRetries: 10 });
  };
  beforeEach(async () => {
    await forget();
    kept = await vscode.workspace.fs.readFile(at(".gitlab-ci.yml"));
    await vscode.workspace.fs.delete(at(".gitlab-ci.yml"));
    await stage.control.fault({ path: "/templates/gitlab_ci_ymls", status: 404, body: { error: "404 Not Found" } });
    await stage.control.fault({
      path: "/templates/service_ci_ymls($|\\?)",
      status: 200,
      body: [{ key: "Ruby", name: "Ruby" }],
    });
    await stage.control.fault({
      path: "/templates/service_ci_ymls/Ruby",
      status: 200,
      body: { name: "Ruby", content: "ruby: {script: rake}\n" },
    });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.writeFile(at(".gitlab-ci.yml"), kept);
    await vscode.workspace.fs.delete(at(".service-ci.yml")).then(undefined, () => undefined);
    await stage.control.clearFaults();
    await forget();
  });

  command("forgeline.template.insert", "names file and include the host's way", async (run) => {
    const done = run();
    await stage.pick(box, "Ruby", "Ruby");
    await stage.pick(box, "Include in a New .service-ci.yml");
    await done;
    const made = Buffer.from(await vscode.workspace.fs.readFile(at(".service-ci.yml"))).toString();
    assert.equal(made, "include:\n  - template: Ruby.service-ci.yml\n");
  });
});
