import { lm, McpStdioServerDefinition } from "vscode";
import { anyOf } from "../../core/base/events.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { userSetting } from "../../core/userSettings.ts";
import type { AgentsContext } from "./context.ts";
import { toolNames } from "./toolNames.ts";

/** Tools for language models, also over MCP. */
export const agents: Feature<
  AgentsContext,
  typeof import("./main.ts"),
  Pick<AgentsContext, "hide" | "diagnoses" | "ciFiles">
> = {
  commands: ["agents"],
  register(context, load, needs) {
    const logs = onceLoaded(async () => new (await load()).JobLogLines(context.connections));
    const access = onceLoaded(async () => context.owned.add(new (await load()).AgentAccess(self)));
    const self: AgentsContext = { ...context, ...needs, logs, access };
    const calls = onceLoaded(async () => context.owned.add(new (await load()).EditorCalls(self)));
    const setting = (): unknown => userSetting("forgeline.agents.mcp");
    for (const name of toolNames)
      context.owned.add(
        lm.registerTool(name, {
          prepareInvocation: async (options, token) => (await calls()).prepare(name, options, token),
          invoke: async (options, token) => (await calls()).invoke(name, options, token),
        }),
      );
    context.owned.add(
      lm.registerMcpServerDefinitionProvider("forgeline", {
        onDidChangeMcpServerDefinitions: anyOf(context.config.onDidChange),
        provideMcpServerDefinitions: () =>
          setting() === "off"
            ? []
            : [new McpStdioServerDefinition("Forgeline", process.execPath, [], { ELECTRON_RUN_AS_NODE: "1" })],
        resolveMcpServerDefinition: async (definition) => (await access()).forEditor(definition),
      }),
    );
    // Once the window has read its accounts, or when the setting changes.
    context.owned.add(
      anyOf(
        context.current.onDidChange,
        context.config.onDidChange,
      )(() => {
        if (setting() !== "all" || access.loaded) return;
        access().then(
          (opened) => opened.update(),
          (error: unknown) => context.report.background(error, "Let agents connect"),
        );
      }),
    );
    return self;
  },
};
