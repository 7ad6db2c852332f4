import { l10n, ThemeIcon } from "vscode";
import type { MergeOptions, MergeRequest, MergeRequestPipeline } from "../../../api/resources/mergeRequests.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { type Mergeability, mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { usualMergeMessage, usualSquashMessage } from "../../../core/mergeRequests/messages.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { type Choice, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";

/** Merge options. Messages only if the user edited them. */
export interface MergePlan {
  readonly squash: boolean;
  readonly removeSource: boolean;
  readonly mergeMessage?: string;
  readonly squashMessage?: string;
}

/** The user's choice: to merge this way, or to remove the blocker. */
export type MergeAnswer = "now" | "later" | "help";
type Answer = MergeAnswer | "squash" | "removeSource" | "mergeMessage" | "squashMessage";

export interface MergeQuestion {
  /** The merge request as read just now. */
  readonly ref: MergeRequestRef & { readonly mergeRequest: MergeRequest };
  readonly pipeline: MergeRequestPipeline | undefined;
  readonly plan: MergePlan;
  /** Called with every change, also while a message is typed. */
  readonly keep: (plan: MergePlan) => void;
}

/** Default options of the merge request. */
export const initialPlan = ({
  squash,
  should_remove_source_branch: wanted,
  force_remove_source_branch: wished,
}: MergeRequest): MergePlan => ({
  squash: squash === true,
  removeSource: wanted ?? wished ?? false,
});

/** Returns the options of the API. @param sha the head that the user has seen */
export const mergeOptions = (
  { squash, removeSource, mergeMessage, squashMessage }: MergePlan,
  sha: string,
  later: boolean,
): MergeOptions => ({
  sha,
  squash,
  should_remove_source_branch: removeSource,
  ...(later && { merge_when_pipeline_succeeds: true }),
  ...(mergeMessage !== undefined && { merge_commit_message: mergeMessage }),
  ...(squash && squashMessage !== undefined && { squash_commit_message: squashMessage }),
});

/** Shows a menu of merge options until one way to merge is chosen. @throws CancelledError */
export async function askMergePlan({ ref, pipeline, plan: initial, keep }: MergeQuestion): Promise<MergeAnswer> {
  const { mergeRequest } = ref;
  const title = l10n.t("Merge !{0}", mergeRequest.iid);
  // What the host would refuse is never the default.
  const blocked = blocker(mergeRequest);
  const waits = pipeline !== undefined && isRunning(pipeline.status);
  const first = blocked?.help === "showPipeline" && waits ? "later" : blocked ? "help" : "now";
  const menu = new FormMenu<Answer>(first);
  let plan = initial;
  const change = (next: MergePlan): void => {
    plan = next;
    keep(next);
  };
  for (;;) {
    const answer = await menu.ask(() => ({
      title,
      placeholder: plainText(mergeRequest.title, 150),
      choices: rows(ref, pipeline, plan),
    }));
    if (answer === "now" || answer === "later" || answer === "help") return answer;
    if (answer === "squash" || answer === "removeSource") change({ ...plan, [answer]: !plan[answer] });
    else await askMessage(answer, mergeRequest, plan, change);
  }
}

/** Asks for a message. What is typed stays in the plan, also when the box is closed. @throws CancelledError */
async function askMessage(
  field: "mergeMessage" | "squashMessage",
  mergeRequest: MergeRequest,
  plan: MergePlan,
  change: (plan: MergePlan) => void,
): Promise<void> {
  const [title, usual] =
    field === "mergeMessage"
      ? [l10n.t("Merge Commit Message"), usualMergeMessage]
      : [l10n.t("Squash Commit Message"), usualSquashMessage];
  const { [field]: before = usual(mergeRequest), ...rest } = plan;
  const withMessage = (text: string): MergePlan => (text.trim() === "" ? rest : { ...rest, [field]: text });
  try {
    const text = await inputText({
      title,
      place: onlyStep(title),
      prompt: l10n.t("Leave empty for the default message. The pencil button opens an editor for several lines."),
      value: before,
      onType: (typed) => change(typed === before ? plan : withMessage(typed)),
      lines: {
        language: "git-commit",
        placeholder: l10n.t("Write the message in the editor, then select Use This Message"),
        take: l10n.t("Use This Message"),
        detail: l10n.t("Leave the editor empty for the default message."),
      },
    });
    change(withMessage(text.trim()));
  } catch (error) {
    if (!(error instanceof GoBack)) throw error;
  }
}

/** Returns why a merge request cannot be merged, if something helps against it. */
function blocker(mergeRequest: MergeRequest): (Mergeability & Required<Pick<Mergeability, "help">>) | undefined {
  const { help, ...rest } = mergeabilityOf(mergeRequest);
  return rest.standing === "ready" || help === undefined ? undefined : { ...rest, help };
}

function rows(
  ref: MergeRequestRef & { readonly mergeRequest: MergeRequest },
  pipeline: MergeRequestPipeline | undefined,
  plan: MergePlan,
): Row<Answer>[] {
  const { mergeRequest } = ref;
  const blocked = blocker(mergeRequest);
  const target = plainText(mergeRequest.target_branch, 80);
  const waits = pipeline !== undefined && isRunning(pipeline.status);
  const [reason = "", ...rest] = blocked?.words.split(/(?<=\.) /) ?? [];
  const [remedy, act] = [rest.join(" "), blocked ? helpOf(blocked.help, ref).title : ""];
  const why: Row<Answer>[] = blocked
    ? [
        {
          // The reason in one line, what helps in the next: a row cuts off longer texts.
          label: reason,
          ...(remedy === "" ? { detail: act } : { description: act, detail: remedy }),
          iconPath: new ThemeIcon(blocked.standing === "wait" ? "sync" : "warning"),
          alwaysShow: true,
          value: "help",
        },
      ]
    : [];
  const ways: Row<Answer>[] = [
    ...(waits
      ? [
          {
            label: l10n.t("Merge When Pipeline Succeeds"),
            description: l10n.t("pipeline #{0} is running", pipeline.id),
            iconPath: new ThemeIcon("watch"),
            value: "later",
          } as const,
        ]
      : []),
    {
      label: l10n.t("Merge Now"),
      description: l10n.t("into {0}, at {1}", target, shortSha(mergeRequest.sha)),
      iconPath: new ThemeIcon("git-merge"),
      value: "now",
    },
  ];
  return [
    ...why,
    ...ways,
    separator(l10n.t("Options")),
    toggle(l10n.t("Squash Commits"), plan.squash, "squash"),
    toggle(l10n.t("Delete Source Branch"), plan.removeSource, "removeSource"),
    message(l10n.t("Merge Commit Message…"), plan.mergeMessage, "mergeMessage"),
    ...(plan.squash ? [message(l10n.t("Squash Commit Message…"), plan.squashMessage, "squashMessage")] : []),
  ];
}

const toggle = (label: string, on: boolean, value: Answer): Choice<Answer> => ({
  label,
  description: on ? l10n.t("yes") : l10n.t("no"),
  iconPath: new ThemeIcon(on ? "check" : "circle-outline"),
  value,
});

const message = (label: string, text: string | undefined, value: Answer): Choice<Answer> => ({
  label,
  description: text === undefined ? l10n.t("default message") : plainText(text, 80),
  iconPath: new ThemeIcon("edit"),
  value,
});
