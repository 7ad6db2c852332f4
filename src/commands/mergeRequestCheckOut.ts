import { l10n, window } from "vscode";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { App } from "../app.ts";
import { CancelledError, isCancelled, UserError } from "../errors.ts";
import { cloneOf, gitBinary, type LocalClone } from "../git/clone.ts";
import { openWorkingTree, type WorkingTree } from "../git/workingTree.ts";
import type { MergeRequestRef } from "../refs.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { askMergeRequest, readNow } from "./mergeRequestSubject.ts";

/** Fetches the source branch and checks it out. Of a fork, or of a branch that is gone, the head that the host keeps for the merge request. */
export async function checkOut(app: App, given?: MergeRequestRef): Promise<void> {
  const ref = await askMergeRequest(app, given, { title: l10n.t("Check Out Branch"), placeholder: l10n.t("Merge request whose branch is checked out") });
  const clone = cloneOf(app, ref);
  if (clone?.remote === undefined) {
    throw new UserError(l10n.t("No clone of this project is open in the workspace, so there is nothing to check the branch out in. Open one."), {
      action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
    });
  }
  const { remote } = clone;
  const tree = openWorkingTree(clone.root, gitBinary());
  const mergeRequest = await readNow(app, ref);
  const plan = planOf(mergeRequest);
  const title = l10n.t("Checking out “{0}”…", plainText(plan.branch, 100));
  const head = await withProgress(title, (signal) => fetchHead({ ...clone, remote }, mergeRequest, plan, signal));
  if ((await tree.current()) !== plan.branch) await askAboutChanges(tree, ref);
  try {
    const outcome = await withProgress(title, (signal) => switchTo(tree, { ...plan, head, remote }, signal));
    notice(outcome);
  } catch (error) {
    if (isCancelled(error) || error instanceof UserError) throw error;
    throw new UserError(l10n.t("git could not check “{0}” out: {1}", plainText(plan.branch, 100), lastLine(error)), { cause: error, action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" } });
  } finally {
    await app.projects.rescan();
  }
}

interface Plan {
  /** Name of the local branch. */
  readonly branch: string;
  /** Whether it is a branch of the project itself, to be followed and pushed to. */
  readonly own: boolean;
}

/** A fork's branch gets a name that no branch of the project has. */
function planOf({ iid, source_branch: source, source_project_id: fork, target_project_id: target, project_id: project }: MergeRequest): Plan {
  const own = fork !== null && (fork === undefined || fork === (target ?? project));
  if (own && source) return { branch: source, own };
  return { branch: `merge-requests/${iid}${source ? `/${source}` : ""}`, own: false };
}

async function fetchHead(clone: LocalClone & { readonly remote: string }, { iid }: MergeRequest, plan: Plan, signal: AbortSignal): Promise<string> {
  const kept = `refs/merge-requests/${iid}/head`;
  const wanted = plan.own ? [`refs/heads/${plan.branch}`, kept] : [kept];
  let failure: unknown;
  for (const name of wanted) {
    try {
      await clone.fetch([name], { signal });
      const head = await clone.resolve("FETCH_HEAD", signal);
      if (head !== undefined) return head;
    } catch (error) {
      if (isCancelled(error)) throw error;
      failure ??= error;
    }
  }
  throw new UserError(l10n.t("git could not fetch the branch of !{0} from “{1}”: {2}", iid, plainText(clone.remote, 60), lastLine(failure)), {
    cause: failure,
    action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" },
  });
}

/** Never over changed files without asking. @throws CancelledError */
async function askAboutChanges(tree: WorkingTree, ref: MergeRequestRef): Promise<void> {
  const changed = await tree.changed();
  if (changed.length === 0) return;
  const [stash, take] = [l10n.t("Stash and Check Out"), l10n.t("Take Them Along")];
  const chosen = await window.showWarningMessage(
    changed.length === 1 ? l10n.t("One file is changed and not committed.") : l10n.t("{0} files are changed and not committed.", changed.length),
    {
      modal: true,
      detail: l10n.t("Stash puts them aside, to be brought back later by “Git: Pop Stash”. Taken along, they stay as they are in the folder; git refuses where the branch changes the same files.\n\n{0}", listed(changed)),
    },
    stash,
    take,
  );
  if (chosen === undefined) throw new CancelledError();
  if (chosen === stash) await tree.stash(l10n.t("Before checking out !{0}", ref.mergeRequest.iid));
}

/** Says what came of it. A local branch of the same name keeps commits of its own. */
async function switchTo(tree: WorkingTree, { branch, own, head, remote }: Plan & { readonly head: string; readonly remote: string }, signal: AbortSignal): Promise<string> {
  const name = plainText(branch, 100);
  const local = await tree.head(branch, signal);
  if (local === undefined) {
    // The remote-tracking branch is there only where the remote fetches all branches.
    const followed = own && (await tree.tracking(remote, branch, signal)) !== undefined;
    await tree.checkOutNew(branch, head, followed ? `${remote}/${branch}` : undefined, signal);
    return l10n.t("“{0}” is checked out.", name);
  }
  await tree.checkOut(branch, signal);
  if (local === head) return l10n.t("“{0}” is checked out.", name);
  if (await tree.contains(local, head, signal)) return l10n.t("“{0}” is checked out, with commits that are not on the host yet.", name);
  if (!(await tree.contains(head, local, signal))) {
    throw new UserError(l10n.t("“{0}” is checked out, but has commits of its own: what is on the host was not brought in. Pull or rebase it to join them.", name));
  }
  await tree.fastForward(head, signal);
  return l10n.t("“{0}” is checked out and up to date.", name);
}

const listed = (paths: readonly string[]): string => [...paths.slice(0, 10).map((path) => plainText(path, 120)), ...(paths.length > 10 ? ["…"] : [])].join("\n");

/** What git says last is why. */
function lastLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return plainText(lines.at(-1), 200);
}
