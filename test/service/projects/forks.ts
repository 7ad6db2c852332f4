import { LEVELS } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { ProjectRecord, UserName, UserRecord } from "../types.ts";

export interface ForkSpec {
  /** Path of the project that is forked; the service's first one by default. */
  readonly from?: string;
  /** Path of the fork, such as `bob/weather-station`. */
  readonly path: string;
  /** Levels in the fork (10 guest … 50 owner); bob, its owner, alone by default. */
  readonly members?: Readonly<Partial<Record<UserName, number>>>;
  /** That of the forked project by default. */
  readonly visibility?: ProjectRecord["visibility"];
}

type Parts = Pick<Hosting, "state" | "repositories" | "merging">;

/** Forks a project: the branches and tags in a repository of its own, without merge requests and pipelines. Rejects when the path is taken. */
export async function forkProject(
  { state, repositories }: Parts,
  from: ProjectRecord,
  { path, members = { bob: LEVELS.owner }, visibility = from.visibility }: ForkSpec,
): Promise<ProjectRecord> {
  const levels = Object.entries(members).map(([name, level]): [number, number] => {
    const user = state.userNamed(name);
    if (!user) throw new Error(`There is no user ${name}.`);
    return [user.id, level];
  });
  const { name, description, defaultBranch } = from;
  const fork = state.addProject({ path, name, description, defaultBranch, visibility, members: [] });
  for (const [id, level] of levels) fork.members.set(id, level);
  fork.forkedFromId = from.id;
  await repositories.fork(from.path, path);
  state.changed();
  return fork;
}

/** Deletes a project with its repository. Merge requests from it are closed, lose their source project and keep their head. */
export async function deleteProject(
  { state, repositories, merging }: Parts,
  project: ProjectRecord,
  user: UserRecord,
): Promise<void> {
  await merging.forgetProject(project, user);
  for (const pipeline of [...state.pipelines.values()].filter((one) => one.projectId === project.id))
    state.removePipeline(pipeline);
  for (const fork of forksOf(state, project)) fork.forkedFromId = undefined;
  state.projects.delete(project.id);
  await repositories.remove(project.path);
  state.changed();
}

export function forksOf({ projects }: Pick<Hosting["state"], "projects">, project: ProjectRecord): ProjectRecord[] {
  return [...projects.values()].filter((one) => one.forkedFromId === project.id);
}

/** Whether commits of one may be merged into the other: it is the same project, or they come from one root. */
export function inOneNetwork(
  state: Pick<Hosting["state"], "projects">,
  one: ProjectRecord,
  other: ProjectRecord,
): boolean {
  return rootOf(state, one) === rootOf(state, other);
}

function rootOf({ projects }: Pick<Hosting["state"], "projects">, project: ProjectRecord): ProjectRecord {
  const parent = project.forkedFromId === undefined ? undefined : projects.get(project.forkedFromId);
  return parent ? rootOf({ projects }, parent) : project;
}
