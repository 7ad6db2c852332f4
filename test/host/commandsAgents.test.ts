import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as vscode from "vscode";
import { toolNames, type ToolName } from "../../src/features/agents/toolNames.ts";
import { command } from "./commandTest.ts";
import { clipboard } from "./inFront.ts";
import { ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";

interface Configuration {
  readonly mcpServers: { readonly forgeline: { readonly command: string; readonly args: string[] } };
}

const setting = "forgeline.agents.mcp";

describe("agents outside of VS Code", () => {
  const stage = setStage();
  const { pick } = stage;
  const clients: Client[] = [];
  /** The window has acted on the change when this is done. */
  const set = async (value: string | undefined): Promise<void> => {
    await vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
    await (await stage.app.agents.access()).update();
  };
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await set("off");
    await set(undefined);
  });

  const start = async (server: StdioServerParameters): Promise<Client> => {
    const client = new Client({ name: "test-agent", version: "1.0.0" });
    clients.push(client);
    await client.connect(new StdioClientTransport({ ...server, stderr: "ignore" }));
    return client;
  };
  const ask = async (client: Client, name: ToolName, input: Record<string, unknown>): Promise<string> => {
    const answer = (await client.callTool({ name, arguments: input })) as CallToolResult;
    const [part] = answer.content;
    return `${answer.isError === true ? "failed: " : ""}${part?.type === "text" ? part.text : ""}`;
  };

  command(
    "forgeline.agents.copyMcpConfiguration",
    "copies what starts a server that reads through this window, until it is turned off",
    async (run) => {
      const project = await ownProject(stage.app);
      await project.open();
      const { id } = await project.add({
        ref: "main",
        status: "failed",
        jobs: [
          { name: "unit", status: "failed", failureReason: "script_failure", trace: "a.c:2:1: error: it broke\n" },
        ],
      });
      const done = run();
      await pick("Copy MCP Configuration", "Another agent", "Another");
      assert.match(await stage.answer("Turn On"), /Let agents outside of VS Code connect\?/);
      await done;
      await stage.says(/^Copied\. Add it to mcp\.json\./);
      const { forgeline } = (JSON.parse(await clipboard()) as Configuration).mcpServers;
      assert.equal(forgeline.args[0], join(stage.storage, "mcp/server.cjs"));
      const client = await start(forgeline);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      assert.deepEqual(names, [...toolNames]);
      assert.match(await ask(client, "forgeline_explain_failure", { pipeline: id }), /> a\.c:2:1: error: it broke/);

      const { accessToken } = stage.app.connections.get(project.instance).session ?? assert.fail("no session");
      const files = readdirSync(join(stage.storage, "mcp"), { recursive: true, withFileTypes: true });
      const texts = files
        .filter((file) => file.isFile())
        .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
      assert.ok(texts.length > 2);
      for (const text of [...texts, JSON.stringify(forgeline)]) assert.ok(!text.includes(accessToken));

      await set("off");
      assert.match(await ask(client, "forgeline_get_pipeline", { pipeline: id }), /^failed: No VS Code window accepts/);
    },
  );

  it("registers for VS Code's own agents without a setting @oldest", async () => {
    const project = await ownProject(stage.app);
    await project.open();
    const { id } = await project.add({ ref: "main", status: "success", jobs: [{ name: "unit", status: "success" }] });
    const access = await stage.app.agents.access();
    const offered = new vscode.McpStdioServerDefinition("Forgeline", process.execPath, []);
    const resolved = (await access.forEditor(offered)) as vscode.McpStdioServerDefinition;
    const client = await start({ command: resolved.command, args: resolved.args, env: { ELECTRON_RUN_AS_NODE: "1" } });
    assert.match(await ask(client, "forgeline_get_pipeline", { pipeline: id }), new RegExp(`Pipeline ${id} of main`));
    const outside = { command: resolved.command, args: resolved.args.slice(0, 1), env: { ELECTRON_RUN_AS_NODE: "1" } };
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const other = await start({ ...outside, cwd: folder?.uri.fsPath ?? assert.fail("no folder") });
    assert.match(await ask(other, "forgeline_get_pipeline", { pipeline: id }), /^failed: No VS Code window accepts/);
  });

  /** Does something while others may use the folder of the server. */
  const whileShared = async (work: () => Promise<void>): Promise<void> => {
    const folder = join(stage.storage, "mcp");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o755);
    try {
      await work();
    } finally {
      chmodSync(folder, 0o700);
    }
  };

  it("refuses a configuration in a folder that others may use", () =>
    whileShared(async () => {
      await vscode.env.clipboard.writeText("before");
      const done = vscode.commands.executeCommand("forgeline.agents.copyMcpConfiguration");
      await pick("Copy MCP Configuration", "Claude Code", "Claude Code");
      await stage.answer("Turn On");
      await done;
      await stage.says(/Not only yours \(mode 0700\): .*mcp$/);
      assert.equal(await clipboard(), "before");
    }));

  it("refuses connections in a folder that others may use", () =>
    whileShared(async () => {
      await set("all");
      assert.equal(stage.messages.count, 0);
      await vscode.commands.executeCommand("forgeline.refresh");
      await stage.says(/Not only yours \(mode 0700\): .*mcp$/);
    }));
});
