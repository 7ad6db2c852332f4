import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { draftTitle, isDraftTitle, readyTitle } from "../../../core/mergeRequests/draftTitle.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { onlyStep, type Place } from "../../../core/ui/quickInput.ts";
import { askBranch } from "../commands/branches.ts";
import { pickPeople } from "../commands/editPeople.ts";
import { pickLabels, pickMilestone } from "../commands/pickFields.ts";
import type { SourceCommit } from "./difference.ts";
import type { CreatingAction } from "./model.ts";
import { type NewMergeRequestRef, type Proposal, proposedWords } from "./proposal.ts";
import { isSameTarget, movedTo, pickTarget, scopeOfTarget, type Targets } from "./targets.ts";
import { pickTemplate } from "./templates.ts";

export interface FieldEdit {
  readonly context: Context;
  readonly ref: NewMergeRequestRef;
  readonly targets: Targets;
  readonly proposal: Proposal;
  readonly commits: readonly SourceCommit[];
  /** Returns the description as it is now. */
  readonly description: () => string;
  /** Takes each tick of a list while it is open. */
  readonly ticked: (part: Partial<Proposal>) => void;
  /** Closes a list without an answer. */
  readonly signal: AbortSignal;
}

const place = (title: string): Place => onlyStep(title, false);

/** Asks for the new value of a field. @returns undefined for actions on no field. @throws CancelledError, UserError, ApiError */
export async function editField(action: CreatingAction, edit: FieldEdit): Promise<Partial<Proposal> | undefined> {
  const { context, ref, targets, proposal, signal } = edit;
  const { client, session } = context.connections.get(ref.instance);
  const there = scopeOfTarget(ref, targets, proposal.into);
  switch (action) {
    case "target":
      return {
        target: await askBranch(
          context,
          there,
          place(l10n.t("Target Branch")),
          l10n.t("Select the target branch"),
          proposal.target,
        ),
      };
    case "project": {
      const next = await pickTarget(targets, place(l10n.t("Target Project")), proposal.into);
      if (isSameTarget(next, proposal.into)) return {};
      // Milestones belong to a project or its groups.
      if (proposal.milestone)
        notice(
          l10n.t(
            "The milestone “{0}” was removed: it belongs to the other project.",
            plainText(proposal.milestone.title, 80),
          ),
        );
      return { ...movedTo(proposal, next), milestone: undefined };
    }
    case "draft":
      return { title: isDraftTitle(proposal.title) ? readyTitle(proposal.title) : draftTitle(proposal.title) };
    case "labels":
      return {
        labels: await pickLabels(client, there.project, place(l10n.t("Labels")), proposal.labels ?? [], {
          ticked: (labels) => edit.ticked({ labels }),
          signal,
        }),
      };
    case "assignees": {
      const placeholder = l10n.t("Select assignees, or type a name to search");
      const chosen = proposal.assignees ?? [];
      const list = { client, place: place(l10n.t("Assignees")), placeholder, chosen };
      return { assignees: await pickPeople(list, { ticked: (assignees) => edit.ticked({ assignees }), signal }) };
    }
    case "assignToMe": {
      const me = session?.user;
      if (me === undefined) return {};
      const others = (proposal.assignees ?? []).filter(({ id }) => id !== me.id);
      return { assignees: [...others, me] };
    }
    case "reviewers": {
      const placeholder = l10n.t("Select reviewers, or type a name to search");
      const chosen = proposal.reviewers;
      const list = { client, place: place(l10n.t("Reviewers")), placeholder, chosen };
      return { reviewers: await pickPeople(list, { ticked: (reviewers) => edit.ticked({ reviewers }), signal }) };
    }
    case "milestone": {
      const picked = await pickMilestone(
        client,
        there.project,
        place(l10n.t("Milestone")),
        proposal.milestone?.id ?? 0,
      );
      return { milestone: picked && { id: picked.id, title: picked.title } };
    }
    case "removeSource":
      return { removeSource: !proposal.removeSource };
    case "squash":
      return { squash: !proposal.squash };
    case "keepLocal":
      return { keepLocal: proposal.keepLocal !== true };
    case "template": {
      const template = await pickTemplate(context, there, ref);
      return { description: appended(edit.description(), template) };
    }
    case "commitMessages":
      return { description: appended(withoutProposed(proposal, edit.commits), messagesOf(edit.commits)) };
    default:
      return undefined;
  }
}

/** Returns the description; none as long as it is the list of titles that the messages go beyond. */
const withoutProposed = ({ source, description }: Proposal, commits: readonly SourceCommit[]): string =>
  description.trim() === proposedWords(commits, source).description ? "" : description;

/** Returns a text with another one below it. */
export function appended(text: string, more: string): string {
  const before = text.trimEnd();
  return before === "" ? more.trim() : `${before}\n\n${more.trim()}`;
}

/** Returns the messages of commits as Markdown, the oldest first. @throws UserError without commits */
export function messagesOf(commits: readonly SourceCommit[]): string {
  if (commits.length === 0) throw new UserError(l10n.t("There are no commits whose messages could be inserted."));
  return [...commits]
    .reverse()
    .map(({ title, message }) => {
      const [first = "", ...rest] = (message ?? title ?? "").trim().split("\n");
      const body = rest.join("\n").trim();
      const item = `- ${title ?? first}`;
      return body === "" ? item : `${item}\n\n${body.replaceAll(/^(?=.)/gm, "  ")}\n`;
    })
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}
