import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type { MergeRequest, MergeRequestUpdate } from "../../../api/resources/mergeRequests.ts";
import type { UserSummary } from "../../../api/resources/users.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { difference, labelNames } from "../../../core/mergeRequests/scopedLabels.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { EditContext, EditOutcome } from "./editContext.ts";
import { pickPeople, namesOf } from "./editPeople.ts";
import { pickLabels, pickMilestone } from "./pickFields.ts";
import { update } from "./state.ts";

/** Returns what a list begins with: what was refused, while the host has what that was chosen for. */
function begun<T>({ refused }: EditContext, field: string, before: readonly T[]): readonly T[] {
  const last = refused.get(field);
  return last && isDeepStrictEqual(last.before, before) ? (last.after as T[]) : before;
}

const changing = (iid: number): string => l10n.t("Updating !{0}…", iid);

/** Adds and removes labels. Labels that others added meanwhile stay. */
export async function changeLabels(edited: EditContext): Promise<EditOutcome | undefined> {
  const { context, place, ref, refused } = edited;
  const { client } = context.connections.get(ref.instance);
  const before = labelNames(ref.mergeRequest.labels);
  const after = await pickLabels(client, ref.project, place, begun(edited, "labels", before));
  const { added, removed } = difference(before, after);
  if (added.length === 0 && removed.length === 0) return undefined;
  const changes: MergeRequestUpdate = {
    ...(added.length > 0 && { add_labels: added }),
    ...(removed.length > 0 && { remove_labels: removed }),
  };
  refused.set("labels", { before, after });
  const mergeRequest = await update(context, ref, changing(ref.mergeRequest.iid), changes);
  refused.delete("labels");
  return { mergeRequest };
}

/** Returns the assignees or reviewers; some hosts return only one assignee. */
const peopleOf = (of: Partial<MergeRequest>, field: "assignees" | "reviewers"): readonly UserSummary[] =>
  of[field] ?? (field === "assignees" && of.assignee ? [of.assignee] : []);

/** Changes assignees or reviewers. Those that others added meanwhile stay. */
export const changePeople =
  (field: "assignees" | "reviewers") =>
  async (edited: EditContext): Promise<EditOutcome | undefined> => {
    const { context, place, ref, refused } = edited;
    const { client } = context.connections.get(ref.instance);
    const { iid } = ref.mergeRequest;
    const before = peopleOf(ref.mergeRequest, field);
    const after = await pickPeople({
      client,
      place,
      placeholder:
        field === "assignees"
          ? l10n.t("Select assignees, or type a name to search")
          : l10n.t("Select reviewers, or type a name to search"),
      chosen: begun(edited, field, before),
    });
    const ids = (people: readonly { readonly id?: number | null }[]): number[] => people.flatMap(({ id }) => id ?? []);
    const { added, removed } = difference(ids(before), ids(after));
    if (added.length === 0 && removed.length === 0) return undefined;
    refused.set(field, { before, after });
    // The complete list is sent, so it is made from the newest.
    const fresh = await withProgress(l10n.t("Loading merge request !{0}…", iid), (signal) =>
      readMergeRequest(context, ref, signal),
    );
    const wanted = [...new Set([...ids(peopleOf(fresh, field)).filter((id) => !removed.includes(id)), ...added])];
    // Some hosts ignore an empty list; 0 means nobody.
    const list = wanted.length === 0 ? [0] : wanted;
    const mergeRequest = await update(
      context,
      ref,
      changing(iid),
      field === "assignees" ? { assignee_ids: list } : { reviewer_ids: list },
    );
    refused.delete(field);
    const left = after.filter(
      ({ id }) => typeof id === "number" && added.includes(id) && !ids(peopleOf(mergeRequest, field)).includes(id),
    );
    return {
      mergeRequest,
      problem:
        left.length === 0
          ? undefined
          : l10n.t(
              "The host did not add {0}: they may not have access to the project, or it does not allow more people.",
              namesOf(left),
            ),
    };
  };

/** Sets a milestone of the project or of a group above it, or none. */
export async function changeMilestone({ context, place, ref }: EditContext): Promise<EditOutcome | undefined> {
  const { client } = context.connections.get(ref.instance);
  const current = ref.mergeRequest.milestone?.id ?? 0;
  const id = (await pickMilestone(client, ref.project, place, current))?.id ?? 0;
  return id === current
    ? undefined
    : { mergeRequest: await update(context, ref, changing(ref.mergeRequest.iid), { milestone_id: id }) };
}
