import { l10n, ThemeIcon } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import type { Commit } from "../../../api/resources/commits.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText, runForm } from "../../../core/ui/form.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { isProtected } from "../../../core/ui/pickBranch.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { gitProgram } from "../../../git/program.ts";
import { committed } from "../commitFiles/commands/after.ts";
import { commitSite, type CommitSite } from "../commitFiles/commands/site.ts";
import { hostBranches } from "../commitFiles/commands/target.ts";
import { projectKey, type SubmoduleDraft, submoduleDrafts } from "../commitFiles/drafts.ts";
import { reasonWords } from "../commitFiles/labels.ts";
import {
  listSubmodules,
  recordedCommit,
  resolveIn,
  type Submodule,
  submoduleGit,
  submoduleRefs,
} from "../commitFiles/submodules.ts";
import type { RepositoryContext } from "../context.ts";

const short = (sha: string): string => sha.slice(0, 8);

/**
 * Commits another commit of a submodule. When the host refuses, the form reopens with the answers; what was entered is kept until the
 * commit exists.
 */
export async function updateReference(context: RepositoryContext): Promise<void> {
  const site = commitSite(context);
  const modules = await withProgress(l10n.t("Reading the submodules…"), (signal) => listSubmodules(site.git, signal));
  const [only, ...others] = modules;
  if (only === undefined)
    throw new UserError(l10n.t("This repository has no submodules: there is none in .gitmodules."));
  const draft = context.drafts.edit(
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
        ask: async (place) => draft.change({ path: (await askSubmodule(place, modules, chosen(), why)).path }),
      },
      {
        ask: async (place) => {
          place.draft ??= draft.now.typed === "" ? undefined : draft.now.typed;
          return draft.change({
            commit: await askCommit(
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
      { ask: async (place) => draft.change({ branch: await askBranch(context, site, place, draft.now.branch, why) }) },
      {
        ask: async (place) =>
          draft.change({
            message: await askText(place, chosen(), draft.now, why, (message) => void draft.change({ message })),
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
      committed(context, site, { branch, sha: id });
      return;
    } catch (error) {
      context.report.background(error, "Update Submodule Reference");
      if (!isOutcomeUnknown(error) && !isCancelled(error)) draft.change({ sent: false });
      refused = await whyNot(context, site, { submodule, commit, branch }, error);
    } finally {
      for (const subject of ["commit", "pipeline", "mergeRequest"] as const)
        announce(context, { ...site.scope, subject });
    }
  }
}

/** Returns the commit that moved the submodule, for a lost answer: some hosts would make a second one that changes nothing. */
async function madeBefore(
  site: CommitSite,
  submodule: Submodule,
  { commit, branch = "" }: SubmoduleDraft,
): Promise<Pick<Commit, "id"> | undefined> {
  return withProgress(l10n.t("Looking whether the commit was made…"), async (signal) => {
    const client = site.client();
    const entry = await found(
      client.repositoryFiles.head(site.scope.project, submodule.path, { ref: branch }, { signal }),
    );
    if (entry?.blob_id !== commit.toLowerCase()) return undefined;
    return {
      id:
        entry.last_commit_id ?? (await client.commits.get(site.scope.project, branch, { stats: false }, { signal })).id,
    };
  });
}

interface Tried {
  readonly submodule: Submodule;
  readonly commit: string;
  readonly branch: string;
}

/** Looks up why a reference was not updated: hosts tell no more than that it failed. */
async function whyNot(
  context: RepositoryContext,
  site: CommitSite,
  { submodule, commit, branch }: Tried,
  error: unknown,
): Promise<ErrorWords> {
  const words = describeError(error);
  const mayBeMade = l10n.t("The commit may have been made all the same; look at the branch before trying again.");
  if (isCancelled(error)) return { message: mayBeMade };
  if (isOutcomeUnknown(error)) return { ...words, message: `${words.message} ${mayBeMade}` };
  if (!(error instanceof ApiError)) return words;
  const client = site.client();
  const path = plainText(submodule.path, 150);
  const host = instanceHost(site.scope.instance);
  try {
    return await withProgress(l10n.t("Looking why the commit was refused…"), async (signal) => {
      const tip = await found(client.commits.get(site.scope.project, branch, { stats: false }, { signal }));
      if (tip === undefined) return { message: reasonWords({ kind: "branchMissing", branch }, host) };
      if (error.kind === "forbidden") {
        const guarded = await isProtected(context, site.scope, branch, signal);
        return { message: guarded === true ? guardedWords(branch) : reasonWords({ kind: "noRights" }, host) };
      }
      const entry = await found(
        client.repositoryFiles.head(site.scope.project, submodule.path, { ref: tip.id }, { signal }),
      );
      if (entry === undefined)
        return { message: l10n.t("There is no submodule {0} on “{1}”.", path, plainText(branch, 100)) };
      if (entry.blob_id === commit.toLowerCase())
        return { message: l10n.t("{0} is at {1} on “{2}” already.", path, short(commit), plainText(branch, 100)) };
      if (entry.size > 0)
        return { message: l10n.t("{0} is a file on “{1}”, not a submodule.", path, plainText(branch, 100)) };
      // Some hosts say 400 where the documents say 403.
      return (await isProtected(context, site.scope, branch, signal)) === true
        ? { message: guardedWords(branch) }
        : words;
    });
  } catch (second) {
    context.report.background(second, "Look why a submodule was not updated");
    return words;
  }
}

/** The route of submodules cannot make a branch. */
const guardedWords = (branch: string): string =>
  l10n.t(
    "“{0}” is a protected branch: your account may not push to it. Push a new branch with git, choose it here, and open a merge request from there.",
    plainText(branch, 100),
  );

const found = <T extends Commit | object>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  });

const askSubmodule = (
  place: Place,
  modules: readonly Submodule[],
  active: Submodule | undefined,
  refused: ErrorWords | undefined,
): Promise<Submodule> =>
  pickOne<Submodule>({
    title: place.title,
    place,
    placeholder: refused?.message ?? l10n.t("Submodule whose reference changes"),
    choices: modules.map((submodule) => ({
      label: plainText(submodule.path, 200),
      description: plainText(submodule.url, 150),
      iconPath: new ThemeIcon("file-submodule"),
      value: submodule,
    })),
    active: (value) => value.path === active?.path,
  });

/** Asks for a commit of the submodule: one that its own clone has, or a whole sha. */
async function askCommit(
  site: CommitSite,
  place: Place,
  submodule: Submodule,
  active: string,
  refused: ErrorWords | undefined,
  onType: (text: string) => void,
): Promise<string> {
  const own = await submoduleGit(site.git, submodule.path, gitProgram);
  const now = await recordedCommit(site.git, "HEAD", submodule.path);
  let placeholder =
    refused?.message ??
    l10n.t(
      "Commit that {0} is to be at; it is at {1} now",
      plainText(submodule.path, 100),
      now === undefined ? l10n.t("none") : short(now),
    );
  for (;;) {
    const answer = await pickOne<string>({
      title: place.title,
      place,
      placeholder,
      onType,
      choices: async (signal) => {
        const refs = own === undefined ? [] : await submoduleRefs(own, signal);
        return [
          ...(active === "" || refs.some(({ sha }) => sha === active) ? [] : [knownRow(active)]),
          ...refs.map(refRow),
        ];
      },
      active: (value) => value === active,
      typed: (text) =>
        text.trim() === ""
          ? undefined
          : { label: l10n.t("Use “{0}”", plainText(text, 100)), iconPath: new ThemeIcon("edit"), value: text.trim() },
    });
    const sha = isFullSha(answer.toLowerCase()) ? answer.toLowerCase() : own && (await resolveIn(own, answer));
    if (sha !== undefined) return sha;
    placeholder =
      own === undefined
        ? l10n.t(
            "The submodule is not cloned here, so “{0}” says nothing: give the whole sha of a commit",
            plainText(answer, 60),
          )
        : l10n.t(
            "The submodule’s clone has no “{0}”: give a branch, a tag or the whole sha of a commit",
            plainText(answer, 60),
          );
  }
}

const knownRow = (sha: string): Choice<string> => ({
  label: sha,
  description: l10n.t("chosen before"),
  iconPath: new ThemeIcon("git-commit"),
  value: sha,
});

const refRow = ({
  kind,
  name,
  sha,
  subject,
}: {
  readonly kind: "branch" | "tag" | "head";
  readonly name: string;
  readonly sha: string;
  readonly subject: string;
}): Choice<string> => ({
  label: kind === "head" ? l10n.t("What Is Checked Out") : plainText(name, 150),
  description: short(sha),
  detail: plainText(subject, 120),
  iconPath: new ThemeIcon(kind === "tag" ? "tag" : kind === "head" ? "target" : "git-branch"),
  value: sha,
});

const askBranch = (
  context: RepositoryContext,
  site: CommitSite,
  place: Place,
  active: string | undefined,
  refused: ErrorWords | undefined,
): Promise<string> =>
  pickOne<string>({
    title: place.title,
    place,
    placeholder: refused?.message ?? l10n.t("Branch on the host to commit to"),
    choices: (signal) => hostBranches(context, site, signal),
    active: (value) => value === active,
    typed: (text) =>
      text.trim() === "" ? undefined : { label: l10n.t("Use “{0}”", plainText(text, 100)), value: text.trim() },
  });

const askText = (
  place: Place,
  submodule: Submodule,
  { commit, message }: SubmoduleDraft,
  refused: ErrorWords | undefined,
  onType: (text: string) => void,
): Promise<string> =>
  inputText({
    title: place.title,
    place,
    onType,
    prompt:
      (refused === undefined ? "" : `${refused.message} `) +
      l10n.t(
        "Message of the commit that moves {0} to {1}; empty for the host’s own words",
        plainText(submodule.path, 100),
        short(commit),
      ),
    value: message,
  });
