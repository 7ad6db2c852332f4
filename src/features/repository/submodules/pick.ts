import { l10n, ThemeIcon } from "vscode";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { gitProgram } from "../../../git/program.ts";
import { hostBranches } from "../commitFiles/commands/hostBranches.ts";
import type { CommitSite } from "../commitFiles/commands/site.ts";
import type { SubmoduleDraft } from "../commitFiles/drafts.ts";
import { withReason } from "../commitFiles/labels.ts";
import {
  recordedCommit,
  resolveIn,
  type Submodule,
  submoduleGit,
  type SubmoduleRef,
  submoduleRefs,
} from "../commitFiles/submodules.ts";
import type { RepositoryContext } from "../context.ts";

/** Asks for a submodule. @throws CancelledError, GoBack */
export const pickSubmodule = (
  place: Place,
  modules: readonly Submodule[],
  active: Submodule | undefined,
  refused: ErrorWords | undefined,
): Promise<Submodule> =>
  pickOne<Submodule>({
    title: place.title,
    place,
    placeholder: refused?.message ?? l10n.t("Select a submodule to update"),
    choices: modules.map((submodule) => ({
      label: plainText(submodule.path, 200),
      description: plainText(submodule.url, 150),
      iconPath: new ThemeIcon("file-submodule"),
      value: submodule,
    })),
    active: (value) => value.path === active?.path,
  });

/** Asks for a commit of the submodule: one from its clone, or a full SHA. @throws CancelledError, GoBack */
export async function pickSubmoduleCommit(
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
      "Select a commit for {0} (currently {1})",
      plainText(submodule.path, 100),
      now === undefined ? l10n.t("none") : shortSha(now),
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
        ? l10n.t("The submodule is not cloned. Enter a full commit SHA instead of “{0}”", plainText(answer, 60))
        : l10n.t(
            "“{0}” not found in the clone of the submodule. Enter a branch, tag or full commit SHA",
            plainText(answer, 60),
          );
  }
}

const knownRow = (sha: string): Choice<string> => ({
  label: sha,
  description: l10n.t("previous choice"),
  iconPath: new ThemeIcon("git-commit"),
  value: sha,
});

const refRow = ({ kind, name, sha, subject }: SubmoduleRef): Choice<string> => ({
  label: kind === "head" ? l10n.t("Checked Out Commit") : plainText(name, 150),
  description: shortSha(sha),
  detail: plainText(subject, 120),
  iconPath: new ThemeIcon(kind === "tag" ? "tag" : kind === "head" ? "target" : "git-branch"),
  value: sha,
});

/** Asks for a branch of the host. @throws CancelledError, GoBack */
export const pickHostBranch = (
  context: RepositoryContext,
  site: CommitSite,
  place: Place,
  active: string | undefined,
  refused: ErrorWords | undefined,
): Promise<string> =>
  pickOne<string>({
    title: place.title,
    place,
    placeholder: refused?.message ?? l10n.t("Select the branch on the host to commit to"),
    choices: (signal) => hostBranches(context, site, signal),
    active: (value) => value === active,
    typed: (text) =>
      text.trim() === "" ? undefined : { label: l10n.t("Use “{0}”", plainText(text, 100)), value: text.trim() },
  });

/** Asks for the commit message, which may be empty. @throws CancelledError, GoBack */
export const askMessage = (
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
    prompt: withReason(
      refused,
      l10n.t(
        "Enter the commit message for updating {0} to {1}. Leave empty for the default message",
        plainText(submodule.path, 100),
        shortSha(commit),
      ),
    ),
    value: message,
  });
