import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { CurrentSource } from "../pipelines/branchPipeline.ts";
import type { PollScheduler } from "./poll.ts";

/** Refreshes everything visible after a commit, push or checkout in this window. */
export function refreshOnEvents(options: {
  readonly current: CurrentSource;
  readonly polling: Pick<PollScheduler, "refreshAll">;
}): Disposable {
  const { current, polling } = options;
  const owned = new DisposableStore();
  const stand = (): { readonly project: string; readonly at: string } | undefined => {
    const { value } = current;
    if (value.kind !== "ready") return undefined;
    const { instance, project, branch, head, pushed } = value.project;
    return { project: JSON.stringify([instance, project]), at: JSON.stringify([branch, head, pushed]) };
  };
  let last = stand();
  owned.add(
    current.onDidChange(() => {
      const next = stand();
      // After a change of project the views reload anyway.
      if (next && last?.project === next.project && last.at !== next.at) polling.refreshAll();
      last = next;
    }),
  );
  return owned;
}
