import { createHash } from "node:crypto";
import path from "node:path";
import { workspace } from "vscode";
import type { Memory } from "../base/memory.ts";
import { DiskMemory } from "./diskMemory.ts";

/**
 * Where texts are kept that were written and not sent, for each workspace. VS Code's own folder for a workspace is another one while a
 * window that was left still holds it.
 * @param storage folder of the extension's own files
 */
export function unsentMemory(storage: string): Memory {
  const { workspaceFile, workspaceFolders = [] } = workspace;
  const opened = workspaceFile ? [workspaceFile] : workspaceFolders.map(({ uri }) => uri);
  const name = createHash("sha256").update(opened.join("\n")).digest("hex").slice(0, 32);
  return new DiskMemory(path.join(storage, "unsent", name));
}
