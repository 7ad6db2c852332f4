import { LEVELS } from "../groups/records.ts";
import type { UserName } from "../types.ts";

/** What the sample's people are in the projects and groups they are members of, unless a test says otherwise. */
export const SAMPLE_LEVELS: Readonly<Record<UserName, number>> = {
  alice: LEVELS.owner,
  max: LEVELS.maintainer,
  bob: LEVELS.developer,
  rita: LEVELS.reporter,
  admin: LEVELS.owner,
};

/** Members of what nobody gave members to. */
export const SAMPLE_MEMBERS = ["alice", "max", "bob", "rita"] as const satisfies readonly UserName[];

/** A person who is not of the sample becomes a developer. */
export function sampleLevel(username: string): number {
  return (SAMPLE_LEVELS as Readonly<Record<string, number>>)[username] ?? LEVELS.developer;
}
