import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Disposable } from "../core/base/disposable.ts";

/**
 * Calls `changed` when the file of a ref was created, moved or deleted; also once initially if there is none, as of a packed ref.
 * VS Code's watcher may miss files in folders created at the same time, as for `origin/team/topic`; it sees `packed-refs`.
 * @param commonDir folder with the repository's refs
 * @param ref full name, for example `refs/remotes/origin/main`
 * @param interval milliseconds between checks, each of which is one `stat`
 */
export function watchRef(commonDir: string, ref: string, changed: () => void, interval = 1_000): Disposable {
  const file = path.join(commonDir, ref);
  const look = (): void => changed(); // One of its own for each watch: listeners are let go of by identity.
  watchFile(file, { persistent: false, interval }, look);
  return { dispose: () => unwatchFile(file, look) };
}

/** Returns the commit of a ref from git's files; undefined where they do not have it, as without the ref or with reftables. */
export async function readRef(commonDir: string, ref: string): Promise<string | undefined> {
  const textOf = (file: string): Promise<string> => readFile(path.join(commonDir, file), "utf8").catch(() => "");
  const [loose] = /^[0-9a-f]{40,64}(?=\n$)/.exec(await textOf(ref)) ?? [];
  if (loose !== undefined) return loose;
  const packed = (await textOf("packed-refs")).split("\n").find((line) => line.endsWith(` ${ref}`));
  return packed?.slice(0, -ref.length - 1);
}
