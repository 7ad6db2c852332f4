import type { ProjectScope } from "../../../core/base/refs.ts";
import { type ArgumentParser, isObject, isScope } from "../../../core/commands/arguments.ts";
import { refOf } from "../../../core/mergeRequests/review/place.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { MergeRequestsContext } from "../context.ts";
import { parseUpdate, type Update } from "../updates/update.ts";

/** An update to a merge request, as argument of commands. */
export interface UpdateRef extends ProjectScope {
  readonly update: Update;
}

export const updateArgs: ArgumentParser<[update?: UpdateRef]> = ([value]) => {
  if (!isScope(value) || !isObject(value["update"])) return [];
  const update = parseUpdate(value["update"]);
  return update ? [{ instance: value.instance, project: value.project, update }] : [];
};

/** Opens what an update is about, its comment or its merge request, and marks it as read. */
export async function openUpdate(context: MergeRequestsContext, given?: UpdateRef): Promise<void> {
  if (!given) return;
  const { instance, project, update } = given;
  const place = { instance, project, iid: update.iid };
  await markRead(context, given);
  if (update.discussion === undefined) await runCommand("forgeline.mergeRequest.open", refOf(place));
  else await runCommand("forgeline.thread.open", { ...place, discussion: update.discussion });
}

/** Marks an update as read. */
export async function markRead(context: MergeRequestsContext, given?: UpdateRef): Promise<void> {
  if (!given) return;
  const { id, mergeRequest } = given.update;
  await (await context.updates()).markRead(given.instance, (one) => one.id === id && one.mergeRequest === mergeRequest);
}

/** Marks all updates of the account as read. */
export async function markAllRead(context: MergeRequestsContext): Promise<void> {
  const { project } = context.current.require();
  await (await context.updates()).markRead(project.instance);
}
