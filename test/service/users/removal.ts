import type { GroupRecord } from "../groups/records.ts";
import { LEVELS } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { UserRecord } from "./records.ts";

/** The groups that would have no owner without this person. */
export function groupsOwnedAlone(hosting: Hosting, user: UserRecord): GroupRecord[] {
  const owners = (group: GroupRecord): number[] =>
    [...group.members].filter(([, level]) => level >= LEVELS.owner).map(([id]) => id);
  return [...hosting.state.groups.values()].filter(
    (group) => owners(group).length === 1 && owners(group)[0] === user.id,
  );
}

/**
 * Takes a person out of the service. What the person made moves to the ghost user, or goes too when `hard`, with the
 * groups that nobody else owns and the projects in them (part 3, Users).
 */
export function removeUser(hosting: Hosting, user: UserRecord, hard: boolean): void {
  const { state } = hosting;
  if (hard) {
    for (const group of groupsOwnedAlone(hosting, user)) removeGroup(hosting, group);
    for (const pipeline of [...state.pipelines.values()])
      if (pipeline.userId === user.id) hosting.scheduler.remove(pipeline);
  } else {
    const ghost = ghostOf(hosting);
    for (const record of [...state.pipelines.values(), ...state.jobs.values()])
      if (record.userId === user.id) record.userId = ghost.id;
  }
  for (const { members } of [...state.projects.values(), ...state.groups.values()]) members.delete(user.id);
  hosting.tokens.revokeAllOf(user);
  hosting.keys.removeOf(user.id);
  hosting.customAttributes.removeOf("users", user.id);
  state.users.delete(user.id);
  state.changed();
}

function removeGroup(hosting: Hosting, group: GroupRecord): void {
  const { state } = hosting;
  for (const one of state.groups.downwards(group)) {
    for (const project of [...state.projects.values()])
      if (state.groups.ofProject(project.path) === one) state.projects.delete(project.id);
    hosting.customAttributes.removeOf("groups", one.id);
    state.groups.delete(one.id);
  }
}

function ghostOf({ state }: Hosting): UserRecord {
  const known = state.userNamed("ghost");
  if (known) return known;
  const ghost = state.addUser({ username: "ghost", name: "Ghost User", password: "" });
  // Nobody signs in as the ghost.
  ghost.state = "blocked";
  return ghost;
}
