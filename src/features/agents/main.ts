/** The code that feature.ts loads. */
export { commands } from "./commands.ts";
export { JobLogLines } from "./jobLogLines.ts";
export { EditorCalls } from "./languageModel.ts";
export { AgentAccess } from "./mcp/agentAccess.ts";
