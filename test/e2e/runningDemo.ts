/** Starts the real `npm run demo` and ends it as a person does. */
import { on } from "node:events";
import { existsSync, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Child, startChild } from "../../tools/children.ts";
import type { DemoReady } from "../../tools/demoReady.ts";
import { fewExtensionsVariable } from "../../tools/editor.ts";
import { packedVariable } from "../../tools/package.ts";
import { startPatience } from "../../tools/patience.ts";
import { root } from "../../tools/root.ts";
import type { Scope } from "../../tools/scope.ts";

export interface RunningDemo extends DemoReady {
  readonly editor: string;
  readonly process: Child;
  /** Presses Ctrl-C and waits until nobody is left who could still write to the terminal. */
  interrupt(): Promise<void>;
}

/**
 * Resolves when the demo says that it is up. Throws with its output when it ends or takes more than three minutes.
 * @param built whether it builds the extension, as for a person; else it takes the one that was packed for all end-to-end tests
 */
export async function startDemo(scope: Scope, { built = false } = {}): Promise<RunningDemo> {
  const vsix = built ? undefined : process.env[packedVariable];
  const file = join(await scope.folder("forgeline-demo-ready-"), "ready.json");
  const child = await scope.use(
    startChild(
      "npm",
      ["run", "demo", "--", "--browser", "--json-ready", file, ...(vsix === undefined ? [] : ["--vsix", vsix])],
      { cwd: root, env: { ...process.env, [fewExtensionsVariable]: built ? "0" : "1" } },
    ),
  );
  const ended = child.exited.then((code) =>
    Promise.reject(new Error(`The demo ended with ${code}:\n${child.output()}`)),
  );
  ended.catch(() => undefined);
  await Promise.race([ended, thereBy(file, AbortSignal.timeout(startPatience))]).catch((error: unknown) => {
    throw error instanceof Error && error.name === "AbortError"
      ? new Error(`The demo is not up after three minutes:\n${child.output()}`)
      : error;
  });
  const ready = JSON.parse(await readFile(file, "utf8")) as DemoReady;
  if (ready.editor === undefined) throw new Error("The demo opened no browser editor");
  return {
    ...ready,
    editor: ready.editor,
    process: child,
    async interrupt() {
      child.interrupt();
      await child.exited;
    },
  };
}

/** Resolves when the file is there. @throws AbortError */
async function thereBy(file: string, signal: AbortSignal): Promise<void> {
  const watcher = watch(dirname(file));
  try {
    const changes = on(watcher, "change", { signal });
    if (existsSync(file)) return;
    for await (const _ of changes) if (existsSync(file)) return;
  } finally {
    watcher.close();
  }
}
