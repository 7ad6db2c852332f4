/** Windows that answer agents, and agents that start the built server, in one process. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { installServer } from "../../../../../src/features/agents/mcp/install.ts";
import { makePrivateFolder } from "../../../../../src/features/agents/mcp/privateFolder.ts";
import { newSocketPath, removeSocketFolder } from "../../../../../src/features/agents/mcp/socketPlace.ts";
import { openSocketServer, type ReceivedCall } from "../../../../../src/features/agents/mcp/socketServer.ts";
import type { ListedTool } from "../../../../../src/features/agents/mcp/toolListing.ts";
import {
  entriesFolder,
  processIdentity,
  type WindowEntry,
  writeEntry,
} from "../../../../../src/features/agents/mcp/windowEntries.ts";
import { builtMcpServer } from "../../../../../tools/mcpServer.ts";
import { root } from "../../../../../tools/root.ts";

export const secret = "the secret of this window";

export const listed: ListedTool = {
  name: "read_it",
  title: "Read It",
  description: "Reads it",
  inputSchema: { type: "object", properties: { job: { type: "integer", description: "ID" } }, required: ["job"] },
  annotations: { title: "Read It", readOnlyHint: true, destructiveHint: false, openWorldHint: true },
};

/** A window with an entry, whose tools answer as a test says. */
export interface TestWindow {
  readonly socket: string;
  readonly file: string;
  close(): void;
}

export interface TestAgent {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Calls a tool. Returns its text, with "failed: " before that of a failure. */
  readonly ask: (input?: Record<string, unknown>, options?: Parameters<Client["callTool"]>[2]) => Promise<string>;
}

export class McpStage {
  /** That of the installed server. */
  folder!: string;
  /** For workspaces; removed after the suite. */
  temporary!: string;
  private number = 0;
  private readonly opened: { close(): unknown }[] = [];

  get script(): string {
    return join(this.folder, "server.cjs");
  }

  /** Returns a new folder. */
  workspace(...names: readonly string[]): string {
    this.number += 1;
    const folder = join(this.temporary, `${this.number}`, ...names);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  async window(
    folders: readonly string[],
    answer: (call: ReceivedCall) => string | Promise<string>,
    entry: Partial<WindowEntry> = {},
  ): Promise<TestWindow> {
    const socket = await newSocketPath();
    const server = await openSocketServer({
      socket,
      secret,
      answer: async (call) => answer(call),
      describe: (error) => (error as Error).message,
    });
    this.number += 1;
    const file = join(entriesFolder(this.folder), `${this.number}.json`);
    await writeEntry(file, { process: await processIdentity(), folders, socket, secret, ...entry });
    const close = (): void => {
      server.dispose();
      rmSync(file, { force: true });
      removeSocketFolder(socket);
    };
    this.opened.push({ close });
    return { socket, file, close };
  }

  async agent(cwd: string, ...args: readonly string[]): Promise<TestAgent> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [this.script, ...args],
      cwd,
      stderr: "inherit",
    });
    const client = new Client({ name: "test-agent", version: "1.0.0" });
    await client.connect(transport);
    this.opened.push(client);
    const ask: TestAgent["ask"] = async (input = {}, options) => {
      const answer = (await client.callTool(
        { name: "read_it", arguments: input },
        undefined,
        options,
      )) as CallToolResult;
      const text = answer.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return answer.isError === true ? `failed: ${text}` : text;
    };
    return { client, transport, ask };
  }

  async closeAll(): Promise<void> {
    for (const one of this.opened.splice(0).reverse()) await one.close();
  }
}

/** Installs the built server for the suite around it. */
export function mcpStage(): McpStage {
  const stage = new McpStage();
  before(async () => {
    stage.temporary = realpathSync(mkdtempSync(join(tmpdir(), "forgeline-mcp-test-")));
    stage.folder = join(stage.temporary, "storage");
    await makePrivateFolder(entriesFolder(stage.folder));
    await installServer(stage.folder, await builtMcpServer(root), { version: "1.2.3", tools: [listed] });
  });
  after(() => rmSync(stage.temporary, { recursive: true, force: true }));
  return stage;
}

/** A call that a window holds until it is told to go on. */
export class HeldCall {
  private readonly came = new Emitter<ReceivedCall>();
  private readonly received = new Promise<ReceivedCall>((resolve) => this.came.event(resolve));
  private finish: ((text: string) => void) | undefined;

  readonly answer = (call: ReceivedCall): Promise<string> => {
    const done = new Promise<string>((resolve) => (this.finish = resolve));
    this.came.fire(call);
    return done;
  };

  call(): Promise<ReceivedCall> {
    return this.received;
  }

  end(text: string): void {
    this.finish?.(text);
  }

  async aborted(): Promise<void> {
    const { signal } = await this.received;
    if (!signal.aborted) await once(signal, "abort");
  }
}
