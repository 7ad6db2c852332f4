import { commands, l10n, Uri } from "vscode";
import { emptyUri, fileUri } from "../../../../core/files/uris.ts";
import { targetLabel } from "../labels.ts";
import type { TreeChange } from "../treeChanges.ts";
import type { CommitPlan } from "./plan.ts";
import type { CommitSite } from "./site.ts";

/** Limit of files, as the multi-diff editor reads all of them at once. */
const maxFiles = 300;

/** Shows the changes of a commit in the multi-diff editor, where the files of the working tree can still be edited. */
export async function showPreview(site: CommitSite, plan: CommitPlan): Promise<void> {
  const { changes, large } = plan;
  const shown = changes.filter(({ path }) => !large.includes(path)).slice(0, maxFiles);
  if (shown.length === 0) return;
  const title = l10n.t("Commit to {0}", targetLabel(plan.target));
  const resources = shown.map((change): [label: Uri, base: Uri | undefined, work: Uri | undefined] => {
    const [base, work] = sides(site, plan, change);
    return [work ?? base ?? emptyUri(change.path), base, work];
  });
  await commands.executeCommand(
    "vscode.changes",
    shown.length < changes.length
      ? l10n.t("{0} ({1} of {2} files, without the largest)", title, shown.length, changes.length)
      : title,
    resources,
  );
}

/** Compares a file on the branch with the version that the user's changes are based on. */
export async function showTheirs(site: CommitSite, plan: CommitPlan, path: string): Promise<void> {
  const ref = plan.tip ?? plan.target.branch;
  const project = plan.target.start?.project;
  const theirs = fileUri({ ...site.scope, ...(project === undefined ? {} : { project }), path, ref });
  const inBase = plan.changes.some((change) => change.oldPath === path && change.before !== undefined);
  const base = inBase ? fileUri({ ...site.scope, path, ref: plan.base }) : emptyUri(path);
  await commands.executeCommand(
    "vscode.diff",
    base,
    theirs,
    l10n.t("{0} (before your changes ↔ on the host)", path.slice(path.lastIndexOf("/") + 1)),
    { preview: true },
  );
}

function sides(
  site: CommitSite,
  { base }: CommitPlan,
  { path, oldPath, before, after }: TreeChange,
): [base: Uri | undefined, work: Uri | undefined] {
  return [
    before === undefined ? undefined : fileUri({ ...site.scope, path: oldPath, ref: base }),
    after === undefined ? undefined : Uri.joinPath(Uri.file(site.git.root), ...path.split("/")),
  ];
}
