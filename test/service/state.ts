import { join } from "node:path";
import type { Clock } from "./clock.ts";
import { GroupDirectory } from "./groups/directory.ts";
import type { GroupRecord, Members, NewGroup } from "./groups/records.ts";
import { TraceFile } from "./pipelines/trace.ts";
import type { JobRecord, PipelineRecord } from "./records.ts";
import type { NewProject, ProjectRecord, UserRecord } from "./types.ts";
import { newUserRecord, type NewUser } from "./users/records.ts";
import { SAMPLE_MEMBERS, sampleLevel } from "./users/sampleLevels.ts";

export type NewPipeline = Omit<PipelineRecord, "id" | "iid" | "updatedAt">;
export type NewJob = Omit<JobRecord, "id" | "trace">;

/** Everything the service knows apart from the repositories, in memory; job logs are files under `dataDir`. */
export class State {
  readonly clock: Clock;
  readonly users = new Map<number, UserRecord>();
  readonly groups: GroupDirectory;
  readonly projects = new Map<number, ProjectRecord>();
  readonly pipelines = new Map<number, PipelineRecord>();
  readonly jobs = new Map<number, JobRecord>();
  readonly #jobsOfPipeline = new Map<number, JobRecord[]>();
  readonly #listeners = new Set<() => void>();
  readonly #tracesDir: string;
  #ids = { user: 0, project: 0, pipeline: 100, job: 1000 };

  constructor(dataDir: string, clock: Clock) {
    this.clock = clock;
    this.groups = new GroupDirectory(clock);
    this.#tracesDir = join(dataDir, "traces");
  }

  addUser(details: NewUser): UserRecord {
    const user = newUserRecord(++this.#ids.user, details, this.clock.now());
    this.users.set(user.id, user);
    return user;
  }

  /** In any letter case, as hosts do. */
  userNamed(username: string): UserRecord | undefined {
    const wanted = username.toLowerCase();
    return [...this.users.values()].find((user) => user.username.toLowerCase() === wanted);
  }

  /** The group at the path, made with its parents where they are missing. */
  addGroup(group: NewGroup): GroupRecord {
    return this.groups.ensure(group, this.#members(group.members));
  }

  /** Of these names, with the levels of the sample's people. */
  #members(names: readonly string[] = SAMPLE_MEMBERS): Members {
    return new Map(
      names.flatMap((name) => this.userNamed(name) ?? []).map((user) => [user.id, sampleLevel(user.username)]),
    );
  }

  addProject(project: NewProject): ProjectRecord {
    if (this.projectAt(project.path)) throw new Error(`There is already a project at ${project.path}.`);
    const members = this.#members(project.members);
    const slash = project.path.lastIndexOf("/");
    if (slash > 0) this.groups.ensure({ path: project.path.slice(0, slash) }, members);
    const record: ProjectRecord = {
      id: ++this.#ids.project,
      path: project.path,
      name: project.name ?? project.path.slice(project.path.lastIndexOf("/") + 1),
      description: project.description ?? "",
      defaultBranch: project.defaultBranch ?? "main",
      visibility: project.visibility ?? "private",
      createdAt: this.clock.now(),
      members,
    };
    this.projects.set(record.id, record);
    return record;
  }

  /** By full path, in any letter case, as hosts route. */
  projectAt(path: string): ProjectRecord | undefined {
    const wanted = path.toLowerCase();
    return [...this.projects.values()].find((project) => project.path.toLowerCase() === wanted);
  }

  addPipeline(pipeline: NewPipeline): PipelineRecord {
    const iid = [...this.pipelines.values()].filter((other) => other.projectId === pipeline.projectId).length + 1;
    const record: PipelineRecord = { ...pipeline, id: ++this.#ids.pipeline, iid, updatedAt: pipeline.createdAt };
    this.pipelines.set(record.id, record);
    this.#jobsOfPipeline.set(record.id, []);
    this.changed();
    return record;
  }

  /** Jobs and external statuses are counted together. */
  takeJobId(): number {
    return ++this.#ids.job;
  }

  addJob(job: NewJob): JobRecord {
    const id = this.takeJobId();
    const record: JobRecord = { ...job, id, trace: new TraceFile(join(this.#tracesDir, `${id}.log`)) };
    this.jobs.set(id, record);
    this.#jobsOfPipeline.get(job.pipelineId)?.push(record);
    return record;
  }

  /** All attempts, oldest first. */
  jobsOf(pipelineId: number): readonly JobRecord[] {
    return this.#jobsOfPipeline.get(pipelineId) ?? [];
  }

  /** The latest attempt of each job, oldest first. */
  currentJobsOf(pipelineId: number): readonly JobRecord[] {
    return this.jobsOf(pipelineId).filter((job) => !job.retried);
  }

  /** With its jobs and their logs, as the API deletes. */
  removePipeline(pipeline: PipelineRecord): void {
    for (const job of this.jobsOf(pipeline.id)) {
      this.jobs.delete(job.id);
      job.trace.remove();
    }
    this.#jobsOfPipeline.delete(pipeline.id);
    this.pipelines.delete(pipeline.id);
    this.changed();
  }

  /** Tells those who wait that a record changed. */
  changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves with the first value that is not undefined, looked at now and after each change; rejects when aborted. */
  when<T>(look: () => T | undefined, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => {
        this.#listeners.delete(check);
        signal.removeEventListener("abort", aborted);
      };
      const aborted = (): void => {
        stop();
        reject(new Error("The wait was given up."));
      };
      const check = (): void => {
        try {
          const value = look();
          if (value === undefined) return;
          stop();
          resolve(value);
        } catch (error) {
          stop();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.#listeners.add(check);
      signal.addEventListener("abort", aborted);
      if (signal.aborted) aborted();
      else check();
    });
  }
}
