import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";

/** How the MCP server is built: one file that Node 18 runs from any folder, with its libraries. */
export const mcpServerBuild = {
  entryPoints: { mcp: "src/features/agents/mcp/script/main.ts" },
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node18",
  charset: "utf8",
  legalComments: "none",
} as const satisfies BuildOptions;

/** Builds the server of these sources into a folder that goes when this process ends. Returns its path. */
export async function builtMcpServer(root: string): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), "forgeline-mcp-built-"));
  process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));
  await build({ ...mcpServerBuild, absWorkingDir: root, outdir, logLevel: "error" });
  return join(outdir, "mcp.js");
}
