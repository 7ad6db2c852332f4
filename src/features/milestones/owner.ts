import type { Client } from "../../api/client.ts";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import { type ProjectScope, projectNumber } from "../../core/base/refs.ts";
import type { MilestoneRef } from "./refs.ts";

/** The owner of a milestone: a group or a project, by id or path. Requests go to the owner's route. */
export type MilestoneOwner = { readonly group: string | number } | { readonly project: string | number };

export const ownerOf = ({ project, group }: Pick<MilestoneRef, "project" | "group">): MilestoneOwner =>
  group === undefined ? { project } : { group };

/** Returns the owner's operations on milestones, which are the same for both kinds, and its id there. */
export function routeOf(
  { milestones }: Client,
  owner: MilestoneOwner,
): { readonly route: Omit<Client["milestones"]["group"], "list">; readonly id: string | number } {
  return "group" in owner
    ? { route: milestones.group, id: owner.group }
    : { route: milestones.project, id: owner.project };
}

/**
 * Returns the owner of a milestone from a list, which may differ from the list's: lists of projects include milestones of groups above,
 * lists of groups those of projects below.
 * @param open the open project, with its id if known
 * @param asked owner of the list, for hosts that return no owner
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
  // The id of the open project may not be known yet.
  const here =
    "project" in asked ||
    other === projectNumber(open) ||
    projectPathOf(milestone, instance)?.toLowerCase() === String(project).toLowerCase();
  return { instance, project: here ? project : other, milestone };
}

/** Returns the path of the group in the web URL of a milestone. */
export function groupPathOf(milestone: Partial<Milestone>): string | undefined {
  const page: unknown = milestone.web_url;
  if (typeof page !== "string" || !URL.canParse(page)) return undefined;
  const path = /\/groups\/(.+?)\/-\/milestones\//.exec(new URL(page).pathname)?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}

/** Returns the path of the project in the web URL of a milestone. */
export function projectPathOf(milestone: Partial<Milestone>, instance: string): string | undefined {
  const page: unknown = milestone.web_url;
  if (typeof page !== "string" || !page.startsWith(`${instance}/`) || groupPathOf(milestone) !== undefined)
    return undefined;
  const path = /^(.+?)\/-\/milestones\//.exec(page.slice(instance.length + 1))?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}
