/**
 * The MCP server, which agents start: a single file that Node 18 or newer runs, on its own or as a part of VS Code. It has no account and
 * sends no request; it passes calls on to a window of VS Code. Its standard output belongs to the protocol.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolListing } from "../toolListing.ts";
import { Windows } from "./windows.ts";

const usage = "Usage: node server.cjs [--folder FOLDER]";

async function main(folder: string): Promise<void> {
  const { values } = parseArgs({ options: { folder: { type: "string" }, window: { type: "string" } } });
  const read = async (): Promise<ToolListing> =>
    JSON.parse(await readFile(path.join(folder, "tools.json"), "utf8")) as ToolListing;
  const { version } = await read();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the other server takes schemas of its own library, not JSON Schema
  const server = new Server({ name: "forgeline", title: "Forgeline", version }, { capabilities: { tools: {} } });
  const pid = values.window === undefined ? undefined : Number(values.window);
  const windows = new Windows(
    folder,
    { pid, folder: values.folder ?? process.cwd() },
    () => server.getClientVersion()?.title ?? server.getClientVersion()?.name ?? "",
  );
  // Read each time: a newer version of the extension may have been installed.
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: (await read()).tools as unknown as Tool[] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const token = params._meta?.progressToken;
    let steps = 0;
    const progress = (message: string): void => {
      if (token === undefined) return;
      steps += 1;
      const sent = { progressToken: token, progress: steps, message };
      sendNotification({ method: "notifications/progress", params: sent }).catch(() => undefined);
    };
    const answer = await windows.call({ name: params.name, input: params.arguments ?? {}, signal, progress });
    return { content: [{ type: "text", text: answer.text }], isError: answer.failed };
  });
  // An open connection would keep the process after its agent has gone.
  process.stdin.once("end", () => process.exit());
  await server.connect(new StdioServerTransport());
}

main(__dirname).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exitCode = 1;
});
