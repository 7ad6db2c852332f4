import { defineCommands } from "../../core/commands/entries.ts";
import type { AgentsContext } from "./context.ts";

export const commands = defineCommands<AgentsContext>()({});
