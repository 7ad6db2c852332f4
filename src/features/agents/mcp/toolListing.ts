import type { InputSchema } from "../input.ts";
import type { AgentTool } from "../tool.ts";

/** A tool as the Model Context Protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What the server lists without a window. */
export interface ToolListing {
  /** Of the extension. */
  readonly version: string;
  readonly tools: readonly ListedTool[];
}

/** Returns the list of tools. Those that ask before they run change something. */
export const toolListing = (tools: Readonly<Record<string, AgentTool>>, version: string): ToolListing => ({
  version,
  tools: Object.entries(tools).map(([name, { title, modelDescription, input, plan }]) => ({
    name,
    title,
    description: modelDescription,
    inputSchema: input,
    annotations: { title, readOnlyHint: !plan, destructiveHint: plan !== undefined, openWorldHint: true },
  })),
});
