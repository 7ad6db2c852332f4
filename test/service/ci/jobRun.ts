import { writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { GitFailed, GitProcesses } from "../git/command.ts";
import type { CiJob, JobEnd, JobEvents, RunnableJob, UploadedArtifacts } from "../types.ts";
import { CoverageScan } from "./coverage.ts";
import { jobEnvironment } from "./environment.ts";
import { makeFolders, removeFolders, type JobFolders } from "./folders.ts";
import { JobLog } from "./jobLog.ts";
import { ProcessGroup } from "./processGroup.ts";
import { bashArguments, bashProgram } from "./script.ts";
import { getSources } from "./sources.ts";
import { unpackInputs, uploadArtifacts } from "./upload.ts";

/** What one run needs to know of its runner. */
export interface RunSettings {
  readonly id: number;
  readonly description: string;
  readonly version: string;
  readonly buildsDir: string;
  readonly repositoryDir: string;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly grace: number;
  readonly now: () => number;
}

type Outcome =
  | { readonly status: "success" }
  | { readonly status: "canceled" }
  | { readonly status: "failed"; readonly reason: string; readonly message: string; readonly exitCode?: number };

/** Thrown between the phases of a run that was stopped. */
class Stopped extends Error {}

/** One run of one job, from the fresh clone to the removed folder. */
export class JobRun {
  readonly #job: RunnableJob;
  readonly #ci: CiJob;
  readonly #events: JobEvents;
  readonly #settings: RunSettings;
  readonly #log: JobLog;
  readonly #git = new GitProcesses();
  readonly #coverage: CoverageScan;
  #group: ProcessGroup | undefined;
  #stopped = false;
  #over = false;

  constructor(job: RunnableJob, events: JobEvents, settings: RunSettings) {
    this.#job = job;
    this.#ci = job.ci;
    this.#events = events;
    this.#settings = settings;
    this.#log = new JobLog((bytes) => events.log(bytes), settings.now);
    this.#coverage = new CoverageScan(job.ci.coverage);
  }

  /** Ends the run early; what it started is killed. Harmless when it is over. */
  stop(): void {
    if (this.#over || this.#stopped) return;
    this.#stopped = true;
    this.#group?.stop();
    void this.#git.close();
  }

  /** Runs all phases. Never rejects for what the job does; the outcome is reported through the events. */
  async run(): Promise<void> {
    this.#events.status("running");
    let folders: JobFolders | undefined;
    let outcome: Outcome;
    try {
      const { version, description } = this.#settings;
      this.#log.notice(`Running with forgeline-runner ${version}`);
      this.#log.notice(`  on ${description}, system ID: s_${hostname()}`);
      folders = await makeFolders(this.#settings.buildsDir, this.#job);
      outcome = await this.#phases(folders);
    } catch (error) {
      outcome = this.#outcomeOf(error);
    } finally {
      this.#over = true;
      await this.#git.close();
    }
    if (folders !== undefined) {
      const { root } = folders;
      await this.#log.section(
        "cleanup_file_variables",
        "Cleaning up project directory and file based variables",
        async () => {
          try {
            await removeFolders(root);
          } catch (error) {
            this.#log.warning(`Could not remove ${root}: ${String(error)}`);
          }
        },
      );
    }
    this.#finish(outcome);
  }

  #outcomeOf(error: unknown): Outcome {
    if (this.#stopped) return { status: "canceled" };
    if (error instanceof GitFailed) this.#log.line(error.stderr.trimEnd());
    const message =
      error instanceof GitFailed
        ? `: exit code ${error.code ?? 128}`
        : ` (system failure): ${error instanceof Error ? error.message : String(error)}`;
    return { status: "failed", reason: "runner_system_failure", message };
  }

  #finish(outcome: Outcome): void {
    const coverage = this.#coverage.end();
    const found = coverage === undefined ? {} : { coverage };
    if (outcome.status === "success") this.#log.step("Job succeeded");
    else this.#log.error(`Job failed${outcome.status === "canceled" ? ": canceled" : outcome.message}`);
    const end: JobEnd =
      outcome.status === "success"
        ? { exitCode: 0, ...found }
        : outcome.status === "canceled"
          ? found
          : {
              failureReason: outcome.reason,
              ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
              ...found,
            };
    this.#events.status(outcome.status, end);
  }

  #checkpoint(): void {
    if (this.#stopped) throw new Stopped();
  }

  async #phases(folders: JobFolders): Promise<Outcome> {
    const env = jobEnvironment(this.#job, folders, this.#settings);
    await this.#log.section("prepare_executor", 'Preparing the "shell" executor', () => {
      this.#log.notice("Using Shell (bash) executor...");
    });
    await this.#log.section("prepare_script", "Preparing environment", () => {
      this.#log.line(`Running on ${hostname()}...`);
    });
    this.#checkpoint();
    await this.#log.section("get_sources", "Getting source from Git repository", () =>
      getSources(this.#git, this.#log, this.#job, this.#settings.repositoryDir, folders.project),
    );
    this.#checkpoint();
    if (this.#job.inputs.length > 0) {
      await this.#log.section("download_artifacts", "Downloading artifacts", () =>
        unpackInputs(this.#log, this.#job, folders.project),
      );
      this.#checkpoint();
    }

    const { beforeScript, script, afterScript } = this.#ci;
    const exitCode = await this.#log.section("step_script", 'Executing "step_script" stage of the job script', () =>
      this.#bash("script", [...beforeScript, ...script], env, folders),
    );
    this.#checkpoint();
    if (afterScript.length > 0) {
      const status = exitCode === 0 ? "success" : "failed";
      await this.#log.section("after_script", "Running after_script", async () => {
        this.#log.step("Running after script...");
        const code = await this.#bash("after_script", afterScript, { ...env, CI_JOB_STATUS: status }, folders);
        if (code !== 0) this.#log.warning(`after_script failed, but job will continue unaffected: exit code ${code}`);
      });
      this.#checkpoint();
    }
    await uploadArtifacts({
      log: this.#log,
      job: this.#job,
      folder: folders.project,
      env,
      succeeded: exitCode === 0,
      send: (upload) => this.#send(upload),
    });
    this.#checkpoint();
    return exitCode === 0
      ? { status: "success" }
      : { status: "failed", reason: "script_failure", message: `: exit code ${exitCode}`, exitCode };
  }

  /** A canceled job gives no artifacts. */
  async #send(upload: UploadedArtifacts): Promise<void> {
    this.#checkpoint();
    await this.#events.artifacts(upload);
  }

  /** Runs lines as one bash program and returns its exit code. */
  async #bash(
    name: string,
    lines: readonly string[],
    env: Readonly<Record<string, string>>,
    folders: JobFolders,
  ): Promise<number> {
    const file = join(folders.root, `${name}.sh`);
    await writeFile(file, bashProgram(lines));
    this.#checkpoint();
    this.#group = new ProcessGroup("bash", bashArguments(file), {
      cwd: folders.project,
      env,
      output: (chunk) => {
        this.#events.log(chunk);
        this.#coverage.write(chunk);
      },
      grace: this.#settings.grace,
    });
    try {
      return await this.#group.done;
    } finally {
      this.#group = undefined;
    }
  }
}
