import { l10n, ThemeIcon } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { Project } from "../../../api/resources/extraTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { sourceName } from "../../../core/mergeRequests/sourceBranch.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import { goesUpstream, type TargetProject } from "./proposal.ts";

export type { TargetProject } from "./proposal.ts";

/** What a project says about new merge requests. */
export interface ProjectDefaults {
  readonly removeSource: boolean;
  readonly squash: boolean;
  /** Whether the project decides about squashing, not the merge request. */
  readonly squashFixed: boolean;
}

/** Target projects of a branch. */
export interface Targets {
  readonly own: TargetProject;
  /** The project that the open one was forked from, if visible. */
  readonly origin?: TargetProject | undefined;
  /** Default target of the host's page. */
  readonly usual: TargetProject;
  /** Whether the host answered; otherwise there may be an origin. */
  readonly told: boolean;
  /** Defaults of the open project. */
  readonly defaults: ProjectDefaults;
}

const usualBranch = "main";

/** Reads the origin of a fork; on hosts without the route only the project itself is a target. */
export async function readTargets(
  context: Context,
  { instance, project }: ProjectScope,
  signal: AbortSignal,
): Promise<Targets> {
  const { client } = context.connections.get(instance);
  const self: TargetProject = { project, defaultBranch: usualBranch };
  const unread: Targets = { own: self, usual: self, told: false, defaults: defaultsOf({}) };
  if (client.extras.available("project") === false) return unread;
  try {
    const shown = await client.extras.project(project, { signal });
    const own = {
      project: shown.path_with_namespace,
      id: shown.id,
      defaultBranch: shown.default_branch ?? usualBranch,
    };
    const { forked_from_project: from } = shown;
    const defaults = defaultsOf(shown);
    if (!from) return { own, usual: own, told: true, defaults };
    const origin = {
      project: from.path_with_namespace,
      id: from.id,
      defaultBranch: from.default_branch ?? (await defaultBranch(client, from, signal)),
    };
    return { own, origin, usual: goesUpstream(shown) ? origin : own, told: true, defaults };
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Look at what a project was forked from");
    return unread;
  }
}

function defaultsOf({
  remove_source_branch_after_merge: removes,
  squash_option: squash,
}: Pick<Project, "remove_source_branch_after_merge" | "squash_option">): ProjectDefaults {
  return {
    removeSource: removes ?? true,
    squash: squash === "always" || squash === "default_on",
    squashFixed: squash === "always" || squash === "never",
  };
}

/** Some hosts leave it out in short forms of projects, and code may be hidden. */
async function defaultBranch(client: Client, { id }: Pick<Project, "id">, signal: AbortSignal): Promise<string> {
  try {
    return (await client.extras.project(id, { signal })).default_branch ?? usualBranch;
  } catch (error) {
    if (isCancelled(error)) throw error;
    return usualBranch;
  }
}

export const isSameTarget = (one: TargetProject, other: TargetProject): boolean =>
  one.id === undefined || other.id === undefined ? one.project === other.project : one.id === other.id;

/** Returns the scope of a target for commands and events: the open project as the window knows it. */
export const scopeOfTarget = (scope: ProjectScope, { own }: Targets, into: TargetProject): ProjectScope =>
  isSameTarget(into, own) ? scope : { instance: scope.instance, project: into.project };

/** Picks the target project. @throws CancelledError, GoBack */
export async function pickTarget(
  { own, origin }: Targets,
  place: Place,
  chosen: TargetProject,
): Promise<TargetProject> {
  const rows = [
    ...(origin
      ? [
          {
            label: plainText(String(origin.project), 200),
            description: l10n.t("upstream project"),
            iconPath: new ThemeIcon("repo"),
            value: origin,
          },
        ]
      : []),
    {
      label: plainText(String(own.project), 200),
      description: origin ? l10n.t("this fork") : "",
      iconPath: new ThemeIcon(origin ? "repo-forked" : "repo"),
      value: own,
    },
  ];
  return pickOne<TargetProject>({
    title: place.title,
    place,
    placeholder: l10n.t("Select the target project"),
    choices: rows,
    active: (one) => isSameTarget(one, chosen),
  });
}

interface Aim {
  readonly into: TargetProject;
  readonly target: string;
}

/** Returns the target branch, with its project if that is not the open one. */
export const intoName = ({ own }: Targets, { into, target }: Aim): string =>
  sourceName(target, isSameTarget(into, own) ? undefined : String(into.project));

/** Changes the target project: a default branch becomes the default branch there, a chosen one stays. */
export const movedTo = ({ into, target }: Aim, next: TargetProject): Aim => ({
  into: next,
  target: target === into.defaultBranch ? next.defaultBranch : target,
});

/** Returns the target of a draft as it is now; `lost` names a project that no longer exists, which the open one replaces. */
export function aimedAgain(
  targets: Targets,
  { into, target }: Partial<Aim> & Pick<Aim, "target">,
): { readonly targets: Targets; readonly aim: Aim; readonly lost?: TargetProject } {
  // Ids are known for every project except the open one.
  if (into?.id === undefined) return { targets, aim: { into: targets.own, target } };
  const now = [targets.own, targets.origin].find((one) => one !== undefined && isSameTarget(one, into));
  if (now) return { targets, aim: { into: now, target } };
  if (!targets.told) return { targets: { ...targets, origin: into }, aim: { into, target } };
  return { targets, aim: movedTo({ into, target }, targets.own), lost: into };
}
