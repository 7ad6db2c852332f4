import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import type { AgentsContext } from "./context.ts";
import { copyMcpConfiguration } from "./mcp/copyConfiguration.ts";

export const commands = defineCommands<AgentsContext>()({
  "forgeline.agents.copyMcpConfiguration": {
    title: "Copy MCP Configuration…",
    run: copyMcpConfiguration,
    palette: "always",
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
