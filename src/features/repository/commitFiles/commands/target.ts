import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import type { ProjectId } from "../../../../api/path.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import type { ProjectScope } from "../../../../core/base/refs.ts";
import type { Context } from "../../../../core/context.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { inputText } from "../../../../core/ui/form.ts";
import { type Choice, pickOne, type Row, separator } from "../../../../core/ui/pick.ts";
import { branchChoice, branchesOf } from "../../../../core/ui/pickBranch.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { GoBack, type Place } from "../../../../core/ui/quickInput.ts";
import { typedProject } from "../../../../core/ui/typedId.ts";
import { isBranchName } from "../../../../git/branchName.ts";
import { targetWords } from "../labels.ts";
import type { Start, Target } from "../target.ts";
import { isEmptyTree } from "../workingTree.ts";
import type { CommitSite } from "./site.ts";

type Answer = { readonly branch: string } | { readonly typed: string } | { readonly known: Target } | "new";

export interface TargetOptions {
  /** The commit that the working tree grew from. */
  readonly base: string;
  /** What was chosen before. */
  readonly known: Target | undefined;
  /** Name of a new branch that was typed before. */
  readonly newBranch?: string | undefined;
  /** Hears the name of a new branch as it is typed. */
  readonly onName?: ((name: string) => void) | undefined;
  readonly placeholder?: string | undefined;
}

/** Asks for the branch that a commit goes to: one that is there, or a new one and its start. @throws CancelledError, GoBack */
export async function pickTarget(
  context: Context,
  site: CommitSite,
  place: Place,
  { base, known, newBranch = "", onName, placeholder }: TargetOptions,
): Promise<Target> {
  let name = newBranch;
  const named = (text: string): void => {
    name = text;
    onName?.(text);
  };
  for (;;) {
    const answer = await pickOne<Answer>({
      title: place.title,
      place,
      placeholder: placeholder ?? l10n.t("Branch on the host to commit to"),
      choices: async (signal) => {
        const branches = await hostBranches(context, site, signal);
        // What was chosen before may be new, or of a host that lists no branches.
        const own =
          known !== undefined && (known.start !== undefined || !branches.some(({ value }) => value === known.branch))
            ? [knownRow(known)]
            : [];
        return [
          ...own,
          newRow(name),
          separator(l10n.t("Branches")),
          ...branches.map((choice) => valued<Answer>(choice, { branch: choice.value })),
        ];
      },
      active: (value) =>
        typeof value === "object" &&
        ("known" in value || ("branch" in value && value.branch === (known?.branch ?? site.branch))),
      typed: (text) =>
        isBranchName(text.trim())
          ? {
              label: l10n.t("Use “{0}”", plainText(text.trim(), 100)),
              description: l10n.t("made when it is not there"),
              iconPath: new ThemeIcon("edit"),
              value: { typed: text.trim() },
            }
          : undefined,
    });
    try {
      if (answer === "new")
        return await askNewBranch(context, site, place.title, base, { branch: name, named: false, onName: named });
      if ("known" in answer) return answer.known;
      if ("branch" in answer) return { branch: answer.branch };
      if (await isThere(site, answer.typed)) return { branch: answer.typed };
      named(answer.typed);
      return await askNewBranch(context, site, place.title, base, { branch: answer.typed, named: true, onName: named });
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
      place.draft = undefined;
    }
  }
}

/** Asks for a new branch and where it starts. @param named the name is settled already @throws CancelledError, GoBack */
export async function askNewBranch(
  context: Context,
  site: CommitSite,
  title: string,
  base: string,
  { branch, named, onName }: { readonly branch: string; readonly named: boolean } & Pick<TargetOptions, "onName">,
): Promise<Target> {
  const place = (): Place => ({ title, step: 1, total: 1, back: true, draft: undefined });
  let name = branch;
  for (let asked = named; ; asked = false) {
    if (!asked) {
      name = await inputText({
        title,
        place: place(),
        prompt: l10n.t("Name of the new branch"),
        value: name,
        onType: onName,
        validate: (text) => (isBranchName(text.trim()) ? undefined : l10n.t("This cannot be the name of a branch.")),
      });
    }
    try {
      return { branch: name.trim(), start: await askStart(context, site, place(), base, name.trim()) };
    } catch (error) {
      if (!(error instanceof GoBack) || asked) throw error;
    }
  }
}

type StartAnswer = Start | { readonly tag: string } | { readonly typed: string } | "elsewhere";

/** What cannot be found is said where it was asked for, so that everything else that was given stays. */
async function askStart(
  context: Context,
  site: CommitSite,
  place: Place,
  base: string,
  branch: string,
): Promise<Start> {
  let placeholder = l10n.t("Where “{0}” starts: a branch, tag or commit, picked or typed", plainText(branch, 80));
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

/** A new branch may start in a project that this one was forked from, or any other. */
async function askElsewhere(context: Context, site: CommitSite, title: string): Promise<Start> {
  const known = context.connections.instances.map(({ url }) => url);
  const text = await inputText({
    title,
    place: { title, step: 1, total: 1, back: true, draft: undefined },
    prompt: l10n.t("Path (group/project), numeric ID or address of the project to start in"),
    placeholder: l10n.t("group/project"),
    validate: (typed) => {
      const read = typedProject(typed, known);
      if (typeof read === "string") return l10n.t("This is neither a path such as group/project nor an ID.");
      return read.instance === undefined || read.instance === site.scope.instance
        ? undefined
        : l10n.t("A branch can start only in a project of the same host.");
    },
  });
  const read = typedProject(text, known);
  const project: ProjectId = typeof read === "object" ? read.project : text;
  const scope: ProjectScope = { instance: site.scope.instance, project };
  const answer = await pickOne<Start | { readonly typed: string }>({
    title,
    place: { title, step: 1, total: 1, back: true, draft: undefined },
    placeholder: l10n.t("Branch, tag or commit of {0} to start at", plainText(String(project), 100)),
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
        valued<Start | { readonly typed: string }>(branchChoice(branch), { kind: "branch", ref: branch.name, project }),
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

/** A branch stays one; a tag or commit goes by its sha, which the API wants. @throws UserError when the host has none */
async function typedOnHost(site: CommitSite, text: string, project: ProjectId | undefined): Promise<Start> {
  const where = project === undefined ? {} : { project };
  const commit = await withProgress(l10n.t("Looking for “{0}”…", plainText(text, 100)), async (signal) => {
    try {
      return await site.client().commits.get(project ?? site.scope.project, text, { stats: false }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      throw new UserError(l10n.t("There is no branch, tag or commit “{0}” on the host.", plainText(text, 100)), {
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

async function isThere(site: CommitSite, branch: string): Promise<boolean> {
  return withProgress(l10n.t("Looking for “{0}”…", plainText(branch, 100)), async (signal) => {
    try {
      await site.client().commits.get(site.scope.project, branch, { stats: false }, { signal });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") return false;
      throw error;
    }
  });
}

/** Branches of the host, the one that is checked out first. */
export async function hostBranches(
  context: Context,
  site: Pick<CommitSite, "scope" | "branch">,
  signal: AbortSignal,
): Promise<Choice<string>[]> {
  const choices = (await branchesOf(context, site.scope, signal)).map(branchChoice);
  const here = choices
    .filter(({ value }) => value === site.branch)
    .map((choice) => ({
      ...choice,
      description: [l10n.t("checked out here"), choice.description].filter(Boolean).join(", "),
    }));
  return [...here, ...choices.filter(({ value }) => value !== site.branch)];
}

const valued = <T>({ buttons: _, ...row }: Choice<string>, value: T): Choice<T> => ({ ...row, value });

const newRow = (name: string): Choice<Answer> => ({
  label: l10n.t("New Branch…"),
  description: plainText(name, 100),
  iconPath: new ThemeIcon("plus"),
  alwaysShow: true,
  value: "new",
});
const knownRow = (known: Target): Choice<Answer> => ({
  label: targetWords(known),
  description: l10n.t("chosen before"),
  iconPath: new ThemeIcon("git-branch"),
  value: { known },
});
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
          label: l10n.t("Where Your Files Come From"),
          description: base.slice(0, 8),
          detail: l10n.t("Nothing that others did since is in the way."),
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
    ...branches.map((choice) => valued<StartAnswer>(choice, { kind: "branch", ref: choice.value })),
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
