import type { Hosting } from "../hosting.ts";
import { makeUpMergeRequest } from "../mergeRequests/makeUp.ts";
import type { MergeRequestSpec } from "../mergeRequests/specs.ts";
import type { CommitAction, ProjectRecord, UserName } from "../types.ts";
import { featureBranch, releaseTag } from "./commits.ts";
import { discussSample } from "./conversation.ts";
import { forkSample } from "./fork.ts";
import { MILESTONES } from "./planning.ts";
import { sampleProposals } from "./proposals.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LABELS = { bug: ["#d9534f", "Something does not work"], feature: ["#428bca", "Something new"], documentation: ["#5cb85c", "Words, not code"], sensor: ["#8e44ad", "About the instruments"], tooling: ["#7f8c8d", null] } as const;

type Parts = Pick<Hosting, "state" | "repositories" | "mergeRequests" | "merging" | "milestones">;

/**
 * Merge requests of the weather station in every state: merged into the history that is there, closed, open, a draft,
 * one with conflicts, one from a fork. Their branches are real; none starts a pipeline.
 */
export async function requestSampleMerges(hosting: Parts, project: ProjectRecord): Promise<void> {
  const now = hosting.state.clock.now();
  for (const [name, [color, description]] of Object.entries(LABELS)) hosting.mergeRequests.labels.use(project.id, name, { color, ...(description === null ? {} : { description }) });
  await Promise.all(sampleProposals.map((proposal) => commitProposal(hosting, project, proposal, now)));
  const [history, [, broken]] = await Promise.all([hosting.repositories.at(project.path).log("main"), hosting.repositories.at(project.path).log(featureBranch, { limit: 2 })]);
  const fromFork = await forkSample(hosting, project);
  const past = (title: string): string => history.find((commit) => commit.title === title)?.id ?? "";
  const requests: MergeRequestSpec[] = [
    { sourceBranch: "feature/checks", title: "Check the sources without any dependency", by: "bob", state: "merged", endedBy: "alice", sha: past("Check the sources without any dependency"), labels: ["tooling"], milestone: MILESTONES.past, reviewers: ["alice"], approvedBy: ["alice"], createdAt: now - 6 * DAY, updatedAt: now - 5 * DAY },
    { sourceBranch: "feature/http", title: "Take readings over HTTP", by: "alice", state: "merged", endedBy: "max", sha: past("Take readings over HTTP"), labels: ["feature"], milestone: MILESTONES.past, assignees: ["alice"], reviewers: ["max", "bob"], approvedBy: ["max"], upvotes: 2, createdAt: now - 5 * DAY, updatedAt: now - 4 * DAY },
    { sourceBranch: "feature/mail", title: "Send the summary by mail", description: "Once a day, at six.", by: "rita", state: "closed", endedBy: "max", fromDeletedFork: true, labels: ["feature"], createdAt: now - 4 * DAY, updatedAt: now - 3.5 * DAY },
    fromFork,
    ...sampleProposals.map(({ request, branch, by, ago }): MergeRequestSpec => ({ ...request, sourceBranch: branch, by, createdAt: now - ago + 600_000 })),
    { sourceBranch: featureBranch, title: "Work out the dew point, first attempt", by: "bob", state: "closed", endedBy: "bob", ...(broken ? { sha: broken.id } : {}), labels: ["feature"], createdAt: now - 98 * 60_000, updatedAt: now - 90 * 60_000 },
    { sourceBranch: featureBranch, title: "Work out the dew point", description: "The formula is that of Magnus.\n\n- [x] formula\n- [x] refuse a humidity that cannot be\n- [ ] show it on the page\n\nCloses #1", by: "bob", assignees: ["bob"], reviewers: ["alice", "max"], labels: ["feature", "sensor"], milestone: MILESTONES.next, upvotes: 1, reactions: [{ by: "alice", emoji: "thumbsup" }], createdAt: now - 80 * 60_000, updatedAt: now - 65 * 60_000 },
  ];
  // Numbered in this order: each is on record before its branch is looked at.
  await Promise.all(requests.map((request) => makeUpMergeRequest(hosting, project, request)));
  await discussSample(hosting, project);
}

export interface Proposal {
  readonly branch: string;
  readonly by: UserName;
  /** Milliseconds before now. */
  readonly ago: number;
  readonly message: string;
  /** Starts from the release, which the main branch has left behind, instead of from the main branch. */
  readonly fromRelease?: boolean;
  /** New texts of files, made of the present ones; undefined for a file that is not there. */
  readonly files: Readonly<Record<string, (text: string | undefined) => string>>;
  readonly request: Omit<MergeRequestSpec, "sourceBranch" | "by" | "createdAt">;
}

async function commitProposal({ repositories, state }: Parts, project: ProjectRecord, proposal: Proposal, now: number): Promise<void> {
  const user = state.userNamed(proposal.by)!;
  const start = proposal.fromRelease === true ? releaseTag : project.defaultBranch;
  const actions = Object.entries(proposal.files).map(async ([path, change]): Promise<CommitAction> => {
    const present = await repositories.at(project.path).file(start, path);
    return { action: present ? "update" : "create", file_path: path, content: Buffer.from(change(present?.content.toString())) };
  });
  await repositories.commit(project.path, { branch: proposal.branch, startBranch: start, message: proposal.message, author: { name: user.name, email: user.email }, actions: await Promise.all(actions), at: now - proposal.ago, user });
}
