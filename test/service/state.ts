import { join } from "node:path";
import type { Clock } from "./clock.ts";
import type { JobRecord, PipelineRecord } from "./records.ts";
import { TraceFile } from "./pipelines/trace.ts";
import type { NewProject, ProjectRecord, UserName, UserRecord } from "./types.ts";

export type NewPipeline = Omit<PipelineRecord, "id" | "iid" | "updatedAt">;
export type NewJob = Omit<JobRecord, "id" | "trace">;

/** Everything the service knows apart from the repositories, in memory; job logs are files under `dataDir`. */
export class State {
  readonly clock: Clock;
  readonly users = new Map<number, UserRecord>();
  readonly projects = new Map<number, ProjectRecord>();
  readonly pipelines = new Map<number, PipelineRecord>();
  readonly jobs = new Map<number, JobRecord>();
  readonly #jobsOfPipeline = new Map<number, JobRecord[]>();
  readonly #listeners = new Set<() => void>();
  readonly #tracesDir: string;
  #ids = { project: 0, pipeline: 100, job: 1000 };

  constructor(dataDir: string, clock: Clock) {
    this.clock = clock;
    this.#tracesDir = join(dataDir, "traces");
  }

  addUser(username: UserName, details: Pick<UserRecord, "name" | "password" | "admin">): UserRecord {
    const user: UserRecord = {
      id: this.users.size + 1,
      username,
      email: `${username}@example.com`,
      createdAt: this.clock.now(),
      state: "active",
      ...details,
    };
    this.users.set(user.id, user);
    return user;
  }

  userNamed(username: string): UserRecord | undefined {
    return [...this.users.values()].find((user) => user.username === username);
  }

  addProject(project: NewProject): ProjectRecord {
    if (this.projectAt(project.path)) throw new Error(`There is already a project at ${project.path}.`);
    const record: ProjectRecord = {
      id: ++this.#ids.project,
      path: project.path,
      name: project.name ?? project.path.slice(project.path.lastIndexOf("/") + 1),
      description: project.description ?? "",
      defaultBranch: project.defaultBranch ?? "main",
      visibility: project.visibility ?? "private",
      createdAt: this.clock.now(),
      members: (project.members ?? ["alice", "bob"]).flatMap((name) => this.userNamed(name)?.id ?? []),
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

  addJob(job: NewJob): JobRecord {
    const id = ++this.#ids.job;
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
