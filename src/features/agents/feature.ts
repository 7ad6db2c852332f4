import { lm } from "vscode";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import type { AgentsContext } from "./context.ts";
import { toolNames } from "./toolNames.ts";

/** Tools for language models. */
export const agents: Feature<
  AgentsContext,
  typeof import("./main.ts"),
  Pick<AgentsContext, "diagnoses" | "ciFiles">
> = {
  commands: ["agents"],
  register(context, load, needs) {
    const logs = onceLoaded(async () => new (await load()).JobLogLines(context.connections));
    const self = { ...context, ...needs, logs };
    for (const name of toolNames)
      context.owned.add(
        lm.registerTool(name, {
          prepareInvocation: async (options, token) => (await load()).prepareTool(self, name, options, token),
          invoke: async (options, token) => (await load()).invokeTool(self, name, options, token),
        }),
      );
    return self;
  },
};
