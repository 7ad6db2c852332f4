import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { switchAction } from "../../../core/mergeRequests/labels.ts";
import { readMergedBranch } from "../../../core/mergeRequests/mergedBranch.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { MergeRequestsContext } from "../context.ts";
import { cannotCreate } from "../creating/errors.ts";
import { proposeFor } from "../creating/reader.ts";

/**
 * Opens the page of a new merge request of the current branch, on hosts with a route for that: the documents have none. The page shows
 * what was entered earlier.
 * @param root of the repository whose title in Source Control has the button
 */
export async function create(context: MergeRequestsContext, root?: string): Promise<void> {
  const { project, connection } = context.current.require();
  refuseOther(context.projects, project.root, root);
  const scope = { instance: project.instance, project: project.project };
  const source = project.branch;
  if (source === undefined)
    throw new UserError(l10n.t("No branch is checked out. Check out the branch to merge first."));
  const ref = { ...scope, source };
  if (!(await mayCreate(context, project))) return;
  if (connection.client.extras.available("createMergeRequest") === false) {
    const { proposals } = await context.descriptions.load();
    const { targets, proposal } = await withProgress(l10n.t("Loading “{0}”…", plainText(source, 100)), (signal) =>
      proposeFor(context, ref, proposals.get(ref), signal),
    );
    throw cannotCreate({ scope, targets, proposal });
  }
  await context.creating.open(ref);
}

/** Asks before another merge request of a branch that was merged. */
async function mayCreate({ current }: Pick<MergeRequestsContext, "current">, project: OpenProject): Promise<boolean> {
  const { client } = current.require().connection;
  const merged = await withProgress(l10n.t("Looking for the merge request of the branch…"), (signal) =>
    readMergedBranch(client, project, { signal }),
  );
  if (!merged) return true;
  const { title } = switchAction(project, merged);
  const another = l10n.t("Create Another");
  const chosen = await ask({
    question: l10n.t("!{0} was merged, and “{1}” has no commits since.", merged.iid, plainText(project.branch, 100)),
    buttons: [title, another],
  });
  const { instance, project: id } = project;
  if (chosen === title)
    await runCommand("forgeline.mergeRequest.switchToTarget", { instance, project: id, mergeRequest: merged });
  return chosen === another;
}

/**
 * Source Control has the button at each repository, while the window has one project: its branch must not be taken for another's.
 * @throws UserError
 */
export function refuseOther(
  { candidates }: Pick<Context["projects"], "candidates">,
  open: string | undefined,
  root: string | undefined,
): void {
  const other = root !== open && candidates.find((candidate) => candidate.root === root);
  if (root === undefined || !other) return;
  throw new UserError(
    l10n.t("This repository belongs to {0}. Select that project first.", plainText(String(other.project), 100)),
    { action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" } },
  );
}
