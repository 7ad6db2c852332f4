import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What a ref of a bare repository says, read from its files as git lays them out: each answer of the service asks for a few, and
 * starting git for each took half of the time that tests took.
 * @param ref full name, as `refs/heads/main`, or `HEAD`
 * @returns the object's name, undefined where there is no such ref
 */
export async function readRef(dir: string, ref: string): Promise<string | undefined> {
  // A path may say the same in many ways; the name of a ref may not.
  if (ref.split("/").some((part) => part === "" || part.startsWith(".") || part.endsWith(".lock"))) return undefined;
  const loose = await readIfThere(join(dir, ref));
  if (loose === undefined) return packed(dir, ref);
  const [, target] = /^ref: (\S+)\s*$/.exec(loose) ?? [];
  return target === undefined ? /^[0-9a-f]{40}/.exec(loose)?.[0] : readRef(dir, target);
}

async function packed(dir: string, ref: string): Promise<string | undefined> {
  const lines = (await readIfThere(join(dir, "packed-refs")))?.split("\n") ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.slice(0, 40);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    // A folder stands where the file would: the beginning of other names.
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
