import { readFile, readlink } from "node:fs/promises";
import { hostname, uptime } from "node:os";

/** Identifies a process across containers and restarts, where a pid alone can repeat. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot, pid namespace and time namespace; only processes with the same place can be compared. */
  readonly place: string;
  /** Start time in system-specific units; absent if the system does not provide it. */
  readonly started?: string;
}

/** Returns the identity of this process, or undefined if the system does not provide it. */
export async function ownIdentity(): Promise<ProcessIdentity | undefined> {
  const { pid, platform } = process;
  if (platform !== "linux") {
    const minutes = Math.round((Date.now() - uptime() * 1000) / 60_000);
    return { pid, place: `${platform} ${hostname()} ${minutes}` };
  }
  try {
    const [boot, pids, times, stat] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readlink("/proc/self/ns/pid"),
      // Start times are relative to the time namespace; older kernels have only one.
      readlink("/proc/self/ns/time").catch(() => ""),
      readStat(pid),
    ]);
    return stat && { pid, place: `${boot.trim()} ${pids} ${times}`, started: stat.started };
  } catch {
    return undefined;
  }
}

/** Returns true if a process is known to have ended; false if it runs or is not visible from here. */
export async function hasEnded(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (other.place !== own.place) return false;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  if (other.started === undefined) return false;
  const stat = await readStat(other.pid);
  // Z and X: it has ended and was not reaped yet.
  return stat !== undefined && (/[ZX]/.test(stat.state) || stat.started !== other.started);
}

/** Parses a stored identity; undefined for anything malformed. */
export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, place, started } = value as Readonly<Record<string, unknown>>;
  if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || typeof place !== "string") return undefined;
  return { pid, place, ...(typeof started === "string" ? { started } : {}) };
}

/** Returns the state and the start time of a process that runs. */
async function readStat(pid: number): Promise<ReturnType<typeof parseStat>> {
  try {
    return parseStat(await readFile(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** Parses fields 3 and 22 of proc_pid_stat(5). The name before them may contain spaces and parentheses. */
export function parseStat(stat: string): { readonly state: string; readonly started: string } | undefined {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const started = fields[18];
  return state === undefined || started === undefined ? undefined : { state, started };
}
