import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What stands for "no commit": before a ref is made, and after it is gone. */
export const NO_COMMIT = "0".repeat(40);

/**
 * What a ref of a bare repository says, read from its files as git lays them out: each answer of the service asks for a few, and
 * starting git for each took half of the time that tests took.
 * @param ref full name, as `refs/heads/main`, or `HEAD`
 * @returns the object's name, undefined where there is no such ref
 */
export function readRef(dir: string, ref: string): string | undefined {
  // A path may say the same in many ways; the name of a ref may not.
  if (ref.split("/").some((part) => part === "" || part.startsWith(".") || part.endsWith(".lock"))) return undefined;
  const loose = readIfThere(join(dir, ref));
  if (loose === undefined) return undefined;
  const [, target] = /^ref: (\S+)\s*$/.exec(loose) ?? [];
  return target === undefined ? /^[0-9a-f]{40}/.exec(loose)?.[0] : readRef(dir, target);
}

/** The refs below a folder (`refs/heads/`) with what they say, in the order of their names. */
export function listRefs(dir: string, prefix: string): (readonly [ref: string, object: string])[] {
  return readdirSync(join(dir, prefix), { recursive: true, withFileTypes: true })
    .flatMap((entry) =>
      entry.isFile() ? [prefix + relative(join(dir, prefix), join(entry.parentPath, entry.name))] : [],
    )
    .map((ref) => ref.replaceAll("\\", "/"))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .flatMap((ref) => {
      const object = readRef(dir, ref);
      return object === undefined ? [] : [[ref, object] as const];
    });
}

/**
 * Makes a ref say `after`, under git's own lock, as long as it says `before` (undefined: whatever it says; `NO_COMMIT`: it is not there).
 * Nothing in it waits, so that two calls cannot meet.
 * @returns false, and nothing is changed, wherever this is not plainly so: the ref has moved, somebody holds the lock, another name is in
 * the way; git is to judge then
 */
export function writeRef(dir: string, ref: string, after: string, before: string | undefined): boolean {
  if (!isRefName(ref)) return false;
  const file = join(dir, ref);
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(lock, `${after}\n`, { flag: "wx" });
  } catch (error) {
    if (["EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
  try {
    if (before === undefined || (readRef(dir, ref) ?? NO_COMMIT) === before) {
      renameSync(lock, file);
      return true;
    }
  } catch (error) {
    // An empty folder that other names left.
    if ((error as NodeJS.ErrnoException).code !== "EISDIR") throw error;
  }
  rmSync(lock);
  return false;
}

/** The rules of `git check-ref-format`. */
export function isRefName(ref: string): boolean {
  const parts = ref.split("/");
  return (
    parts.length > 1 &&
    parts.every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock")) &&
    !ref.endsWith(".") &&
    !/[\0- ~^:?*[\\\x7f]|\.\.|@\{/.test(ref)
  );
}

/** The rules of `git check-ref-format --branch`. */
export function isBranchName(branch: string): boolean {
  return isRefName(`refs/heads/${branch}`) && !branch.startsWith("-") && branch !== "HEAD";
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // A folder stands where the file would: the beginning of other names.
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
