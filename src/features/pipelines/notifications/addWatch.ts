import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import { type Watching, watchedOf } from "./watching.ts";

/** Watches a pipeline or job until it ends. @throws UserError if the poller cannot be loaded */
export async function addWatch(watching: Watching, ref: PipelineRef | JobRef): Promise<void> {
  const watched = watchedOf(ref);
  await watching.watches.add({
    project: ref.project,
    ...watched,
    ...("job" in ref && ref.job.name && { name: ref.job.name }),
    since: Date.now(),
  });
  try {
    await watching.load();
  } catch (error) {
    await watching.watches.remove(watched);
    throw new UserError(l10n.t("Notifications could not be loaded. Reload the window and try again."), {
      cause: error,
    });
  }
  watching.added();
}
