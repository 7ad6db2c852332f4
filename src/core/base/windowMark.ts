import { readFileSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { parseStat } from "./processIdentity.ts";

/** Says in the names of files which window wrote them, and whether that one has ended. Without dots. */
export interface WindowMark {
  readonly own: string;
  /** @param writtenAt when it last wrote, in ms since the epoch */
  hasEnded(mark: string, writtenAt: number): boolean;
}

/** Milliseconds after which a window counts as ended whose process cannot be seen from here, as before a container was built anew. */
const LEFT_AFTER = 10 * 60_000;
/** Milliseconds by which the time of the system's start may be wrong. */
const BOOT_LEEWAY = 60_000;

/**
 * Returns the mark of this process: each window has an extension host of its own.
 * @param startOf returns when a running process has started; empty if the system does not say, undefined if it has ended
 */
export function markOfWindow(startOf = startOfProcess): WindowMark {
  // Elsewhere the extension's files are of one machine, whose name may change with its network.
  const machine = Buffer.from(process.platform === "linux" ? hostname() : process.platform).toString("hex");
  const { pid } = process;
  return {
    own: `${pid}-${startOf(pid)}-${machine}`,
    hasEnded: (mark, writtenAt) => {
      const [other, started, place] = mark.split("-");
      if (place !== machine) return Date.now() - writtenAt > LEFT_AFTER;
      const now = startOf(Number(other));
      // A pid may be used again by a process that runs for long, but no window has written before the system was started.
      return now === "" ? writtenAt < Date.now() - uptime() * 1_000 - BOOT_LEEWAY : now !== started;
    },
  };
}

/** Returns when a running process has started, since pids are used again. */
function startOfProcess(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    // Z and X: it has ended and was not reaped yet.
    return stat === undefined ? "" : /[ZX]/.test(stat.state) ? undefined : stat.started;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? undefined : "";
  }
}
