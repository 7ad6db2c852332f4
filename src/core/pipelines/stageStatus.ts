import type { Job } from "../../api/resources/jobs.ts";
import { isRunning } from "../ui/statusStyle.ts";

/** The fields of a job that decide the status of its stage. */
export type JudgedJob = Pick<Job, "status" | "allow_failure">;

/** Returns whether a job is running or about to, other than one that waits for its stage. */
export const isActive = ({ status }: { readonly status?: string | null | undefined }): boolean =>
  isRunning(status) && status !== "created";

/** Returns the combined status of a stage: running, then failed, then waiting. */
export function stageStatus(jobs: readonly JudgedJob[]): string {
  const some = (...statuses: readonly string[]): string | undefined =>
    statuses.find((status) => jobs.some((job) => job.status === status));
  const active = jobs.filter((job) => isActive(job));
  if (active.length > 0) return active.every((job) => job.status === "pending") ? "pending" : "running";
  if (jobs.some((job) => job.status === "failed" && job.allow_failure !== true)) return "failed";
  if (jobs.some((job) => job.status === "manual" && job.allow_failure !== true)) return "manual";
  return (
    some("canceled", "created", "scheduled", "success") ??
    (jobs.some((job) => job.status === "failed") ? "success" : some("manual", "skipped")) ??
    "created"
  );
}
