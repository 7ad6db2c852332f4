import { l10n, ThemeIcon } from "vscode";
import type { UserSummary } from "../../../api/resources/users.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { isDraftTitle, draftTitle, readyTitle } from "../../../core/mergeRequests/draftTitle.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { descriptionLines, descriptionPrompt } from "../../../core/ui/markdownLines.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import { askBranch } from "./branches.ts";
import { pickTarget, intoName, movedTo, scopeOfTarget, type TargetProject, type Targets } from "./createTargets.ts";
import { pickPeople, namesOf } from "./editPeople.ts";

/** A merge request that is being created. */
export interface Proposal {
  readonly source: string;
  readonly into: TargetProject;
  readonly target: string;
  readonly title: string;
  readonly description: string;
  readonly reviewers: readonly UserSummary[];
  readonly removeSource: boolean;
  readonly squash: boolean;
}

export interface ProposalQuestion {
  readonly context: Context;
  readonly scope: ProjectScope;
  readonly targets: Targets;
  readonly proposal: Proposal;
  readonly refused: ErrorWords | undefined;
  /** Called with every change. */
  readonly keep: (proposal: Proposal) => Promise<void>;
}

type Answer =
  | "create"
  | "title"
  | "description"
  | "project"
  | "target"
  | "draft"
  | "reviewers"
  | "removeSource"
  | "squash";

/** Shows a menu of the fields of a new merge request until it is confirmed. @throws CancelledError */
export async function askProposal({
  context,
  scope,
  targets,
  proposal: initial,
  refused,
  keep,
}: ProposalQuestion): Promise<Proposal> {
  const title = l10n.t("Create Merge Request");
  let proposal = initial;
  const menu = new FormMenu<Answer>("create", refused);
  for (;;) {
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t("{0} into {1}", plainText(proposal.source, 80), plainText(intoName(targets, proposal), 160)),
      choices: rows(targets, proposal),
    }));
    if (answer === "create") return proposal;
    try {
      proposal = { ...proposal, ...(await changed(context, { scope, targets }, answer, proposal)) };
      await keep(proposal);
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

async function changed(
  context: Context,
  { scope, targets }: Pick<ProposalQuestion, "scope" | "targets">,
  answer: Exclude<Answer, "create">,
  proposal: Proposal,
): Promise<Partial<Proposal>> {
  switch (answer) {
    case "title": {
      const title = l10n.t("Title");
      const validate = (text: string): string | undefined =>
        text.trim() === "" ? l10n.t("Enter a title.") : undefined;
      return {
        title: (
          await inputText({
            title,
            place: onlyStep(title),
            prompt: l10n.t("Enter the title of the merge request"),
            value: proposal.title,
            validate,
          })
        ).trim(),
      };
    }
    case "description": {
      const title = l10n.t("Description");
      return {
        description: await inputText({
          title,
          place: onlyStep(title),
          prompt: descriptionPrompt(),
          value: proposal.description,
          lines: descriptionLines(),
        }),
      };
    }
    case "project":
      return movedTo(proposal, await pickTarget(targets, onlyStep(l10n.t("Target Project")), proposal.into));
    case "target":
      return {
        target: await askBranch(
          context,
          scopeOfTarget(scope, targets, proposal.into),
          onlyStep(l10n.t("Target Branch")),
          l10n.t("Select the target branch"),
          proposal.target,
        ),
      };
    case "reviewers": {
      const { client } = context.connections.get(scope.instance);
      const placeholder = l10n.t("Select reviewers, or type a name to search");
      return {
        reviewers: await pickPeople({
          client,
          place: onlyStep(l10n.t("Reviewers")),
          placeholder,
          chosen: proposal.reviewers,
        }),
      };
    }
    case "draft":
      return { title: isDraftTitle(proposal.title) ? readyTitle(proposal.title) : draftTitle(proposal.title) };
    case "removeSource":
      return { removeSource: !proposal.removeSource };
    case "squash":
      return { squash: !proposal.squash };
  }
}

function rows(targets: Targets, proposal: Proposal): Row<Answer>[] {
  const { title, description, into, target, reviewers, removeSource, squash } = proposal;
  const none = l10n.t("none");
  const yes = (on: boolean): { description: string; iconPath: ThemeIcon } => ({
    description: on ? l10n.t("yes") : l10n.t("no"),
    iconPath: new ThemeIcon(on ? "check" : "circle-outline"),
  });
  return [
    {
      label: l10n.t("Create"),
      description: plainText(title, 100),
      iconPath: new ThemeIcon("git-pull-request-create"),
      value: "create",
    },
    separator(l10n.t("Details")),
    { label: l10n.t("Title"), description: plainText(title, 100), iconPath: new ThemeIcon("edit"), value: "title" },
    {
      label: l10n.t("Description"),
      description: plainText(description, 100) || none,
      iconPath: new ThemeIcon("markdown"),
      value: "description",
    },
    ...(targets.origin
      ? [
          {
            label: l10n.t("Target Project"),
            description: plainText(String(into.project), 100),
            iconPath: new ThemeIcon("repo"),
            value: "project" as const,
          },
        ]
      : []),
    {
      label: l10n.t("Target Branch"),
      description: plainText(target, 100),
      iconPath: new ThemeIcon("git-branch"),
      value: "target",
    },
    {
      label: l10n.t("Reviewers"),
      description: namesOf(reviewers) || none,
      iconPath: new ThemeIcon("eye"),
      value: "reviewers",
    },
    { label: l10n.t("Draft"), ...yes(isDraftTitle(title)), value: "draft" },
    { label: l10n.t("Delete Source Branch When Merged"), ...yes(removeSource), value: "removeSource" },
    { label: l10n.t("Squash Commits When Merged"), ...yes(squash), value: "squash" },
  ];
}
