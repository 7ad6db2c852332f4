import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { applicable, runMany } from "../../../core/commands/runMany.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { parentGroup } from "../../../core/groups/groupsAbove.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural, listText } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { MilestoneWork } from "../contents.ts";
import { ownerOf, projectPathOf, routeOf } from "../owner.ts";
import {
  pickMilestone,
  milestoneChange,
  milestoneName,
  ownerName,
  withMilestoneErrors,
  updateMilestone,
} from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

export async function close(context: Context, given?: MilestoneRef, selected?: readonly MilestoneRef[]): Promise<void> {
  const many = applicable(given, selected, ({ milestone }) => milestone.state !== "closed");
  if (many)
    return runMany(context, many, {
      title: l10n.t("Close Milestone"),
      confirm: {
        question: (shown) => ({
          one: l10n.t("Close {0} milestone?", shown),
          other: l10n.t("Close {0} milestones?", shown),
        }),
        button: l10n.t("Close Milestones"),
      },
      doing: (shown) => ({
        one: l10n.t("Closing {0} milestone", shown),
        other: l10n.t("Closing {0} milestones", shown),
      }),
      done: (shown) => ({
        one: l10n.t("Closed {0} milestone.", shown),
        other: l10n.t("Closed {0} milestones.", shown),
      }),
      name: milestoneName,
      act: (ref, within) => sendClose(context, ref, within),
    });
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Close Milestone"),
    placeholder: l10n.t("Select a milestone to close"),
    state: "active",
  });
  await sendClose(context, ref);
  notice(l10n.t("Closed “{0}”.", milestoneName(ref)));
}

const sendClose = (context: Context, ref: MilestoneRef, within?: AbortSignal): Promise<unknown> =>
  updateMilestone(context, ref, l10n.t("Closing “{0}”…", milestoneName(ref)), { state_event: "close" }, within);

export async function activate(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Reopen Milestone"),
    placeholder: l10n.t("Select a milestone to reopen"),
    state: "closed",
  });
  await updateMilestone(context, ref, l10n.t("Reopening “{0}”…", milestoneName(ref)), { state_event: "activate" });
  notice(l10n.t("Reopened “{0}”.", milestoneName(ref)));
}

/** Deletes a milestone after confirmation. */
export async function remove(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Delete Milestone"),
    placeholder: l10n.t("Select a milestone to delete"),
  });
  const hangs = await withProgress(l10n.t("Checking what “{0}” contains…", milestoneName(ref)), (signal) =>
    whatHangs(context, ref, signal),
  );
  await confirm(context, ref, {
    question: l10n.t("Delete milestone “{0}” of {1}?", milestoneName(ref), ownerName(ref)),
    detail: l10n.t("{0} This cannot be undone.", hangs),
    buttons: [l10n.t("Delete")],
  });
  const { route, id } = routeOf(context.connections.get(ref.instance).client, ownerOf(ref));
  await withMilestoneErrors(ref, "delete", () =>
    runWrite<unknown>(
      context,
      l10n.t("Deleting “{0}”…", milestoneName(ref)),
      milestoneChange(ref),
      (signal) => route.delete(id, ref.milestone.id, { signal }),
      { find: (signal) => foundGone(route.get(id, ref.milestone.id, { signal })) },
    ),
  );
  notice(l10n.t("Deleted “{0}”.", milestoneName(ref)));
}

/** Describes the contents of a milestone; a host that does not show them does not prevent the deletion. */
async function whatHangs(context: Context, ref: MilestoneRef, signal: AbortSignal): Promise<string> {
  const work = new MilestoneWork(
    context.connections.get(ref.instance).client,
    ownerOf(ref),
    ref.milestone.id,
    Date.now,
  );
  const [requests, issues] = await Promise.all(
    [work.mergeRequests, work.issues].map(async (list) => {
      await list
        .step(signal)
        .catch((error: unknown) => context.report.background(error, "Look what hangs on a milestone"));
      return list.total;
    }),
  );
  if (requests === undefined || issues === undefined)
    return l10n.t("Its merge requests and issues are kept without a milestone.");
  if (requests + issues === 0) return l10n.t("It contains no merge requests or issues.");
  const parts = [
    ...(requests === 0
      ? []
      : [
          plural(requests, (shown) => ({
            one: l10n.t("{0} merge request", shown),
            other: l10n.t("{0} merge requests", shown),
          })),
        ]),
    ...(issues === 0
      ? []
      : [plural(issues, (shown) => ({ one: l10n.t("{0} issue", shown), other: l10n.t("{0} issues", shown) }))]),
  ];
  return requests + issues === 1
    ? l10n.t("{0} is kept without a milestone.", parts.join(""))
    : l10n.t("{0} are kept without a milestone.", listText(parts));
}

/** Promotes a project's milestone to a group milestone, after confirmation. */
export async function promote(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Promote Milestone to Group"),
    placeholder: l10n.t("Select a project milestone to promote"),
    applies: ({ group }) => group === undefined,
  });
  if (ref.group !== undefined) throw new UserError(l10n.t("“{0}” is already a group milestone.", milestoneName(ref)));
  const path = parentGroup(projectPathOf(ref.milestone, ref.instance) ?? ref.project);
  const group = path === undefined ? l10n.t("the project's group") : l10n.t("group {0}", plainText(path, 120));
  await confirm(context, ref, {
    question: l10n.t("Promote “{0}” to a group milestone?", milestoneName(ref)),
    detail: l10n.t(
      "The milestone will be available in all projects of {0}. Project milestones with the same title are merged into it. This cannot be undone.",
      group,
    ),
    buttons: [l10n.t("Promote")],
  });
  const { client } = context.connections.get(ref.instance);
  await withMilestoneErrors(ref, "promote", () =>
    runWrite<unknown>(
      context,
      l10n.t("Promoting “{0}”…", milestoneName(ref)),
      milestoneChange(ref),
      (signal) => client.milestones.project.promote(ref.project, ref.milestone.id, { signal }),
      // The group's gets an ID of its own.
      { find: (signal) => foundGone(client.milestones.project.get(ref.project, ref.milestone.id, { signal })) },
    ),
  );
  notice(l10n.t("Promoted “{0}” to a milestone of {1}.", milestoneName(ref), group));
}
