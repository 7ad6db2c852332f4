/** Where tests keep what they need for a while. */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
/** Bytes that have to be free there: more than all windows, clones and repositories of a run take. */
const room = 4 * 1024 ** 3;

/**
 * Has this process, and those that it starts, keep temporary files in memory where Linux offers that, unless TMPDIR says otherwise. Tests
 * make thousands of folders and repositories; on a disk they take a third longer. What is left of them goes when this process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !isUsable()) return;
  const folder = mkdtempSync(join(memory, "forgeline-"));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function isUsable(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    // Some tests start programs that they wrote there.
    return mount !== undefined && !mount.split(" ")[3]!.split(",").includes("noexec") && bavail * bsize > room;
  } catch {
    return false;
  }
}
