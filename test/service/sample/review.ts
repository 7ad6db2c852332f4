import { placeIn } from "../commitComments/placement.ts";
import { diffOfCommit } from "../git/diff.ts";
import { LEVELS } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import { fromLevel } from "../protectedBranches/records.ts";
import type { ProjectRecord } from "../types.ts";
import { featureBranch } from "./commits.ts";

const minute = 60_000;

/** Protects the sample's branches, and lets people and programs talk about the newest commit of its feature. */
export async function reviewSample(hosting: Hosting, project: ProjectRecord): Promise<void> {
  protect(hosting, project);
  const { repositories, state, commitComments } = hosting;
  const sha = await repositories.at(project.path).resolve(`refs/heads/${featureBranch}`);
  const changes = sha === undefined ? undefined : await diffOfCommit(repositories, project.path, sha);
  if (sha === undefined || !changes) return;
  const path = "src/dewPoint.js";
  const file = (await repositories.at(project.path).file(sha, path))?.content.toString() ?? "";
  const line = file.split("\n").findIndex((one) => one.includes("RangeError")) + 1;
  const say = (name: string, ago: number, note: string, place = placeIn(changes, { path, line, lineType: "new" })): void => {
    const user = state.userNamed(name);
    if (user) commitComments.add({ projectId: project.id, sha, note, place, authorId: user.id, createdAt: state.clock.now() - ago });
  };
  say("bob", 62 * minute, "Should 100 % be refused, too? The sensor on the summit sends it in fog.");
  say("alice", 58 * minute, "No, 100 % is fog indeed. Only what is above cannot be.");
  commitComments.add({ projectId: project.id, sha, note: "Works on the harbour sensor since this morning.", place: undefined, authorId: state.userNamed("max")?.id ?? 1, createdAt: state.clock.now() - 20 * minute });
  report(hosting, project, sha);
}

/** `main` for everybody who develops, releases for maintainers and one more. */
function protect({ protectedBranches, state }: Hosting, project: ProjectRecord): void {
  const [developers, maintainers] = [fromLevel(LEVELS.developer), fromLevel(LEVELS.maintainer)];
  protectedBranches.add({ projectId: project.id, name: project.defaultBranch, grants: { push: [developers], merge: [developers], unprotect: [maintainers] } });
  const bob = state.userNamed("bob");
  const releasers = bob ? [maintainers, { level: null, userId: bob.id, groupId: null }] : [maintainers];
  protectedBranches.add({ projectId: project.id, name: "release/*", grants: { push: releasers, merge: [developers], unprotect: [maintainers] }, codeOwnerApprovalRequired: true });
}

/** What programs outside found, as statuses of the newest pipeline. */
function report({ commitStatuses, state }: Hosting, project: ProjectRecord, sha: string): void {
  const pipeline = [...state.pipelines.values()].findLast((one) => one.projectId === project.id && one.sha === sha);
  const user = state.userNamed("max");
  if (!pipeline || !user) return;
  const done = (name: string, description: string, ago: number): void => {
    const at = state.clock.now() - ago;
    commitStatuses.add({ id: state.takeJobId(), projectId: project.id, pipelineId: pipeline.id, sha, ref: pipeline.ref, name, createdAt: at, userId: user.id, state: "success", targetUrl: `https://checks.example.com/${name}/${sha.slice(0, 8)}`, description, coverage: null, startedAt: at, finishedAt: at + minute, replaced: false });
  };
  done("links", "All 12 links lead somewhere", 66 * minute);
  done("page weight", "dist/index.html is 802 bytes", 65 * minute);
}
