import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { parseStat } from "./processIdentity.ts";

/** Says in the names of files which window wrote them, and whether that one has ended. Without dots. */
export interface WindowMark {
  readonly own: string;
  /** @param writtenAt when it last wrote, in ms since the epoch */
  hasEnded(mark: string, writtenAt: number): boolean;
}

/** Milliseconds after which a window counts as ended whose process cannot be seen from here, as before a container was built anew. */
const LEFT_AFTER = 10 * 60_000;

/** Returns the mark of this process: each window has an extension host of its own. */
export function markOfWindow(): WindowMark {
  const machine = Buffer.from(hostname()).toString("hex");
  const { pid } = process;
  return {
    own: `${pid}-${startOf(pid)}-${machine}`,
    hasEnded: (mark, writtenAt) => {
      const [other, started, place] = mark.split("-");
      return place === machine ? startOf(Number(other)) !== started : Date.now() - writtenAt > LEFT_AFTER;
    },
  };
}

/** Returns when a running process has started, since pids are used again; empty if the system does not say, undefined if it has ended. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    // Z and X: it has ended and was not reaped yet.
    return stat === undefined ? "" : /[ZX]/.test(stat.state) ? undefined : stat.started;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? undefined : "";
  }
}
