import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { Commit } from "../../../api/resources/commitTypes.ts";
import { type ErrorAction, UserError } from "../../../core/base/errors.ts";
import { foundFirst } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { CommitRef } from "../../../core/commits/refs.ts";
import { offer } from "../../../core/ui/notice.ts";
import { isProtected, pickBranch } from "../../../core/ui/pickBranch.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { RepositoryContext } from "../context.ts";
import { pickBranchFrom, canCreateBranch } from "./cherryPickBranch.ts";
import { pickCommit, commitName } from "./pickCommit.ts";

type Kind = "cherryPick" | "revert";

/** Cherry-picks a commit onto a branch of the host. @param newFrom branch from which to create a new one for it */
export const cherryPick = (context: RepositoryContext, given?: CommitRef, newFrom?: string): Promise<void> =>
  apply(context, "cherryPick", given, newFrom);

/** Reverts a commit on a branch of the host. @param newFrom branch from which to create a new one for it */
export const revert = (context: RepositoryContext, given?: CommitRef, newFrom?: string): Promise<void> =>
  apply(context, "revert", given, newFrom);

async function apply(
  context: RepositoryContext,
  kind: Kind,
  given: CommitRef | undefined,
  newFrom: string | undefined,
): Promise<void> {
  const labels = labelsOf(kind);
  const ref = await pickCommit(context, given, { title: labels.title, placeholder: labels.which });
  const { instance, project, commit } = ref;
  const title = l10n.t("{0}: {1}", labels.title, commitName(ref));
  const branch =
    newFrom === undefined
      ? await pickBranch(context, ref, { title, placeholder: labels.onto })
      : await pickBranchFrom(context, ref, {
          title,
          start: newFrom,
          proposed: `${kind === "revert" ? "revert" : "cherry-pick"}-${shortSha(commit.id)}`,
        });
  const { client } = context.connections.get(instance);
  let created: Commit;
  try {
    created = await runWrite(
      context,
      labels.doing(commitName(ref), branch),
      { instance, project, subject: "commit" },
      (signal) => client.commits[kind](project, commit.id, { branch }, { signal }),
      {
        what: [kind, commit.id, branch],
        hostTime: client.hostTime,
        find: async (signal, since) => {
          const { items } = await client.commits
            .list(project, { ref_name: branch, since: new Date(since) }, { perPage: 20, signal })
            .page();
          // git names the commit in both messages.
          return foundFirst(items, ({ message }) => message?.includes(commit.id) === true);
        },
      },
    );
  } catch (error) {
    throw await explainError(context, kind, ref, branch, error);
  }
  announce(context, { instance, project, subject: "pipeline" });
  const done = labels.done(commitName(ref), branch, shortSha(created.id));
  offer(done, l10n.t("Show Commit"), () => runCommand("forgeline.commit.show", { instance, project, commit: created }));
}

/** Returns an error that says why the host refused and what to do; any other error unchanged. */
async function explainError(
  context: RepositoryContext,
  kind: Kind,
  ref: CommitRef,
  branch: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  const name = commitName(ref);
  const onto = plainText(branch, 100);
  const { instance, project, commit } = ref;
  const command = kind === "revert" ? "forgeline.commit.revert" : "forgeline.commit.cherryPick";
  const again: ErrorAction = { title: l10n.t("Another Branch…"), command, args: [{ instance, project, commit }] };
  const refused = (message: string, action = again): UserError => new UserError(message, { cause: error, action });
  switch (error.kind) {
    case "invalidRequest":
      return refused(invalidText(kind, error.code, name, onto));
    case "forbidden": {
      const guarded = await withProgress(l10n.t("Checking access to “{0}”…", onto), (signal) =>
        isProtected(context, ref, branch, signal),
      );
      if (guarded === true && canCreateBranch(context, ref)) {
        return refused(
          l10n.t(
            "You cannot push to the protected branch “{0}”. Create a new branch from it and open a merge request.",
            onto,
          ),
          {
            title: l10n.t("New Branch…"),
            command,
            args: [{ instance, project, commit }, branch],
          },
        );
      }
      return refused(
        guarded === true
          ? l10n.t(
              "You cannot push to the protected branch “{0}”. Choose another branch and open a merge request, or ask a maintainer.",
              onto,
            )
          : l10n.t("You cannot push to “{0}”. Choose another branch, or ask a maintainer of the project.", onto),
      );
    }
    case "notFound":
      return refused(l10n.t("Branch “{0}” or commit {1} not found on the host. Nothing was changed.", onto, name));
    default:
      return error;
  }
}

/** @param code reason given by the host; optional in the documents */
function invalidText(kind: Kind, code: string | undefined, name: string, branch: string): string {
  if (code === "conflict") {
    return kind === "revert"
      ? l10n.t(
          "{0} cannot be reverted on “{1}”: it conflicts with later commits. Revert it in your clone (git revert), resolve the conflicts and push, or choose another branch.",
          name,
          branch,
        )
      : l10n.t(
          "{0} cannot be cherry-picked onto “{1}”: it has conflicts. Cherry-pick it in your clone (git cherry-pick), resolve the conflicts and push, or choose another branch.",
          name,
          branch,
        );
  }
  if (code === "empty") {
    return kind === "revert"
      ? l10n.t(
          "Nothing to revert on “{1}”: it does not contain the changes of {0}, which may have been reverted already.",
          name,
          branch,
        )
      : l10n.t("Nothing to cherry-pick: “{1}” already contains the changes of {0}.", name, branch);
  }
  return kind === "revert"
    ? l10n.t(
        "The host could not revert {0} on “{1}”: it conflicts with later commits, or was already reverted. Check the branch, revert the commit in your clone, or choose another branch.",
        name,
        branch,
      )
    : l10n.t(
        "The host could not cherry-pick {0} onto “{1}”: it has conflicts, or the branch already contains it. Check the branch, cherry-pick the commit in your clone, or choose another branch.",
        name,
        branch,
      );
}

interface Labels {
  readonly title: string;
  readonly which: string;
  readonly onto: string;
  readonly doing: (commit: string, branch: string) => string;
  readonly done: (commit: string, branch: string, made: string) => string;
}

function labelsOf(kind: Kind): Labels {
  return kind === "revert"
    ? {
        title: l10n.t("Revert Commit"),
        which: l10n.t("Select a commit to revert"),
        onto: l10n.t("Select the branch to revert the commit on"),
        doing: (commit, branch) => l10n.t("Reverting {0} on “{1}”…", commit, branch),
        done: (commit, branch, made) => l10n.t("Reverted {0} on “{1}” as {2}.", commit, branch, made),
      }
    : {
        title: l10n.t("Cherry-Pick Commit"),
        which: l10n.t("Select a commit to cherry-pick"),
        onto: l10n.t("Select the branch to cherry-pick the commit onto"),
        doing: (commit, branch) => l10n.t("Cherry-picking {0} onto “{1}”…", commit, branch),
        done: (commit, branch, made) => l10n.t("Cherry-picked {0} onto “{1}” as {2}.", commit, branch, made),
      };
}
