import { l10n, ThemeIcon } from "vscode";
import type { ErrorWords } from "../../../../core/ui/describeError.ts";
import { type Choice, pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { plural } from "../../../../core/ui/plural.ts";
import type { Place } from "../../../../core/ui/quickInput.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import type { CommitDraft } from "../drafts.ts";
import { targetLabel } from "../labels.ts";
import type { Reason } from "../reasons.ts";
import type { CommitPlan } from "./plan.ts";

/** The choices in the review of a commit. */
export type ReviewAnswer =
  | "commit"
  | "preview"
  | "theirs"
  | "again"
  | "newBranch"
  | "asItIs"
  | "author"
  | "force"
  | "discard"
  | "explain";

export interface Review {
  readonly draft: CommitDraft;
  readonly plan: CommitPlan | undefined;
  /** Why the commit was not or cannot be made. */
  readonly refused: ErrorWords | undefined;
  readonly reason: Reason | undefined;
  /** Set when the branch is protected from the account. */
  readonly warning?: string | undefined;
}

/** Shows what will be sent, and asks what to do. @throws CancelledError, GoBack */
export function askReview(place: Place, review: Review): Promise<ReviewAnswer> {
  const { draft, plan, refused, reason, warning } = review;
  const { target, author, message } = draft;
  const ready = plan !== undefined && plan.reason === undefined;
  const where = target === undefined ? "" : targetLabel(target);
  const rows: Choice<ReviewAnswer>[] = [];
  if (refused)
    rows.push({
      label: refused.message,
      ...(refused.action === undefined ? {} : { detail: refused.action.title }),
      iconPath: new ThemeIcon("error"),
      alwaysShow: true,
      value: "explain",
    });
  if (warning !== undefined && refused === undefined)
    rows.push({
      label: warning,
      detail: l10n.t("Select to commit to a new branch instead"),
      iconPath: new ThemeIcon("lock"),
      alwaysShow: true,
      value: "newBranch",
    });
  rows.push(...remedies(reason, target?.start !== undefined));
  if (ready) {
    rows.push({
      label: l10n.t("Commit to {0}", where),
      description:
        plan.size > largeSize
          ? plural(plan.changes.length, (shown) => ({
              one: l10n.t("{0} file, {1}", shown, sizeText(plan.size)),
              other: l10n.t("{0} files, {1}", shown, sizeText(plan.size)),
            }))
          : plural(plan.changes.length, (shown) => ({
              one: l10n.t("{0} file", shown),
              other: l10n.t("{0} files", shown),
            })),
      detail: plainText(message, 120),
      iconPath: new ThemeIcon("git-commit"),
      value: "commit",
    });
  }
  if (!ready || refused)
    rows.push({
      label: l10n.t("Check Again"),
      detail: l10n.t("Compares your files with the host again."),
      iconPath: new ThemeIcon("refresh"),
      value: "again",
    });
  if (plan && plan.large.length < plan.changes.length)
    rows.push({
      label: l10n.t("Show Changes"),
      description: plan.changes
        .map(({ path }) => plainText(path, 80))
        .slice(0, 3)
        .join(", "),
      iconPath: new ThemeIcon("diff-multiple"),
      value: "preview",
    });
  rows.push({
    label: l10n.t("Author"),
    description: author === undefined ? l10n.t("your account") : plainText(`${author.name} <${author.email}>`, 120),
    iconPath: new ThemeIcon("account"),
    value: "author",
  });
  if (target?.start) {
    rows.push({
      label: l10n.t("Overwrite “{0}” If It Exists", plainText(target.branch, 80)),
      description: target.force === true ? l10n.t("yes") : l10n.t("no"),
      detail: l10n.t("Force: the branch is reset to its start and this commit. Other commits on it are lost."),
      iconPath: new ThemeIcon(target.force === true ? "warning" : "shield"),
      value: "force",
    });
  }
  rows.push({
    label: l10n.t("Discard Draft…"),
    detail: l10n.t("Your files are not changed."),
    iconPath: new ThemeIcon("trash"),
    value: "discard",
  });
  // Text typed to filter the rows is not part of the form.
  place.draft = undefined;
  return pickOne<ReviewAnswer>({
    title: place.title,
    place,
    placeholder: ready ? l10n.t("Review the changes, then commit or go back") : l10n.t("The commit cannot be created"),
    choices: rows,
    active: (value) => value === (refused || !ready ? "explain" : warning !== undefined ? "newBranch" : "commit"),
  });
}

/** Smallest size that is shown, in bytes. */
const largeSize = 1024 * 1024;

/** Returns the choices that help against a reason. */
function remedies(reason: Reason | undefined, started: boolean): Choice<ReviewAnswer>[] {
  const newBranch: Choice<ReviewAnswer> = {
    label: l10n.t("Commit to a New Branch…"),
    detail: l10n.t("Avoids conflicts with later changes."),
    iconPath: new ThemeIcon("git-branch"),
    value: "newBranch",
  };
  switch (reason?.kind) {
    case "changed":
    case "exists":
      return [
        {
          label: l10n.t("Show Version on the Host"),
          description: plainText(reason.path, 120),
          iconPath: new ThemeIcon("diff"),
          value: "theirs",
        },
        newBranch,
      ];
    case "missing":
    case "protected":
    case "branchMissing":
    case "branchName":
    case "startMissing":
      return [newBranch];
    case "branchExists":
      return started
        ? [
            {
              label: l10n.t("Commit to Existing Branch"),
              description: plainText(reason.branch, 100),
              iconPath: new ThemeIcon("git-commit"),
              value: "asItIs",
            },
            newBranch,
          ]
        : [newBranch];
    case "nothingNew":
    case "badPath":
    case "noRights":
    case "branchMoved":
    case "done":
    case undefined:
      return [];
  }
}
