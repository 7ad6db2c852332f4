import { l10n, ThemeIcon } from "vscode";
import type { AccessEntry, ProtectBranch, ProtectedBranch } from "../../../../api/resources/protectedBranches.ts";
import { editDraft } from "../../../../core/base/draft.ts";
import type { DraftKind } from "../../../../core/base/drafts.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import type { ProjectScope } from "../../../../core/base/refs.ts";
import { asFlag, asNumber, asText, either, listOf, recordOf } from "../../../../core/base/stored.ts";
import { foundGone, foundIf } from "../../../../core/commands/findWrite.ts";
import { runWrite } from "../../../../core/commands/runWrite.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { FormMenu } from "../../../../core/ui/formMenu.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { type Choice, pickOne, type Row, separator, partialRows } from "../../../../core/ui/pick.ts";
import { branchChoice, branchesOf } from "../../../../core/ui/pickBranch.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { plural } from "../../../../core/ui/plural.ts";
import { answerOrChosen, GoBack, onlyStep, type Place } from "../../../../core/ui/quickInput.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { entriesOf, kindName } from "../labels.ts";
import { fitsPattern, isWildcard, patternProblem } from "../patterns.ts";
import { type AccessKind, accessKinds } from "../permissions.ts";
import { withProtectedBranchErrors } from "../pick.ts";
import { askedFor, pickAccess, levelAccess, type NewAccess } from "../pickAccess.ts";

/** A rule to create. */
export interface RuleDraft {
  readonly name: string;
  readonly whom: Readonly<Record<AccessKind, readonly NewAccess[]>>;
  readonly forcePush: boolean;
  readonly codeOwners: boolean;
}

const asAccess = recordOf({
  entry: either(
    recordOf({ access_level: asNumber }),
    either(recordOf({ user_id: asNumber }), recordOf({ group_id: asNumber })),
  ),
  name: asText,
});
const asEntries = listOf<NewAccess>(asAccess);
/** Rules that were not created, by project and by the branch that the command was given. */
const ruleDrafts: DraftKind<RuleDraft> = {
  name: "protectBranch",
  parse: recordOf({
    name: asText,
    whom: recordOf({ push: asEntries, merge: asEntries, unprotect: asEntries }),
    forcePush: asFlag,
    codeOwners: asFlag,
  }),
  limit: 20,
};

type Answer = "protect" | "name" | "forcePush" | "codeOwners" | AccessKind;

const maintainers = [levelAccess(40)];

/** Protects a branch or a wildcard; the form stays open, and what was entered is kept, until the host accepts it. @throws CancelledError */
export async function protect(context: ProjectSettingsContext, given?: ProjectScope | string): Promise<void> {
  const { project } = context.current.require();
  const scope =
    typeof given === "object"
      ? { instance: given.instance, project: given.project }
      : { instance: project.instance, project: project.project };
  const people = (await context.protections.load()).higherEdition(scope);
  const title = l10n.t("Protect Branch");
  const name = typeof given === "string" ? given.trim() : "";
  const draft = editDraft<RuleDraft>(
    context.drafts,
    ruleDrafts,
    `${scope.instance} ${scope.project} ${name}`,
    (kept) =>
      kept ?? {
        name,
        whom: { push: maintainers, merge: maintainers, unprotect: maintainers },
        forcePush: false,
        codeOwners: false,
      },
  );
  if (patternProblem(draft.now.name) !== undefined)
    draft.change({ name: await askName(context, scope, { ...onlyStep(title, false), total: 2 }) });
  const menu = new FormMenu<Answer>("protect");
  for (;;) {
    const covers = await covered(context, draft.now.name);
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t("Access to “{0}”", plainText(draft.now.name, 80)),
      choices: rows(draft.now, people, covers),
    }));
    try {
      if (answer === "protect") {
        menu.refused = undefined;
        await create(context, scope, draft.now);
        await draft.forget();
        return;
      }
      if (answer === "name") menu.openAt("protect");
      draft.change(await change(context, scope, draft.now, answer, people));
    } catch (error) {
      if (error instanceof GoBack) continue;
      if (isCancelled(error)) throw error;
      context.report.background(error, title);
      menu.refused = describeError(error);
    }
  }
}

/** Creates the protection. @throws ApiError, UserError */
export async function create(context: ProjectSettingsContext, scope: ProjectScope, draft: RuleDraft): Promise<void> {
  const ref = { ...scope, protectedBranch: { name: draft.name } };
  const { client } = context.connections.get(scope.instance);
  const name = plainText(draft.name, 80);
  await withProtectedBranchErrors(
    ref,
    { doing: "protect", ...askedFor(accessKinds.flatMap((kind) => draft.whom[kind])) },
    () =>
      runWrite(
        context,
        l10n.t("Protecting “{0}”…", name),
        { ...scope, subject: "protectedBranch", name: draft.name },
        (signal) => client.protectedBranches.create(scope.project, request(draft), { signal }),
        {
          what: draft,
          find: async (signal) => {
            const rule = client.protectedBranches.get(scope.project, draft.name, { signal });
            return (await foundGone(rule)) ? undefined : foundIf(await rule, (now) => isAsDrafted(now, draft));
          },
        },
      ),
  );
  notice(l10n.t("Protected “{0}”.", name));
}

/** Whether a rule allows what the draft does, as far as roles tell. */
function isAsDrafted(rule: ProtectedBranch, { whom, forcePush }: RuleDraft): boolean {
  const levels = (kind: AccessKind): (number | null)[] =>
    whom[kind].flatMap(({ entry }) => ("access_level" in entry ? [entry.access_level] : []));
  return (
    rule.allow_force_push === forcePush &&
    (["push", "merge"] as const).every((kind) => {
      const there = entriesOf(rule, kind)?.map(({ access_level: level }) => level) ?? [];
      return levels(kind).every((level) => there.includes(level));
    })
  );
}

/** Returns the request; single levels have their own field, which every host accepts, while lists need a higher edition. */
function request({ name, whom, forcePush, codeOwners }: RuleDraft): ProtectBranch {
  const access = accessKinds.map((kind): Partial<ProtectBranch> => {
    const entries: readonly AccessEntry[] = whom[kind].map(({ entry }) => entry);
    const [only, ...more] = entries;
    return only !== undefined && more.length === 0 && "access_level" in only
      ? { [`${kind}_access_level`]: only.access_level }
      : { [`allowed_to_${kind}`]: entries };
  });
  return Object.assign(
    { name, allow_force_push: forcePush, ...(codeOwners && { code_owner_approval_required: true }) },
    ...access,
  ) as ProtectBranch;
}

async function covered(context: ProjectSettingsContext, name: string): Promise<string> {
  const names = await context.projects.localBranches().catch(() => []);
  const count = names.filter((branch) => fitsPattern(name, branch)).length;
  if (!isWildcard(name)) return "";
  return plural(count, (shown) => ({
    one: l10n.t("covers {0} local branch", shown),
    other: l10n.t("covers {0} local branches", shown),
  }));
}

function rows(draft: RuleDraft, people: boolean, covers: string): Row<Answer>[] {
  const names = (whom: readonly NewAccess[]): string => plainText(whom.map(({ name }) => name).join(", "), 150);
  const icons = { push: "repo-push", merge: "git-merge", unprotect: "unlock" } as const;
  return [
    {
      label: l10n.t("Protect “{0}”", plainText(draft.name, 80)),
      description: covers,
      iconPath: new ThemeIcon("shield"),
      value: "protect",
    },
    separator(l10n.t("Change")),
    {
      label: l10n.t("Branch or Wildcard"),
      description: plainText(draft.name, 100),
      iconPath: new ThemeIcon("git-branch"),
      value: "name",
    },
    ...accessKinds.map((kind): Choice<Answer> => ({
      label: kindName(kind),
      description: names(draft.whom[kind]),
      iconPath: new ThemeIcon(icons[kind]),
      value: kind,
    })),
    {
      label: l10n.t("Force Push"),
      description: draft.forcePush ? l10n.t("allowed") : l10n.t("not allowed"),
      iconPath: new ThemeIcon(draft.forcePush ? "warning" : "circle-slash"),
      value: "forcePush",
    },
    ...(people
      ? [
          {
            label: l10n.t("Approval by Code Owners"),
            description: draft.codeOwners ? l10n.t("required") : l10n.t("not required"),
            iconPath: new ThemeIcon("verified"),
            value: "codeOwners" as const,
          },
        ]
      : []),
  ];
}

/** @throws GoBack, CancelledError */
async function change(
  context: ProjectSettingsContext,
  scope: ProjectScope,
  draft: RuleDraft,
  field: Exclude<Answer, "protect">,
  people: boolean,
): Promise<RuleDraft> {
  switch (field) {
    case "name":
      return {
        ...draft,
        name: await askName(context, scope, onlyStep(l10n.t("Protect Branch")), draft.name),
      };
    case "forcePush":
      return { ...draft, forcePush: !draft.forcePush };
    case "codeOwners":
      return { ...draft, codeOwners: !draft.codeOwners };
    default:
      return {
        ...draft,
        whom: { ...draft.whom, [field]: await askList(context, scope, field, draft.whom[field], people) },
      };
  }
}

/**
 * Asks for a level, or for any number of entries if the host supports users and groups. Leaving the list of entries in any way keeps them.
 * @throws GoBack, CancelledError
 */
async function askList(
  context: ProjectSettingsContext,
  scope: ProjectScope,
  access: AccessKind,
  whom: readonly NewAccess[],
  people: boolean,
): Promise<readonly NewAccess[]> {
  const title = kindName(access);
  const levels = (list: readonly NewAccess[]): number | undefined =>
    list.flatMap(({ entry }) => ("access_level" in entry ? [entry.access_level] : []))[0];
  if (!people)
    return [await pickAccess(context, { scope, access, place: onlyStep(title), people, present: levels(whom) })];
  let list = whom;
  for (;;) {
    const asked = pickOne<"done" | "add" | NewAccess>({
      title,
      place: onlyStep(title),
      placeholder: l10n.t("Select an entry to remove"),
      choices: [
        { label: l10n.t("Done"), iconPath: new ThemeIcon("check-all"), value: "done" },
        { label: l10n.t("Add…"), iconPath: new ThemeIcon("add"), value: "add" },
        separator(l10n.t("Entries")),
        ...list.map((one) => ({ label: plainText(one.name, 100), iconPath: new ThemeIcon("check"), value: one })),
      ],
    });
    const answer = await answerOrChosen(asked, () => "done" as const);
    if (answer === "done") return list.length === 0 ? [levelAccess(access === "unprotect" ? 40 : 0)] : list;
    if (answer !== "add") {
      list = list.filter((one) => one !== answer);
      continue;
    }
    try {
      const added = await pickAccess(context, { scope, access, place: onlyStep(title), people });
      // "No one" excludes all other entries.
      const same = JSON.stringify(added.entry);
      list = [
        ...list.filter(
          ({ entry }) =>
            JSON.stringify(entry) !== same && JSON.stringify(entry) !== JSON.stringify({ access_level: 0 }),
        ),
        added,
      ];
      if (same === JSON.stringify({ access_level: 0 })) list = [added];
    } catch (error) {
      if (!(error instanceof GoBack || isCancelled(error))) throw error;
    }
  }
}

/** Asks for a local or remote branch, or a name with wildcards. @throws GoBack, CancelledError */
async function askName(
  context: ProjectSettingsContext,
  scope: ProjectScope,
  place: Place,
  present = "",
): Promise<string> {
  for (;;) {
    const current = context.current.value;
    const here = "project" in current ? current.project.branch : undefined;
    const name = await pickOne<string>({
      title: place.title,
      place,
      placeholder: l10n.t("Select a branch, or enter a wildcard such as release/*"),
      choices: async (signal) => {
        const [hosted, local] = await Promise.all([
          branchesOf(context, scope, signal),
          context.projects.localBranches(signal),
        ]);
        const known = new Set(hosted.items.map(({ name: one }) => one));
        const others = local.filter((one) => !known.has(one)).map((one) => ({ name: one }));
        return [...[...hosted.items, ...others].map(branchChoice), ...partialRows(hosted)];
      },
      active: (value) => value === (present === "" ? here : present),
      typed: (text) => {
        const problem = patternProblem(text);
        if (problem === "empty") return undefined;
        if (problem === "impossible")
          return {
            label: l10n.t("“{0}” is not a valid branch name.", plainText(text.trim(), 80)),
            iconPath: new ThemeIcon("warning"),
            value: "",
          };
        return {
          label: l10n.t("Use “{0}”", plainText(text.trim(), 100)),
          description: isWildcard(text) ? l10n.t("all matching branches") : "",
          iconPath: new ThemeIcon("edit"),
          value: text.trim(),
        };
      },
    });
    if (name !== "") return name;
  }
}
