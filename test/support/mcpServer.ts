import type { BuildOptions } from "esbuild";

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
