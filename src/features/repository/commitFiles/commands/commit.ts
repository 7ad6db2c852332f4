import { commands, l10n, type Uri } from "vscode";
import { type Draft, editDraft } from "../../../../core/base/draft.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { sameProject } from "../../../../core/base/refs.ts";
import { resolveProjectFile } from "../../../../core/files/fileHere.ts";
import { ask } from "../../../../core/ui/confirm.ts";
import { describeError, type ErrorWords } from "../../../../core/ui/describeError.ts";
import { runForm } from "../../../../core/ui/form.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { listText } from "../../../../core/ui/plural.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { GoBack, type Place } from "../../../../core/ui/quickInput.ts";
import type { RepositoryContext } from "../../context.ts";
import { type CommitDraft, commitDrafts, emptyDraft, isComplete, projectKey } from "../drafts.ts";
import { reasonText, uncommittableText } from "../labels.ts";
import type { Reason } from "../reasons.ts";
import type { MadeCommit } from "../send.ts";
import { isSame, type SentCommit } from "../sent.ts";
import type { WorkingChange } from "../workingStatus.ts";
import { findBase, gitAuthor, workingChanges } from "../workingTree.ts";
import { askNewBranch } from "./askNewBranch.ts";
import { askAuthor, askMessage, commitBoxText } from "./message.ts";
import { pickFiles } from "./pickFiles.ts";
import { pickTarget } from "./pickTarget.ts";
import { type CommitPlan, planCommit } from "./plan.ts";
import { showPreview, showTheirs } from "./preview.ts";
import { askReview } from "./review.ts";
import { branchTip, madeBefore, sendPlan } from "./send.ts";
import { showCommitted } from "./showCommitted.ts";
import { commitSite, type CommitSite } from "./site.ts";

/** Commits files of the working tree through the API. The draft is kept until the commit exists. */
export async function commitFiles(context: RepositoryContext): Promise<void> {
  await run(context, commitSite(context), undefined);
}

/** Commits given files or folders, or the open file. */
export async function commitThisFile(context: RepositoryContext, given?: readonly Uri[]): Promise<void> {
  const files = await Promise.all(
    given === undefined || given.length === 0
      ? [resolveProjectFile(context)]
      : given.map((uri) => resolveProjectFile(context, uri)),
  );
  const [first] = files;
  if (first === undefined || first.ref !== undefined)
    throw new UserError(l10n.t("This file belongs to a commit. Select a file of the working tree."));
  await run(
    context,
    commitSite(context, first),
    files.filter((file) => sameProject(file, first)).map(({ path }) => path),
  );
}

async function run(context: RepositoryContext, site: CommitSite, given: readonly string[] | undefined): Promise<void> {
  const { changes, base, author } = await withProgress(l10n.t("Reading the working tree…"), async (signal) => {
    const [read, from, by] = await Promise.all([
      workingChanges(site.git, { signal }),
      findBase(site.git, site.remote, { signal }),
      gitAuthor(site.git, { signal }),
    ]);
    return { changes: read, base: from, author: by };
  });
  if (changes.length === 0) throw new UserError(l10n.t("There are no changes to commit."));
  const draft = editDraft(context.drafts, commitDrafts, projectKey(site.scope), (kept) => ({
    ...(kept ?? {
      ...emptyDraft,
      message: commitBoxText(site.git.root),
      ...(author.name === "" || author.email === "" ? {} : { author }),
    }),
    files:
      given === undefined ? (kept?.files ?? []).filter((path) => isOneOf(changes, path)) : chosenOf(changes, given),
  }));
  let made: MadeCommit | undefined;
  try {
    await runForm<CommitDraft>(
      l10n.t("Commit Files"),
      draft.now,
      [
        {
          ask: async (place) =>
            draft.change({
              files: await pickFiles(place, changes, draft.now.files, (files) => void draft.change({ files })),
            }),
        },
        {
          ask: async (place) =>
            draft.change({
              target: await pickTarget(context, site, place, {
                base,
                known: draft.now.target,
                newBranch: draft.now.newBranch,
                onName: (newBranch) => void draft.change({ newBranch }),
              }),
              newBranch: undefined,
            }),
        },
        {
          ask: async (place) =>
            draft.change({
              message: await askMessage(place, {
                message: draft.now.message,
                keep: (message) => void draft.change({ message }),
              }),
            }),
        },
        {
          ask: async (place) => {
            made = await reviewed(context, site, place, base, draft);
            return draft.now;
          },
        },
      ],
      { from: isComplete(draft.now) ? 3 : draft.now.files.length > 0 && given !== undefined ? 1 : 0 },
    );
  } catch (error) {
    if (error instanceof Discarded) {
      await draft.forget();
      return;
    }
    throw error;
  }
  await draft.forget();
  if (made) showCommitted(context, site, made);
}

class Discarded extends Error {}

const isOneOf = (changes: readonly WorkingChange[], path: string): boolean =>
  changes.some((change) => change.path === path && uncommittableText(change) === undefined);

/**
 * Returns the changed files among given files and folders.
 * @throws UserError when there is none, or none can be committed
 */
function chosenOf(changes: readonly WorkingChange[], given: readonly string[]): string[] {
  const chosen = changes.filter(({ path, oldPath }) =>
    given.some((one) => path === one || oldPath === one || path.startsWith(`${one}/`)),
  );
  const [first] = chosen;
  if (first === undefined)
    throw new UserError(l10n.t("There are no changes to commit in {0}.", plainText(listText(given), 200)));
  const possible = chosen.filter((change) => uncommittableText(change) === undefined);
  if (possible.length === 0)
    throw new UserError(l10n.t("{0}: {1}", plainText(first.path, 200), uncommittableText(first) ?? ""));
  return possible.map(({ path }) => path);
}

/** Shows the review until the commit is made. @throws GoBack, CancelledError, Discarded */
async function reviewed(
  context: RepositoryContext,
  site: CommitSite,
  place: Place,
  base: string,
  draft: Draft<CommitDraft>,
): Promise<MadeCommit> {
  const host = instanceHost(site.scope.instance);
  let plan: CommitPlan | undefined;
  let refused: ErrorWords | undefined;
  let reason: Reason | undefined;
  let warning: string | undefined;
  const compare = async (): Promise<MadeCommit | undefined> => {
    [plan, refused, reason, warning] = [undefined, undefined, undefined, undefined];
    const { files, target, message, sent } = draft.now;
    try {
      const made =
        sent && target && isSame(sent, { branch: target.branch, message, files })
          ? await madeBefore(site, sent)
          : undefined;
      if (made) return made;
      plan = await planCommit(site, base, draft.now);
      reason = plan.reason;
      refused = reason && { message: reasonText(reason, host) };
      if (target)
        warning = await context.commitWarning(context.connections.get(site.scope.instance), site.scope, target.branch);
    } catch (error) {
      if (isCancelled(error)) throw error;
      context.report.background(error, "Commit Files");
      refused = describeError(error);
    }
    return undefined;
  };
  for (let [outdated, shown] = [true, false]; ;) {
    if (outdated) {
      const made = await compare();
      if (made) return made;
      if (plan && !shown) await showPreview(site, plan);
      [outdated, shown] = [false, true];
    }
    const answer = await askReview(place, { draft: draft.now, plan, refused, reason, warning });
    const { target, message, author } = draft.now;
    switch (answer) {
      case "commit": {
        if (plan === undefined || target === undefined) break;
        if (target.force === true && !(await confirmOverwrite(target.branch))) break;
        const before = target.force === true ? await branchTip(site, target.branch) : undefined;
        const sent: SentCommit = { branch: target.branch, message, files: draft.now.files, tip: plan.tip, before };
        // Kept before the request: the window may be closed while it is under way.
        draft.change({ sent });
        const outcome = await sendPlan(context, site, plan, { message, author, sent });
        if ("made" in outcome) return outcome.made;
        if (!("unsure" in outcome)) draft.change({ sent: undefined });
        ({ refused } = outcome);
        // The commit may have been made, so the plan must be compared with the host again.
        if ("unsure" in outcome) plan = undefined;
        reason = outcome.reason;
        break;
      }
      case "preview":
        if (plan) await showPreview(site, plan);
        break;
      case "theirs":
        if (plan && reason && "path" in reason) await showTheirs(site, plan, reason.path);
        break;
      case "again":
        outdated = true;
        break;
      case "explain":
        if (refused?.action) await commands.executeCommand(refused.action.command, ...(refused.action.args ?? []));
        break;
      case "author":
        await unlessBack(
          async () => void draft.change({ author: await askAuthor(place.title, author ?? { name: "", email: "" }) }),
        );
        break;
      case "newBranch":
        await unlessBack(async () => {
          const onName = (newBranch: string): void => void draft.change({ newBranch });
          draft.change({
            target: await askNewBranch(context, site, place.title, base, {
              branch: draft.now.newBranch ?? "",
              named: false,
              onName,
            }),
            newBranch: undefined,
          });
          outdated = true;
        });
        break;
      case "asItIs":
        if (target) draft.change({ target: { branch: target.branch } });
        outdated = true;
        break;
      case "force":
        if (target) draft.change({ target: { ...target, force: target.force !== true } });
        outdated = true;
        break;
      case "discard":
        if (await confirmDiscard(message)) throw new Discarded();
        break;
    }
  }
}

/** Runs a step; going back from it returns to the review. */
async function unlessBack(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof GoBack)) throw error;
  }
}

/** Asks for confirmation before overwriting a branch, which loses commits that only it has. */
async function confirmOverwrite(branch: string): Promise<boolean> {
  const chosen = await ask({
    question: l10n.t("Overwrite “{0}” on the host?", plainText(branch, 100)),
    detail: l10n.t("If the branch exists, it is reset to the new start and this commit. Other commits on it are lost."),
    buttons: [l10n.t("Overwrite")],
  });
  return chosen !== undefined;
}

/** Asks for confirmation before the message and the choices are lost. */
async function confirmDiscard(message: string): Promise<boolean> {
  const chosen = await ask({
    question: l10n.t("Discard the draft of this commit?"),
    detail: [plainText(message, 300), l10n.t("Your files are not changed. This cannot be undone.")],
    buttons: [l10n.t("Discard")],
  });
  return chosen !== undefined;
}
