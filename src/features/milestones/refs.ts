import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../../core/commands/arguments.ts";

/** Where milestones are: in a project, or in a group that it stands in. */
export interface MilestoneHome extends ProjectScope {
  /** Number or path, of a group's; `project` is then the open one. */
  readonly group?: string | number;
}

/** What milestone commands take. */
export interface MilestoneRef extends MilestoneHome {
  readonly milestone: Pick<Milestone, "id" | "iid" | "title" | "state"> & Partial<Milestone>;
}
export const isMilestoneRef = (value: unknown): value is MilestoneRef =>
  isScope(value) &&
  isObject(value["milestone"]) &&
  typeof value["milestone"]["id"] === "number" &&
  typeof value["milestone"]["title"] === "string";

export const milestoneArgs: ArgumentParser<[milestone?: MilestoneRef]> = ([value]) =>
  isMilestoneRef(value) ? [value] : [];

/** A folder of milestones, or one of them. */
export const milestoneHomeArgs: ArgumentParser<[home?: MilestoneHome]> = ([value]) => {
  if (!isMilestoneRef(value) && !(isScope(value) && value["kind"] === "milestoneFolder")) return [];
  const { instance, project, group } = value as MilestoneHome;
  return [{ instance, project, ...(group !== undefined && { group }) }];
};
