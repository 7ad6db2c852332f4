import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { AccountGuard } from "./accountGuard.ts";
import type { FollowOptions } from "./follow.ts";

/** Returns how a job and its log are requested while the account in use stays the same. */
export function jobTrace(
  host: AccountGuard,
  { project, job: { id } }: JobRef,
): Pick<FollowOptions, "trace" | "tracePart" | "job"> {
  return {
    trace: (request) =>
      host.request(
        ({ jobs }) => jobs.trace(project, id, request),
        (late) => late.close(),
      ),
    tracePart: (request) =>
      host.request(
        async ({ extras }) =>
          extras.available("tracePart") === false ? undefined : extras.tracePart(project, id, request),
        async (late) => late?.close(),
      ),
    job: (signal) => host.request(({ jobs }) => jobs.get(project, id, { signal })),
  };
}
