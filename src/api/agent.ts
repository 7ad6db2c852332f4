import type Dispatcher from "undici/types/dispatcher.d.ts";

/** Creates a dispatcher without a proxy: one agent for every origin. Close it to let the process end. */
export function directDispatcher(): {
  dispatcher: (origin: string) => Promise<Dispatcher>;
  close: () => Promise<void>;
} {
  let agent: Promise<Dispatcher> | undefined;
  return {
    dispatcher: () => (agent ??= import("undici/lib/dispatcher/agent.js").then(({ default: Agent }) => new Agent())),
    close: async () => {
      await (await agent)?.destroy();
    },
  };
}
