import { l10n, ThemeIcon } from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { cloneOf } from "../../git/clone.ts";
import { UserError } from "../base/errors.ts";
import { isObject, isScope, type ArgumentParser } from "../commands/arguments.ts";
import { type CommitRef, isCommitRef } from "../commits/refs.ts";
import type { Context } from "../context.ts";
import { type MergeRequestRef, isMergeRequestRef } from "../mergeRequests/refs.ts";
import { pickPaged } from "../ui/pickPaged.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { runCommand } from "../ui/runCommand.ts";
import { shortSha } from "../ui/shortSha.ts";
import { typedId } from "../ui/typedId.ts";
import { changesOfCommit, changesOfMergeRequest } from "./changes.ts";
import type { ChangedFile, Changes } from "./comparison.ts";
import { openAllChanges } from "./openChanges.ts";

/** Opens all changes of a merge request or commit, or asks for a merge request. */
export async function openAll(context: Context, given?: MergeRequestRef | CommitRef): Promise<void> {
  if (given && "commit" in given) {
    const { commit } = given;
    const short = shortSha(commit.id);
    const changes = await withProgress(l10n.t("Loading changes of {0}…", short), (signal) =>
      changesOfCommit(context, given, signal),
    );
    return openAllChanges(context, `${short} ${plainText(commit.title, 80)}`.trim(), changes);
  }
  const ref = given ?? (await pickMergeRequest(context, l10n.t("Open All Changed Files")));
  const changes = await readChanges(context, ref);
  const fetch = { title: l10n.t("Fetch Commits"), act: () => runCommand("forgeline.mergeRequest.fetchCommits", ref) };
  // Only a clone with a remote of the project can fetch missing commits.
  const remedy = changes.from === "host" && cloneOf(context, ref)?.remote !== undefined ? fetch : undefined;
  return openAllChanges(context, `!${ref.mergeRequest.iid} ${plainText(ref.mergeRequest.title, 80)}`, changes, remedy);
}

const readChanges = (context: Context, ref: MergeRequestRef): Promise<Changes> =>
  withProgress(l10n.t("Loading changes of !{0}…", ref.mergeRequest.iid), (signal) =>
    changesOfMergeRequest(context, ref, signal),
  );

/** Asks for an open merge request of the current project, or any by number. */
export async function pickMergeRequest(context: Context, title: string): Promise<MergeRequestRef> {
  const { project, connection } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const { client } = connection;
  const chosen = await pickPaged<MergeRequest, MergeRequest | number>({
    title,
    placeholder: l10n.t("Select a merge request, or enter its number"),
    load: (signal) => client.mergeRequests.listForProject(scope.project, { state: "opened" }, { perPage: 50, signal }),
    toChoice: (mergeRequest) => ({
      label: plainText(`!${mergeRequest.iid} ${mergeRequest.title}`, 200),
      description: plainText(mergeRequest.source_branch, 100),
      iconPath: new ThemeIcon("git-pull-request"),
      value: mergeRequest,
    }),
    typed: (text) => {
      const iid = typedId(text.replace(/^!/, ""));
      return iid === undefined ? undefined : { label: l10n.t("Merge request !{0}", iid), exact: true, value: iid };
    },
    empty: l10n.t("No open merge requests"),
  });
  if (typeof chosen !== "number") return { ...scope, mergeRequest: chosen };
  const query = { iids: [chosen], state: "all", scope: "all" } as const;
  const { items } = await withProgress(l10n.t("Looking for !{0}…", chosen), (signal) =>
    client.mergeRequests.listForProject(scope.project, query, { signal }).page(),
  );
  if (items[0] === undefined) throw new UserError(l10n.t("Merge request !{0} not found in {1}.", chosen, project.name));
  return { ...scope, mergeRequest: items[0] };
}
const isChangedFile = (value: unknown): value is ChangedFile =>
  isObject(value) &&
  isObject(value["changes"]) &&
  isScope(value["changes"]["comparison"]) &&
  isObject(value["file"]) &&
  typeof value["file"]["path"] === "string";

export const changedFileArgs: ArgumentParser<[file?: ChangedFile]> = ([value]) => (isChangedFile(value) ? [value] : []);

/** Commits of a merge request contain the merge request as well, so the commit is checked first. */
export const changesArgs: ArgumentParser<[of?: MergeRequestRef | CommitRef]> = ([value]) =>
  isCommitRef(value) || isMergeRequestRef(value) ? [value] : [];
