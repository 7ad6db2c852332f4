import { l10n } from "vscode";
import type { MergeRequest, MergeRequestUpdate } from "../../../api/resources/mergeRequests.ts";
import { draftTitle, isDraftTitle, readyTitle } from "../../../core/mergeRequests/draftTitle.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { labelNames } from "../../../core/mergeRequests/scopedLabels.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { askBranch } from "./branches.ts";
import type { EditContext, EditOutcome } from "./editContext.ts";
import { editDescription } from "./editDescription.ts";
import { changeLabels, changeMilestone, changePeople } from "./editLists.ts";
import { namesOf } from "./editPeople.ts";
import { changeTitle } from "./editTitle.ts";
import { update } from "./state.ts";

/** A field that can be changed. */
export interface EditField {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly shown: string;
  /**
   * Edits the field. Undefined when nothing changed; `leave` when the edit continues elsewhere.
   * @throws GoBack, CancelledError, ApiError
   */
  readonly change: (edited: EditContext) => Promise<EditOutcome | "leave" | undefined>;
}

/** Returns the fields of a merge request with their values. */
export function editFields(mergeRequest: MergeRequest): EditField[] {
  const none = l10n.t("none");
  const {
    title,
    description,
    target_branch: target,
    labels,
    assignees,
    assignee,
    reviewers,
    milestone,
    squash,
    discussion_locked: locked,
  } = mergeRequest;
  const {
    force_remove_source_branch: removes,
    allow_collaboration: allows,
    allow_maintainer_to_push: older,
    source_project_id: source,
    target_project_id: into,
    project_id: project,
  } = mergeRequest;
  const people = assignees ?? (assignee ? [assignee] : []);
  const draft = isDraftTitle(title);
  const fork = source !== undefined && source !== null && source !== (into ?? project);
  return [
    { id: "title", name: l10n.t("Title"), icon: "edit", shown: title, change: changeTitle },
    {
      id: "description",
      name: l10n.t("Description"),
      icon: "markdown",
      shown: description?.split("\n", 1)[0] ?? none,
      change: async ({ context, ref }) => {
        await editDescription(context, ref);
        return "leave";
      },
    },
    {
      id: "target",
      name: l10n.t("Target Branch"),
      icon: "git-branch",
      shown: target ?? "",
      change: async ({ context, place, ref }) => {
        const branch = await askBranch(context, ref, place, l10n.t("Select the target branch"), target ?? undefined);
        return branch === target
          ? undefined
          : { mergeRequest: await send({ context, ref }, { target_branch: branch }) };
      },
    },
    {
      id: "labels",
      name: l10n.t("Labels"),
      icon: "tag",
      shown: labelNames(labels).join(", ") || none,
      change: changeLabels,
    },
    {
      id: "assignees",
      name: l10n.t("Assignees"),
      icon: "person",
      shown: namesOf(people) || none,
      change: changePeople("assignees"),
    },
    {
      id: "reviewers",
      name: l10n.t("Reviewers"),
      icon: "eye",
      shown: namesOf(reviewers) || none,
      change: changePeople("reviewers"),
    },
    {
      id: "milestone",
      name: l10n.t("Milestone"),
      icon: "milestone",
      shown: milestone?.title ?? none,
      change: changeMilestone,
    },
    {
      ...toggle("draft", l10n.t("Draft"), draft, {}),
      change: async ({ context, ref }) => {
        // The complete title is sent, so it is made from the newest.
        const fresh = await withProgress(l10n.t("Loading merge request !{0}…", ref.mergeRequest.iid), (signal) =>
          readMergeRequest(context, ref, signal),
        );
        return {
          mergeRequest: await send(
            { context, ref },
            { title: draft ? readyTitle(fresh.title) : draftTitle(fresh.title) },
          ),
        };
      },
    },
    toggle("squash", l10n.t("Squash Commits When Merged"), squash === true, { squash: squash !== true }),
    toggle("remove", l10n.t("Delete Source Branch When Merged"), removes === true, {
      remove_source_branch: removes !== true,
    }),
    toggle("locked", l10n.t("Lock Discussion"), locked === true, { discussion_locked: locked !== true }),
    ...(fork
      ? [
          toggle("collaboration", l10n.t("Allow Commits from Members Who Can Merge"), (allows ?? older) === true, {
            allow_collaboration: (allows ?? older) !== true,
          }),
        ]
      : []),
  ];
}

const toggle = (id: string, name: string, on: boolean, changes: MergeRequestUpdate): EditField => ({
  id,
  name,
  icon: on ? "check" : "circle-outline",
  shown: on ? l10n.t("yes") : l10n.t("no"),
  change: async (edited) => ({ mergeRequest: await send(edited, changes) }),
});

const send = (
  { context, ref }: Pick<EditContext, "context" | "ref">,
  changes: MergeRequestUpdate,
): Promise<MergeRequest> => update(context, ref, l10n.t("Updating !{0}…", ref.mergeRequest.iid), changes);
