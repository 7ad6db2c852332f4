import { isRunning } from "../ui/statusLook.ts";

/** What the number on the view's icon counts. */
export interface BadgeCount {
  readonly kind: "running" | "failed";
  readonly value: number;
}

/**
 * The running ones of those shown; when none runs, one if the latest pipeline of the current branch failed; else nothing.
 * @param latest status of the current branch's latest pipeline
 */
export function countForBadge(statuses: readonly string[], latest: string | undefined): BadgeCount | undefined {
  const running = statuses.filter((status) => isRunning(status)).length;
  if (running > 0) return { kind: "running", value: running };
  return latest === "failed" ? { kind: "failed", value: 1 } : undefined;
}
