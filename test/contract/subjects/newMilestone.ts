import type { Client } from "../../../src/api/client.ts";
import type { CreateMilestone, Milestone } from "../../../src/api/resources/milestones.ts";
import { notThere } from "../context.ts";

/** Makes a milestone. Where the answer does not tell it, the list does. */
export async function newMilestone(
  operations: Client["milestones"]["group" | "project"],
  owner: number,
  request: CreateMilestone,
): Promise<Milestone> {
  const made = await operations.create(owner, request);
  return (
    made ??
    (await operations.list(owner, { title: request.title }).page()).items[0] ??
    notThere("the new milestone in the answer or in the list")
  );
}
