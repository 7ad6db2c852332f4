import assert from "node:assert/strict";
import path from "node:path";
import {
  agentPrograms,
  nodeCommand,
  otherProgram,
  serverCommand,
} from "../../../../../src/features/agents/mcp/configurations.ts";

const program = (name: string) => agentPrograms.find((one) => one.name === name) ?? assert.fail(name);
const node = { command: "node" };
const script = "/home/a b/server.cjs";
const json = (text: string): unknown => JSON.parse(text);

describe("configurations of agents", () => {
  it("are JSON, with VS Code's own Node.js where there is no other", () => {
    const windows = { command: "C:\\Code\\Code.exe", env: { ELECTRON_RUN_AS_NODE: "1" } };
    for (const one of [program("Cursor"), otherProgram("Another agent", "mcp.json")])
      assert.deepEqual(json(one.text(serverCommand(one, windows, script, 'C:\\a "b"'))), {
        mcpServers: { forgeline: { ...windows, args: [script, "--folder", 'C:\\a "b"'] } },
      });
    const code = program("Claude Code");
    assert.deepEqual(json(code.text(serverCommand(code, node, script, undefined))), {
      mcpServers: { forgeline: { type: "stdio", command: "node", args: [script] } },
    });
  });

  it("are TOML for Codex CLI", () => {
    const own = { command: "C:\\Code.exe", args: ['a "b"', "ü\n"] };
    const command = '[mcp_servers.forgeline]\ncommand = "C:\\\\Code.exe"\nargs = ["a \\"b\\"", "ü\\n"]\n';
    const text = program("Codex CLI").text({ ...own, env: { ELECTRON_RUN_AS_NODE: "1" } });
    assert.equal(text, `${command}env = { ELECTRON_RUN_AS_NODE = "1" }\n`);
    assert.ok(!program("Codex CLI").text(own).includes("env"));
  });

  it("use the node on the PATH, never one of the folder they are started in", async () => {
    const choose = (search: string | undefined, ...there: readonly string[]) =>
      nodeCommand({ search, isFile: (file) => Promise.resolve(there.includes(file)), own: "/code" });
    const name = process.platform === "win32" ? "node.exe" : "node";
    const search = ["", ".", "relative", "/bin", "/opt/bin"].join(path.delimiter);
    assert.deepEqual(await choose(search, path.join("/opt/bin", name)), { command: "node" });
    const own = { command: "/code", env: { ELECTRON_RUN_AS_NODE: "1" } };
    assert.deepEqual(await choose(search, name, `./${name}`, path.join("relative", name)), own);
    assert.deepEqual(await choose(undefined, path.join("/opt/bin", name)), own);
  });
});
