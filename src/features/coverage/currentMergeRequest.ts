import { l10n } from "vscode";
import { UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import { requestOfBranch } from "../../core/mergeRequests/localBranch.ts";
import { readMergeRequest } from "../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { withProgress } from "../../core/ui/progress.ts";

/**
 * Returns the open merge request of the current branch.
 * @throws ApiError, UserError without one
 */
export async function currentMergeRequest(context: Context): Promise<MergeRequestRef> {
  const { project, connection } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const { branch = "" } = project;
  const mergeRequest = await withProgress(l10n.t("Looking for the merge request of the branch…"), async (signal) => {
    const checkedOut = requestOfBranch(branch);
    if (checkedOut) {
      const sought = { iid: checkedOut.iid, title: "", state: "", web_url: "" };
      return readMergeRequest(context, { ...scope, mergeRequest: sought }, signal);
    }
    if (branch === "") return undefined;
    const query = { source_branch: branch, state: "opened", scope: "all" } as const;
    const { items } = await connection.client.mergeRequests
      .listForProject(project.project, query, { perPage: 1, signal })
      .page();
    return items[0];
  });
  if (!mergeRequest)
    throw new UserError(
      l10n.t(
        "There is no open merge request for the current branch. Run the command on one in the Merge Requests view.",
      ),
    );
  return { ...scope, mergeRequest };
}
