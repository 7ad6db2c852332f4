import { unwatchFile, watchFile } from "node:fs";
import path from "node:path";
import type { Disposable } from "../core/base/disposable.ts";

/**
 * Calls `changed` after one ref moved, came or went, whether its file is there yet or not. The editor's watcher cannot be
 * trusted with this: what git writes into a folder that it has just made, as for `origin/team/topic`, it may never tell.
 * Calls it at first, too, when there is no such file.
 * @param commonDir where the repository's refs are
 * @param ref full name, as `refs/remotes/origin/main`
 * @param interval ms between looks; a look is one `stat`
 */
export function watchRef(commonDir: string, ref: string, changed: () => void, interval = 1_000): Disposable {
  const file = path.join(commonDir, ref);
  const look = (): void => changed(); // One of its own for each watch: listeners are let go of by identity.
  watchFile(file, { persistent: false, interval }, look);
  return { dispose: () => unwatchFile(file, look) };
}
