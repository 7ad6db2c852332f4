import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import type { ProjectId } from "../../../../api/path.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import type { ProjectScope } from "../../../../core/base/refs.ts";
import type { Context } from "../../../../core/context.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { inputText } from "../../../../core/ui/form.ts";
import { type Choice, pickOne, type Row, separator } from "../../../../core/ui/pick.ts";
import { branchChoice } from "../../../../core/ui/pickBranch.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { GoBack, onlyStep, type Place } from "../../../../core/ui/quickInput.ts";
import { shortSha } from "../../../../core/ui/shortSha.ts";
import { typedProject } from "../../../../core/ui/typedId.ts";
import { isBranchName } from "../../../../git/branchName.ts";
import type { Start, Target } from "../target.ts";
import { isEmptyTree } from "../workingTree.ts";
import { hostBranches, withValue, withValues } from "./hostBranches.ts";
import type { CommitSite } from "./site.ts";

export interface NewBranchOptions {
  readonly branch: string;
  /** Whether to skip the name, which is already chosen. */
  readonly named: boolean;
  /** Called with the name as it is typed. */
  readonly onName?: ((name: string) => void) | undefined;
}

/** Asks for a new branch and where it starts. @throws CancelledError, GoBack */
export async function askNewBranch(
  context: Context,
  site: CommitSite,
  title: string,
  base: string,
  { branch, named, onName }: NewBranchOptions,
): Promise<Target> {
  let name = branch;
  for (let asked = named; ; asked = false) {
    if (!asked) {
      name = await inputText({
        title,
        place: onlyStep(title),
        prompt: l10n.t("Name of the new branch"),
        value: name,
        onType: onName,
        validate: (text) => (isBranchName(text.trim()) ? undefined : l10n.t("Enter a valid branch name.")),
      });
    }
    try {
      return { branch: name.trim(), start: await askStart(context, site, onlyStep(title), base, name.trim()) };
    } catch (error) {
      if (!(error instanceof GoBack) || asked) throw error;
    }
  }
}

type StartAnswer = Start | { readonly tag: string } | { readonly typed: string } | "elsewhere";

/** Asks where a branch starts; an error is shown as the placeholder, so that the form stays open. */
async function askStart(
  context: Context,
  site: CommitSite,
  place: Place,
  base: string,
  branch: string,
): Promise<Start> {
  let placeholder = l10n.t("Select or enter the branch, tag or commit to create “{0}” from", plainText(branch, 80));
  for (;;) {
    const answer = await pickOne<StartAnswer>({
      title: place.title,
      place,
      placeholder,
      choices: async (signal) => [...baseRows(base), elsewhereRow(), ...(await startRows(context, site, signal))],
      typed: (text) => typedStart(text.trim()),
    });
    place.draft = undefined;
    try {
      if (answer === "elsewhere") return await askElsewhere(context, site, place.title);
      if ("kind" in answer) return answer;
      return await typedOnHost(site, "tag" in answer ? answer.tag : answer.typed, undefined);
    } catch (error) {
      if (error instanceof GoBack) continue;
      if (isCancelled(error)) throw error;
      context.report.background(error, "Look for the start of a branch");
      placeholder = describeError(error).message;
    }
  }
}

/** Asks for a start in another project, such as the one that this was forked from. */
async function askElsewhere(context: Context, site: CommitSite, title: string): Promise<Start> {
  const known = context.connections.instances.map(({ url }) => url);
  const text = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("Enter the path (group/project), ID or URL of the start project"),
    placeholder: l10n.t("group/project"),
    validate: (typed) => {
      const read = typedProject(typed, known);
      if (typeof read === "string") return l10n.t("Enter a path (group/project) or an ID.");
      return read.instance === undefined || read.instance === site.scope.instance
        ? undefined
        : l10n.t("The start project must be on the same host.");
    },
  });
  const read = typedProject(text, known);
  const project: ProjectId = typeof read === "object" ? read.project : text;
  const scope: ProjectScope = { instance: site.scope.instance, project };
  const answer = await pickOne<Start | { readonly typed: string }>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select a branch, tag or commit of {0} to start from", plainText(String(project), 100)),
    choices: async (signal) => {
      const { items } = await site
        .client()
        .extras.branches(scope.project, {}, { perPage: 100, signal })
        .page()
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.kind === "invalidArgument") return { items: [] };
          throw error;
        });
      return items.map((branch) =>
        withValue<Start | { readonly typed: string }>(branchChoice(branch), {
          kind: "branch",
          ref: branch.name,
          project,
        }),
      );
    },
    typed: (typed) =>
      typed.trim() === ""
        ? undefined
        : {
            label: l10n.t("Use “{0}”", plainText(typed, 100)),
            iconPath: new ThemeIcon("edit"),
            value: { typed: typed.trim() },
          },
  });
  return "kind" in answer ? answer : typedOnHost(site, answer.typed, project);
}

/**
 * Returns the start of a typed ref, by its SHA as the API requires.
 * @throws UserError when the host does not have it
 */
async function typedOnHost(site: CommitSite, text: string, project: ProjectId | undefined): Promise<Start> {
  const where = project === undefined ? {} : { project };
  const commit = await withProgress(l10n.t("Looking for “{0}”…", plainText(text, 100)), async (signal) => {
    try {
      return await site.client().commits.get(project ?? site.scope.project, text, { stats: false }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      throw new UserError(l10n.t("No branch, tag or commit “{0}” found on the host.", plainText(text, 100)), {
        cause: error,
      });
    }
  });
  return {
    kind: "commit",
    ref: commit.id,
    ...(commit.id.startsWith(text.toLowerCase()) ? {} : { label: text }),
    ...where,
  };
}

const elsewhereRow = (): Choice<StartAnswer> => ({
  label: l10n.t("In Another Project…"),
  iconPath: new ThemeIcon("repo-forked"),
  alwaysShow: true,
  value: "elsewhere",
});

const baseRows = (base: string): Row<StartAnswer>[] =>
  isEmptyTree(base)
    ? []
    : [
        {
          label: l10n.t("Base of Your Files"),
          description: shortSha(base),
          detail: l10n.t("Avoids conflicts with later changes."),
          iconPath: new ThemeIcon("git-commit"),
          value: { kind: "commit", ref: base },
        },
      ];

async function startRows(context: Context, site: CommitSite, signal: AbortSignal): Promise<Row<StartAnswer>[]> {
  const [branches, tags] = await Promise.all([hostBranches(context, site, signal), context.projects.tags(signal)]);
  const tagRows = tags.map((tag) => ({
    label: plainText(tag, 200),
    iconPath: new ThemeIcon("tag"),
    value: { tag } as const,
  }));
  return [
    separator(l10n.t("Branches")),
    ...withValues<StartAnswer>(branches, (ref) => ({ kind: "branch", ref })),
    ...(tagRows.length === 0 ? [] : [separator(l10n.t("Tags")), ...tagRows]),
  ];
}

const typedStart = (text: string): Choice<StartAnswer> | undefined =>
  text === ""
    ? undefined
    : {
        label: l10n.t("Use “{0}”", plainText(text, 100)),
        description: l10n.t("tag or commit"),
        iconPath: new ThemeIcon("edit"),
        value: { typed: text },
      };
