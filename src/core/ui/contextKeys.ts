import { commands } from "vscode";
import type { ContextKey, ContextKeys } from "../ids.ts";

/** Sets a key that `when` clauses of package.json read. */
export async function setContextKey<K extends ContextKey>(key: K, value: ContextKeys[K]): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}
