import { l10n, type Uri } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import type { FileHeaders } from "../../../../api/resources/fileHeaders.ts";
import { editDraft } from "../../../../core/base/draft.ts";
import type { DraftKind } from "../../../../core/base/drafts.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { resolveProjectFile } from "../../../../core/files/fileHere.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { describeError, type ErrorWords } from "../../../../core/ui/describeError.ts";
import { inputText, runForm } from "../../../../core/ui/form.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import type { Place } from "../../../../core/ui/quickInput.ts";
import type { RepositoryContext } from "../../context.ts";
import type { PlannedAction } from "../actions.ts";
import { deleteDrafts, type FileDraft, moveDrafts, projectKey } from "../drafts.ts";
import { pathText, targetLabel, withReason } from "../labels.ts";
import { pathProblem } from "../paths.ts";
import type { MadeCommit } from "../send.ts";
import { isSame } from "../sent.ts";
import { parentOf, type Target } from "../target.ts";
import { findBase } from "../workingTree.ts";
import { messageProblem } from "./message.ts";
import { pickTarget } from "./pickTarget.ts";
import { madeBefore, sendRequest } from "./send.ts";
import { showCommitted } from "./showCommitted.ts";
import { commitSite, type CommitSite } from "./site.ts";

/** Deletes a file on a branch of the host after confirmation. The working tree does not change. */
export async function deleteOnHost(context: RepositoryContext, given?: Uri): Promise<void> {
  const { site, path } = await hostFile(context, given);
  const name = plainText(path, 150);
  const title = l10n.t("Delete File on Host");
  await change(
    context,
    site,
    { path, title, to: "", drafts: deleteDrafts, message: (): string => l10n.t("Delete {0}", path) },
    async ({ target }) => {
      await confirm(context, site.scope, {
        question: l10n.t("Delete {0} on “{1}” of {2}?", name, targetLabel(target), instanceHost(site.scope.instance)),
        detail: l10n.t(
          "The file is deleted from the branch with a new commit. Earlier commits and your working tree keep it.",
        ),
        buttons: [l10n.t("Delete")],
      });
      const file = await head(site, path, target);
      return {
        planned: {
          action: { action: "delete", file_path: path, ...lastCommit(file) },
          expects: { path, blob: file.blob_id },
        },
        tip: file.commit_id,
      };
    },
  );
}

/** Moves a file on a branch of the host. The working tree does not change until the branch is synced. */
export async function moveOnHost(context: RepositoryContext, given?: Uri): Promise<void> {
  const { site, path } = await hostFile(context, given);
  const title = l10n.t("Move File on Host");
  await change(
    context,
    site,
    { path, title, to: path, drafts: moveDrafts, message: (to): string => l10n.t("Move {0} to {1}", path, to) },
    async ({ target, to }) => {
      const file = await head(site, path, target);
      return {
        planned: {
          action: { action: "move", file_path: to, previous_path: path, ...lastCommit(file) },
          expects: { path, blob: file.blob_id },
        },
        tip: file.commit_id,
      };
    },
  );
}

interface Kind {
  readonly path: string;
  readonly title: string;
  /** New path of the file; empty unless it moves. */
  readonly to: string;
  readonly drafts: DraftKind<FileDraft>;
  /** Default message of the commit. */
  readonly message: (to: string) => string;
}

interface Prepared {
  readonly planned: PlannedAction;
  readonly tip: string | null;
}

/**
 * Asks for the target and message of a commit and makes it; when the host refuses, the form reopens with the reason.
 * The draft is kept until the commit exists.
 */
async function change(
  context: RepositoryContext,
  site: CommitSite,
  kind: Kind,
  prepare: (given: FileDraft & { readonly target: Target }) => Promise<Prepared>,
): Promise<void> {
  const { path, title } = kind;
  const base = await findBase(site.git, site.remote);
  const draft = editDraft(
    context.drafts,
    kind.drafts,
    projectKey(site.scope, path),
    (kept) => kept ?? { to: kind.to, message: "" },
  );
  const messageOf = ({ to, message }: FileDraft): string => message || kind.message(to);
  // The default message is not kept, so that it follows the path.
  const customMessage = (message: string): string => (message === kind.message(draft.now.to) ? "" : message);
  const finish = async (made: MadeCommit): Promise<void> => {
    await draft.forget();
    showCommitted(context, site, made);
  };
  for (let refused: ErrorWords | undefined; ;) {
    const why = refused;
    await runForm<FileDraft>(title, draft.now, [
      {
        ask: async (place) => {
          const target = await pickTarget(context, site, place, {
            base,
            known: draft.now.target,
            newBranch: draft.now.newBranch,
            onName: (newBranch) => void draft.change({ newBranch }),
            placeholder: why?.message,
          });
          return draft.change({ target, newBranch: undefined });
        },
      },
      {
        when: () => kind.to !== "",
        ask: async (place) =>
          draft.change({
            to: await askPath(place, path, draft.now.to || path, why, (to) => void draft.change({ to })),
          }),
      },
      {
        ask: async (place) =>
          draft.change({
            message: customMessage(
              await askOneLine(
                place,
                messageOf(draft.now),
                why,
                (message) => void draft.change({ message: customMessage(message) }),
              ),
            ),
          }),
      },
    ]);
    const { target, to, sent } = draft.now;
    if (target === undefined) return;
    const message = messageOf(draft.now);
    const files = to === "" ? [path] : [path, to];
    let prepared: Prepared;
    try {
      const made =
        sent && isSame(sent, { branch: target.branch, message, files }) ? await madeBefore(site, sent) : undefined;
      if (made) {
        await finish(made);
        return;
      }
      prepared = await prepare({ ...draft.now, target });
    } catch (error) {
      if (isCancelled(error)) throw error;
      context.report.background(error, title);
      refused = describeError(error);
      continue;
    }
    const { planned } = prepared;
    const tip = prepared.tip ?? undefined;
    // Kept before the request: the window may be closed while it is under way.
    draft.change({ sent: { branch: target.branch, message, files, tip } });
    const outcome = await sendRequest(
      context,
      site,
      { target, message, actions: [planned.action] },
      { project: site.scope.project, target, message, planned: [planned], tip },
    );
    if ("made" in outcome) return finish(outcome.made);
    if (!("unsure" in outcome)) draft.change({ sent: undefined });
    ({ refused } = outcome);
  }
}

async function hostFile(
  context: RepositoryContext,
  given: Uri | undefined,
): Promise<{ site: CommitSite; path: string }> {
  const here = await resolveProjectFile(context, given);
  return { site: commitSite(context, here), path: here.path };
}

/** Returns the metadata of a file on the host. @throws UserError when the branch does not have it */
async function head(site: CommitSite, path: string, target: Target): Promise<FileHeaders> {
  const { project, ref } = parentOf(site.scope.project, target);
  const where = target.start === undefined ? target.branch : (target.start.label ?? ref);
  return withProgress(
    l10n.t("Looking for {0} on “{1}”…", plainText(path, 150), plainText(where, 100)),
    async (signal) => {
      try {
        return await site.client().repositoryFiles.head(project, path, { ref }, { signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
        throw new UserError(
          l10n.t(
            "{0} does not exist on “{1}” on the host. It may not have been pushed, or is already deleted.",
            plainText(path, 150),
            plainText(where, 100),
          ),
          { cause: error },
        );
      }
    },
  );
}

/** Returns the last commit of a file, so that the host refuses when it has changed. */
const lastCommit = ({ last_commit_id: last }: FileHeaders): { last_commit_id?: string } =>
  last === null ? {} : { last_commit_id: last };

const askPath = (
  place: Place,
  from: string,
  value: string,
  refused: ErrorWords | undefined,
  onType: (text: string) => void,
): Promise<string> =>
  inputText({
    title: place.title,
    place,
    onType,
    prompt: withReason(
      refused,
      l10n.t("Enter the new path of {0}, relative to the root of the repository", plainText(from, 150)),
    ),
    value,
    selection: [value.lastIndexOf("/") + 1, value.length],
    validate: (text) => {
      const problem = pathProblem(text);
      if (problem !== undefined) return pathText(problem);
      return text === from ? l10n.t("This is the current path.") : undefined;
    },
  });

const askOneLine = (
  place: Place,
  value: string,
  refused: ErrorWords | undefined,
  onType: (text: string) => void,
): Promise<string> =>
  inputText({
    title: place.title,
    place,
    onType,
    prompt: withReason(refused, l10n.t("Enter the commit message")),
    value,
    validate: messageProblem,
  });
