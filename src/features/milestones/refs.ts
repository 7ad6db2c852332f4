import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, isObject, selectedArgs, type ArgumentParser } from "../../core/commands/arguments.ts";

/** The owner of milestones: a project, or a group above it. */
export interface MilestoneHome extends ProjectScope {
  /** Id or path of the group; `project` is then the open one. */
  readonly group?: string | number;
}

/** Argument of milestone commands. */
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

export const milestonesArgs = selectedArgs(isMilestoneRef, ({ milestone }) => milestone.id);

/** A folder of milestones, or one milestone. */
export const milestoneHomeArgs: ArgumentParser<[home?: MilestoneHome]> = ([value]) => {
  if (!isMilestoneRef(value) && !(isScope(value) && value["kind"] === "milestoneFolder")) return [];
  const { instance, project, group } = value as MilestoneHome;
  return [{ instance, project, ...(group !== undefined && { group }) }];
};
