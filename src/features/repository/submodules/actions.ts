import { l10n } from "vscode";
import { isOutcomeUnknown } from "../../../api/errors.ts";
import type { Commit } from "../../../api/resources/commits.ts";
import { editDraft } from "../../../core/base/draft.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { runForm } from "../../../core/ui/form.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { showCommitted } from "../commitFiles/commands/showCommitted.ts";
import { commitSite, type CommitSite } from "../commitFiles/commands/site.ts";
import { projectKey, type SubmoduleDraft, submoduleDrafts } from "../commitFiles/drafts.ts";
import { undefinedIfMissing } from "../commitFiles/examine.ts";
import { listSubmodules, type Submodule } from "../commitFiles/submodules.ts";
import type { RepositoryContext } from "../context.ts";
import { explainError } from "./errors.ts";
import { askMessage, pickHostBranch, pickSubmodule, pickSubmoduleCommit } from "./pick.ts";

/**
 * Updates the reference of a submodule on the host. When the host refuses, the form reopens with the reason; the draft
 * is kept until the commit exists.
 */
export async function updateReference(context: RepositoryContext): Promise<void> {
  const site = commitSite(context);
  const modules = await withProgress(l10n.t("Reading submodules…"), (signal) => listSubmodules(site.git, signal));
  const [only, ...others] = modules;
  if (only === undefined) throw new UserError(l10n.t("This repository has no submodules in .gitmodules."));
  const draft = editDraft(
    context.drafts,
    submoduleDrafts,
    projectKey(site.scope),
    (kept) => kept ?? { commit: "", typed: "", branch: site.branch, message: "" },
  );
  const chosen = (): Submodule => modules.find(({ path }) => path === draft.now.path) ?? only;
  for (let refused: ErrorWords | undefined; ;) {
    const why = refused;
    await runForm<SubmoduleDraft>(l10n.t("Update Submodule Reference"), draft.now, [
      {
        when: () => others.length > 0,
        ask: async (place) => draft.change({ path: (await pickSubmodule(place, modules, chosen(), why)).path }),
      },
      {
        ask: async (place) => {
          place.draft ??= draft.now.typed === "" ? undefined : draft.now.typed;
          return draft.change({
            commit: await pickSubmoduleCommit(
              site,
              place,
              chosen(),
              draft.now.commit,
              why,
              (typed) => void draft.change({ typed }),
            ),
            typed: "",
          });
        },
      },
      {
        ask: async (place) =>
          draft.change({ branch: await pickHostBranch(context, site, place, draft.now.branch, why) }),
      },
      {
        ask: async (place) =>
          draft.change({
            message: await askMessage(place, chosen(), draft.now, why, (message) => void draft.change({ message })),
          }),
      },
    ]);
    const { commit, branch = "", message } = draft.now;
    const submodule = chosen();
    try {
      const made = draft.now.sent === true ? await madeBefore(site, submodule, draft.now) : undefined;
      draft.change({ sent: true });
      const { id } =
        made ??
        (await withProgress(l10n.t("Committing to “{0}”…", plainText(branch, 100)), (signal) =>
          site
            .client()
            .submodules.update(
              site.scope.project,
              submodule.path,
              { branch, commit_sha: commit, ...(message.trim() === "" ? {} : { commit_message: message.trim() }) },
              { signal },
            ),
        ));
      await draft.forget();
      showCommitted(context, site, { branch, sha: id });
      return;
    } catch (error) {
      context.report.background(error, "Update Submodule Reference");
      const late = await madeNevertheless(context, site, submodule, draft.now, error);
      if (late) {
        await draft.forget();
        showCommitted(context, site, { branch, sha: late.id });
        return;
      }
      if (!isOutcomeUnknown(error) && !isCancelled(error)) draft.change({ sent: false });
      refused = await explainError(context, site, { submodule, commit, branch }, error);
    } finally {
      for (const subject of ["commit", "pipeline", "mergeRequest"] as const)
        announce(context, { ...site.scope, subject });
    }
  }
}

/** Returns the commit of an update whose response was just lost; undefined if it is not there so far, or cannot be looked for. */
async function madeNevertheless(
  context: RepositoryContext,
  site: CommitSite,
  submodule: Submodule,
  draft: SubmoduleDraft,
  error: unknown,
): Promise<Pick<Commit, "id"> | undefined> {
  if (!isOutcomeUnknown(error) || isCancelled(error)) return undefined;
  try {
    return await madeBefore(site, submodule, draft);
  } catch (second) {
    context.report.background(second, "Look whether a submodule was updated");
    return undefined;
  }
}

/** Returns the commit of an update whose response was lost: some hosts would make a second, empty one. */
async function madeBefore(
  site: CommitSite,
  submodule: Submodule,
  { commit, branch = "" }: SubmoduleDraft,
): Promise<Pick<Commit, "id"> | undefined> {
  return withProgress(l10n.t("Checking whether the commit was created…"), async (signal) => {
    const client = site.client();
    const entry = await undefinedIfMissing(
      client.repositoryFiles.head(site.scope.project, submodule.path, { ref: branch }, { signal }),
    );
    if (entry?.blob_id !== commit.toLowerCase()) return undefined;
    return {
      id:
        entry.last_commit_id ?? (await client.commits.get(site.scope.project, branch, { stats: false }, { signal })).id,
    };
  });
}
