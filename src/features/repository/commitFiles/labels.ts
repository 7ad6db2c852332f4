import { l10n } from "vscode";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { Unsupported } from "./actions.ts";
import type { PathProblem } from "./paths.ts";
import type { Reason } from "./reasons.ts";
import type { Target } from "./target.ts";
import type { WorkingChange } from "./workingStatus.ts";

const name = (text: string): string => plainText(text, 150);

/** Returns why a commit was not made and what to do. */
export function reasonText(reason: Reason, host: string): string {
  switch (reason.kind) {
    case "changed":
      return reason.commit === undefined
        ? l10n.t("{0} was changed on the host. Nothing was overwritten.", name(reason.path))
        : l10n.t(
            "{0} was changed on the host by commit {1}. Nothing was overwritten.",
            name(reason.path),
            shortSha(reason.commit),
          );
    case "missing":
      return l10n.t("{0} does not exist on this branch. It may have been deleted or moved.", name(reason.path));
    case "exists":
      return l10n.t("{0} already exists on this branch with different content.", name(reason.path));
    case "nothingNew":
      return l10n.t("The branch already has these changes. The commit would be empty.");
    case "badPath":
      return l10n.t("Invalid path {0}. {1}", name(reason.path), pathText(reason.problem));
    case "branchMissing":
      return l10n.t(
        "Branch “{0}” does not exist on {1}. Choose another branch, or create it.",
        name(reason.branch),
        host,
      );
    case "branchExists":
      return l10n.t(
        "Branch “{0}” already exists on {1}. Commit to the existing branch, or enter another name.",
        name(reason.branch),
        host,
      );
    case "branchName":
      return l10n.t("“{0}” is not a valid branch name.", name(reason.branch));
    case "startMissing":
      return l10n.t("“{0}” to create the branch from does not exist on {1}.", name(reason.start), host);
    case "protected":
      return reason.force === true
        ? l10n.t("You cannot overwrite the protected branch “{0}”. Use another branch.", name(reason.branch))
        : l10n.t(
            "You cannot push to the protected branch “{0}”. Commit to a new branch and create a merge request.",
            name(reason.branch),
          );
    case "noRights":
      return l10n.t("You cannot push to this project on {0}. Ask a maintainer for access, or switch accounts.", host);
    case "branchMoved":
      return l10n.t(
        "Someone pushed {0} to “{1}” at the same time. Your files are not affected. Try again.",
        shortSha(reason.commit),
        name(reason.branch),
      );
    case "done":
      return l10n.t("The response was lost, but the commit was created: {0}.", shortSha(reason.commit));
  }
}

/** Returns the prompt of a field, after the reason why the host refused what was entered. */
export const withReason = (refused: ErrorWords | undefined, prompt: string): string =>
  refused === undefined ? prompt : `${refused.message} ${prompt}`;

/** Returns what is wrong with a path. */
export function pathText(problem: PathProblem): string {
  switch (problem) {
    case "empty":
      return l10n.t("Enter a path.");
    case "traversal":
      return l10n.t("A path cannot contain “..”.");
    case "part":
      return l10n.t("A path cannot contain an empty name, “.” or a line break.");
    case "git":
      return l10n.t("“.git” is reserved by Git.");
  }
}

/** Returns why a file cannot be committed through the API; undefined when it can. */
export function uncommittableText(change: WorkingChange): string | undefined {
  if (change.kind === "unmerged") return l10n.t("in conflict: resolve it first");
  if (change.submodule === true) return l10n.t("a submodule: use “Update Submodule Reference…”");
  if (change.mode === "120000" && change.kind !== "renamed")
    return l10n.t("a symbolic link, not supported by the API: commit it with Git");
  return change.kind === "typeChanged"
    ? l10n.t("changed between file and link, not supported by the API: commit it with Git")
    : undefined;
}

/** Returns why a change cannot be sent and what to do. */
export function unsupportedText(path: string, why: Unsupported): string {
  switch (why) {
    case "link":
      return l10n.t(
        "{0} is a symbolic link, which the API does not support. Deselect it and commit it with Git.",
        name(path),
      );
    case "submodule":
      return l10n.t("{0} is a submodule. Deselect it and use “Update Submodule Reference…”.", name(path));
    case "kind":
      return l10n.t(
        "{0} changed between file and link, which the API does not support. Deselect it and commit it with Git.",
        name(path),
      );
  }
}

export function kindLabel(kind: WorkingChange["kind"]): string {
  switch (kind) {
    case "added":
      return l10n.t("added");
    case "modified":
      return l10n.t("modified");
    case "deleted":
      return l10n.t("deleted");
    case "renamed":
      return l10n.t("renamed");
    case "typeChanged":
      return l10n.t("type changed");
    case "untracked":
      return l10n.t("new");
    case "unmerged":
      return l10n.t("conflict");
  }
}

/** Returns the branch that a commit goes to, and its start. */
export function targetLabel({ branch, start, force }: Target): string {
  if (start === undefined) return name(branch);
  const from = start.label ?? (start.kind === "commit" ? shortSha(start.ref) : start.ref);
  const where =
    start.project === undefined ? name(from) : l10n.t("{0} of {1}", name(from), name(String(start.project)));
  return force === true
    ? l10n.t("{0}, overwritten from {1}", name(branch), where)
    : l10n.t("{0}, new from {1}", name(branch), where);
}
