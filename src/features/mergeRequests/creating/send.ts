import { l10n } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { foundFirst, madeSince } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import type { AskedToCreate } from "./errors.ts";
import { scopeOfTarget } from "./targets.ts";

const ids = (people: readonly { readonly id?: number | null }[]): number[] => people.flatMap(({ id }) => id ?? []);

/** Creates the merge request. The route is the source project's, whatever the target. @throws ApiError, UserError, CancelledError */
export async function sendProposal(
  context: Context,
  { scope, targets, proposal }: AskedToCreate,
): Promise<MergeRequest> {
  const { source, into, target, title, description, reviewers, assignees = [], labels = [], milestone } = proposal;
  const there = scopeOfTarget(scope, targets, into);
  const request = {
    source_branch: source,
    target_branch: target,
    ...(there !== scope && { target_project_id: into.id }),
    title: title.trim(),
    ...(description.trim() !== "" && { description }),
    ...(reviewers.length > 0 && { reviewer_ids: ids(reviewers) }),
    ...(assignees.length > 0 && { assignee_ids: ids(assignees) }),
    ...(labels.length > 0 && { labels }),
    ...(milestone && { milestone_id: milestone.id }),
    remove_source_branch: proposal.removeSource,
    squash: proposal.squash,
  };
  const { client } = context.connections.get(scope.instance);
  try {
    return await runWrite(
      context,
      l10n.t("Creating the merge request…"),
      { ...scope, subject: "mergeRequest" },
      (signal) => client.extras.createMergeRequest(scope.project, request, { signal }),
      {
        what: request,
        hostTime: client.hostTime,
        find: async (signal, since) => {
          const query = { source_branch: source, target_branch: target, state: "opened", scope: "all" } as const;
          const { items } = await client.mergeRequests.listForProject(there.project, query, { signal }).page();
          return foundFirst(items, (one) => one.title === request.title && madeSince(one.created_at, since));
        },
      },
    );
  } finally {
    if (there !== scope) announce(context, { ...there, subject: "mergeRequest" });
  }
}
