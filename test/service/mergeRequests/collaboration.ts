import { levelOf, LEVELS } from "../api/access.ts";
import type { Hosting } from "../hosting.ts";
import { mayMerge } from "../protectedBranches/rights.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import type { MergeRequestRecord } from "./records.ts";

type Sides = Pick<MergeRequestRecord, "projectId" | "sourceProjectId" | "sourceBranch">;

/** Whether a fork's branch can be opened to those who may merge it: neither project is private, the branch is not protected. */
export function canCollaborate(
  { state, protectedBranches }: Hosting,
  { projectId, sourceProjectId, sourceBranch }: Sides,
): boolean {
  const [source, target] = [sourceProjectId, projectId].map((id) => (id === null ? undefined : state.projects.get(id)));
  if (!source || !target || source === target) return false;
  return (
    source.visibility !== "private" &&
    target.visibility !== "private" &&
    protectedBranches.matching(source.id, sourceBranch).length === 0
  );
}

/** Whether the user may say so: it takes the right to push to the fork. */
export function mayAllowCollaboration(hosting: Hosting, sides: Sides, user: UserRecord): boolean {
  const source = sides.sourceProjectId === null ? undefined : hosting.state.projects.get(sides.sourceProjectId);
  return source !== undefined && canCollaborate(hosting, sides) && levelOf(hosting, user, source) >= LEVELS.developer;
}

/** Branches of a fork that the user may push to only because an open merge request lets those who may merge it do so. */
export function sharedBranches(hosting: Hosting, fork: ProjectRecord, user: UserRecord | undefined): string[] {
  if (fork.forkedFromId === undefined) return [];
  const open = hosting.mergeRequests
    .all()
    .filter(
      (record) => record.state === "opened" && record.sourceProjectId === fork.id && record.allowCollaboration === true,
    );
  const target = (record: MergeRequestRecord): ProjectRecord => hosting.state.projects.get(record.projectId)!;
  return open
    .filter((record) => canCollaborate(hosting, record) && mayMerge(hosting, target(record), user, record.targetBranch))
    .map(({ sourceBranch }) => sourceBranch);
}
