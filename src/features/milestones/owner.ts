import type { Client } from "../../api/client.ts";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import { type ProjectScope, projectNumber } from "../../core/base/refs.ts";
import type { MilestoneRef } from "./refs.ts";

/** Who holds a milestone: a group, or a project, by number or path. Whatever is asked about it goes to the owner's route. */
export type MilestoneOwner = { readonly group: string | number } | { readonly project: string | number };

export const ownerOf = ({ project, group }: Pick<MilestoneRef, "project" | "group">): MilestoneOwner =>
  group === undefined ? { project } : { group };

/** The operations on milestones of one owner, which are the same for both kinds, and what they know it by. */
export function routeOf(
  { milestones }: Client,
  owner: MilestoneOwner,
): { readonly route: Omit<Client["milestones"]["group"], "list">; readonly id: string | number } {
  return "group" in owner
    ? { route: milestones.group, id: owner.group }
    : { route: milestones.project, id: owner.project };
}

/**
 * A milestone from a list with its owner, which may be another than the one whose list it is: lists of projects hold those of the groups
 * above, lists of groups those of the projects below.
 * @param open the open project, with its number where that is known
 * @param asked whose list it is, for hosts that tell no owner
 */
export function refOf(
  milestone: Milestone,
  open: ProjectScope & { readonly projectId?: number | undefined },
  asked: MilestoneOwner,
): MilestoneRef {
  const { instance, project } = open;
  const { group_id: group, project_id: other } = milestone;
  if (typeof group === "number") return { instance, project, group, milestone };
  if (typeof other !== "number")
    return { instance, project, milestone, ...("group" in asked && { group: asked.group }) };
  // The number of the open project may not be known yet.
  const here =
    "project" in asked ||
    other === projectNumber(open) ||
    projectPathOf(milestone, instance)?.toLowerCase() === String(project).toLowerCase();
  return { instance, project: here ? project : other, milestone };
}

/** Path of the group that a milestone's page is of, as far as its address tells. */
export function groupPathOf(milestone: Partial<Milestone>): string | undefined {
  const page: unknown = milestone.web_url;
  if (typeof page !== "string" || !URL.canParse(page)) return undefined;
  const path = /\/groups\/(.+?)\/-\/milestones\//.exec(new URL(page).pathname)?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}

/** Path of the project that a milestone's page is of, as far as its address tells. */
export function projectPathOf(milestone: Partial<Milestone>, instance: string): string | undefined {
  const page: unknown = milestone.web_url;
  if (typeof page !== "string" || !page.startsWith(`${instance}/`) || groupPathOf(milestone) !== undefined)
    return undefined;
  const path = /^(.+?)\/-\/milestones\//.exec(page.slice(instance.length + 1))?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}
