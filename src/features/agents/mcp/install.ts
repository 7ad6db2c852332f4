/** The MCP server is run from a folder that stays when the extension is updated, so that configurations of agents do too. */
import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ToolListing } from "./toolListing.ts";

/** Returns the folder of the installed server. @param storage the extension's global storage */
export const serverFolder = (storage: string): string => path.join(storage, "mcp");

/** Returns the path of the installed server. It has no package.json beside it to say that it is a module. */
export const serverScript = (storage: string): string => path.join(serverFolder(storage), "server.cjs");

/** Puts the server and the list of its tools into a private folder. @param built path of the server in the extension */
export async function installServer(folder: string, built: string, listing: ToolListing): Promise<void> {
  await replaceFile(path.join(folder, "server.cjs"), await readFile(built, "utf8"));
  await replaceFile(path.join(folder, "tools.json"), JSON.stringify(listing));
}

/** Writes a file unless it has this text. Servers may start meanwhile, and other windows install theirs. */
async function replaceFile(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return;
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    await writeFile(part, text, { flag: "wx", mode: 0o600 });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
