import type { Repositories } from "../git/repositories.ts";
import type { JobEvents, RunnableJob, RunningJob } from "../types.ts";
import { JobRun } from "./jobRun.ts";

interface RunnerOptions {
  readonly repositories: Repositories;
  /** Folder for fresh clones, emptied of each job's folder at its end. */
  readonly buildsDir: string;
}

/** Runs jobs on this machine with bash, each in a fresh clone and a process group of its own. */
export class Runner {
  readonly id = 1;
  readonly description = "local-runner";
  readonly #options: RunnerOptions;
  readonly #running = new Set<RunningJob>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Starts a job; its events come after this call has returned. */
  start(job: RunnableJob, events: JobEvents): RunningJob {
    const { buildsDir, repositories } = this.#options;
    const run = new JobRun(job, events, {
      id: this.id,
      description: this.description,
      version: "18.7.0",
      buildsDir,
      repositoryDir: repositories.dir(job.projectPath),
      grace: 2000,
      now: Date.now,
    });
    const done = Promise.resolve()
      .then(() => run.run())
      .finally(() => this.#running.delete(running));
    const running: RunningJob = { cancel: () => run.stop(), done };
    this.#running.add(running);
    return running;
  }

  /** Cancels whatever runs and waits for the processes and folders to be gone. */
  async close(): Promise<void> {
    const all = [...this.#running];
    for (const running of all) running.cancel();
    await Promise.allSettled(all.map((running) => running.done));
  }
}
