import type { Hosting } from "../hosting.ts";
import type { UserRecord } from "./records.ts";

/**
 * Takes a person out of the service. What the person made moves to the ghost user, or goes too when `hard` (part 3, Users).
 */
export function removeUser(hosting: Hosting, user: UserRecord, hard: boolean): void {
  const { state } = hosting;
  if (hard) {
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

function ghostOf({ state }: Hosting): UserRecord {
  const known = state.userNamed("ghost");
  if (known) return known;
  const ghost = state.addUser({ username: "ghost", name: "Ghost User", password: "" });
  // Nobody signs in as the ghost.
  ghost.state = "blocked";
  return ghost;
}
