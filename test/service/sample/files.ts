import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** All files below a folder as text, by path with `/` between names. */
export async function readFolder(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1).replaceAll("\\", "/"), await readFile(path, "utf8"));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
