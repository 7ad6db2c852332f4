import { l10n } from "vscode";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Unsupported } from "./actions.ts";
import type { PathProblem } from "./paths.ts";
import type { Reason } from "./reasons.ts";
import type { Target } from "./target.ts";
import type { WorkingChange } from "./workingStatus.ts";

const short = (sha: string): string => sha.slice(0, 8);
const name = (text: string): string => plainText(text, 150);

/** Returns why a commit was not made and what to do. */
export function reasonText(reason: Reason, host: string): string {
  switch (reason.kind) {
    case "changed":
      return reason.commit === undefined
        ? l10n.t(
            "{0} is not the same on the host as here: somebody changed it. Nothing was sent over it.",
            name(reason.path),
          )
        : l10n.t(
            "{0} was changed on the host meanwhile, last by commit {1}. Nothing was sent over it.",
            name(reason.path),
            short(reason.commit),
          );
    case "missing":
      return l10n.t(
        "There is no {0} on that branch, so it cannot be changed there. It may have been deleted or moved.",
        name(reason.path),
      );
    case "exists":
      return l10n.t("There is a file {0} on that branch already, with another content.", name(reason.path));
    case "nothingNew":
      return l10n.t("The branch has all of this already: the commit would be empty.");
    case "badPath":
      return l10n.t("{0} cannot be the path of a file: {1}", name(reason.path), pathText(reason.problem));
    case "branchMissing":
      return l10n.t("There is no branch “{0}” on {1}. Choose another, or make it.", name(reason.branch), host);
    case "branchExists":
      return l10n.t(
        "There is a branch “{0}” on {1} already. Commit to it as it is, or choose another name.",
        name(reason.branch),
        host,
      );
    case "branchName":
      return l10n.t("“{0}” cannot be the name of a branch.", name(reason.branch));
    case "startMissing":
      return l10n.t("There is no “{0}” on {1} to start the branch at.", name(reason.start), host);
    case "protected":
      return reason.force === true
        ? l10n.t(
            "“{0}” is a protected branch: your account may not overwrite it. Use another branch.",
            name(reason.branch),
          )
        : l10n.t(
            "“{0}” is a protected branch: your account may not push to it. Commit to a new branch and open a merge request.",
            name(reason.branch),
          );
    case "noRights":
      return l10n.t(
        "Your account may not push to this project on {0}. Ask a maintainer for more rights, or switch the account.",
        host,
      );
    case "branchMoved":
      return l10n.t(
        "Somebody pushed {0} to “{1}” at the same moment. None of your files is touched by it: try again.",
        short(reason.commit),
        name(reason.branch),
      );
    case "done":
      return l10n.t("The answer got lost, but the commit was made: {0}.", short(reason.commit));
  }
}

/** Returns the prompt of a field, after the reason why the host refused what was entered. */
export const withReason = (refused: ErrorWords | undefined, prompt: string): string =>
  refused === undefined ? prompt : `${refused.message} ${prompt}`;

/** Returns what is wrong with a path. */
export function pathText(problem: PathProblem): string {
  switch (problem) {
    case "empty":
      return l10n.t("a path is needed.");
    case "traversal":
      return l10n.t("it must not hold “..”.");
    case "part":
      return l10n.t("a name in it is empty, “.” or holds a line break.");
    case "git":
      return l10n.t("git keeps “.git” for itself.");
  }
}

/** Returns why a file cannot be committed through the API; undefined when it can. */
export function uncommittableText(change: WorkingChange): string | undefined {
  if (change.kind === "unmerged") return l10n.t("in conflict: resolve it first");
  if (change.submodule === true) return l10n.t("a repository of its own: use “Update Submodule Reference…”");
  if (change.mode === "120000" && change.kind !== "renamed")
    return l10n.t("a symbolic link, which the API cannot write: commit it with git");
  return change.kind === "typeChanged"
    ? l10n.t("a file became a link or the other way round, which the API cannot do: commit it with git")
    : undefined;
}

/** Returns why a change cannot be sent and what to do. */
export function unsupportedText(path: string, why: Unsupported): string {
  switch (why) {
    case "link":
      return l10n.t(
        "{0} is a symbolic link, which the API cannot write. Leave it out and commit it with git.",
        name(path),
      );
    case "submodule":
      return l10n.t("{0} is a submodule. Leave it out and use “Update Submodule Reference…”.", name(path));
    case "kind":
      return l10n.t(
        "{0} became a link, or was one, which the API cannot do. Leave it out and commit it with git.",
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
  const from = start.label ?? (start.kind === "commit" ? short(start.ref) : start.ref);
  const where =
    start.project === undefined ? name(from) : l10n.t("{0} of {1}", name(from), name(String(start.project)));
  return force === true
    ? l10n.t("{0}, overwritten from {1}", name(branch), where)
    : l10n.t("{0}, new from {1}", name(branch), where);
}
