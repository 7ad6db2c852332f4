import type { Hosting } from "../hosting.ts";
import type { ProjectRecord, UserName } from "../types.ts";
import type { MergeRequestRecord } from "./records.ts";
import type { MergeRequestMade, MergeRequestSpec, MergeRequestWaited } from "./specs.ts";
import { detailedMergeStatus } from "./status.ts";

/** A merge request in whatever state a test or the sample wants. Throws for people and milestones that do not exist. */
export async function makeUpMergeRequest(
  hosting: Pick<Hosting, "state" | "mergeRequests" | "merging" | "milestones">,
  project: ProjectRecord,
  spec: MergeRequestSpec,
): Promise<MergeRequestMade> {
  const { state, merging, milestones } = hosting;
  const id = (name: UserName): number => state.userNamed(name)?.id ?? fail(`There is no user ${name}.`);
  const ids = (names: readonly UserName[] = []): number[] => names.map(id);
  const milestone =
    spec.milestone === undefined
      ? undefined
      : milestones.of(milestones.ownersAbove({ projectId: project.id })).find((one) => one.title === spec.milestone);
  if (spec.milestone !== undefined && !milestone) fail(`There is no milestone ${spec.milestone}.`);
  const createdAt = spec.createdAt ?? state.clock.now();
  const updatedAt = spec.updatedAt ?? createdAt;
  const endedBy = id(spec.endedBy ?? spec.by ?? "alice");
  const ended: Partial<MergeRequestRecord> =
    spec.state === "merged"
      ? { mergedAt: updatedAt, mergeUserId: endedBy, check: "can_be_merged" }
      : spec.state === "closed"
        ? { closedAt: updatedAt, closedById: endedBy }
        : {};
  const record = await merging.open({
    projectId: project.id,
    sourceBranch: spec.sourceBranch,
    targetBranch: spec.targetBranch ?? project.defaultBranch,
    title: spec.title,
    description: spec.description ?? null,
    authorId: id(spec.by ?? "alice"),
    state: spec.state ?? "opened",
    labels: spec.labels ?? [],
    assigneeIds: ids(spec.assignees),
    reviewerIds: ids(spec.reviewers),
    approvedBy: ids(spec.approvedBy),
    milestoneId: milestone?.id ?? null,
    ...(spec.fork === undefined
      ? {}
      : { sourceProjectId: state.projectAt(spec.fork)?.id ?? fail(`There is no project ${spec.fork}.`) }),
    ...(spec.fromDeletedFork === true ? { sourceProjectId: null } : {}),
    mergeCommitSha: spec.mergeCommitSha ?? null,
    squash: spec.squash ?? false,
    notes: spec.notes ?? 0,
    upvotes: spec.upvotes ?? 0,
    reactions: (spec.reactions ?? []).map(({ by, emoji }) => ({ userId: id(by), emoji })),
    deployments: spec.deployments ?? [],
    overrides: spec.overrides ?? {},
    createdAt,
    updatedAt,
    ...ended,
  });
  record.updatedAt = updatedAt;
  if (spec.sha !== undefined) await merging.takeRecordedHead(record, spec.sha);
  if (ended.check !== undefined) record.check = ended.check;
  return { id: record.id, iid: record.iid };
}

/** The merge request's state once it is one of those waited for. Throws when there is none of that number. */
export function reachedMergeRequest(
  hosting: Hosting,
  project: ProjectRecord,
  { iid, state, mergeStatus }: MergeRequestWaited,
): { state: string; mergeStatus: string } | undefined {
  const record = hosting.mergeRequests.get(project.id, iid) ?? fail(`There is no merge request !${iid}.`);
  const status = detailedMergeStatus(record, hosting.mergeRequests.standing(record));
  const there =
    (state === undefined || state.includes(record.state)) &&
    (mergeStatus === undefined || mergeStatus.includes(status));
  return there ? { state: record.state, mergeStatus: status } : undefined;
}

function fail(text: string): never {
  throw new Error(text);
}
