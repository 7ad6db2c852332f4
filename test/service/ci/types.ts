/** What the parser of CI files, the scheduler and the runner say to each other. Types only. */

export interface CiArtifacts {
  readonly name?: string;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  /** Globs of `reports:junit`. */
  readonly junit: readonly string[];
  /** Globs of the other `reports:` that are files, by type: `sast`, `codequality`. */
  readonly reports?: Readonly<Record<string, readonly string[]>>;
  readonly when: "on_success" | "on_failure" | "always";
  /** As written: `1 week`. */
  readonly expireIn?: string;
}

export interface CiJob {
  readonly name: string;
  readonly stage: string;
  readonly script: readonly string[];
  readonly beforeScript: readonly string[];
  readonly afterScript: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly artifacts?: CiArtifacts;
  readonly allowFailure: boolean;
  readonly when: "on_success" | "on_failure" | "always" | "manual";
  /** Absent: waits for the earlier stages. */
  readonly needs?: readonly string[];
  /** Jobs whose artifacts are unpacked; absent: all earlier ones (or those of `needs`). */
  readonly dependencies?: readonly string[];
  /** `coverage: '/regexp/'`, the text between the slashes. */
  readonly coverage?: string;
}

export interface CiConfig {
  readonly stages: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly jobs: readonly CiJob[];
  /** Name of the pipeline from `workflow:name`. */
  readonly name?: string;
  /** Not empty: the configuration is invalid, and the pipeline fails with these texts as `yaml_errors`. */
  readonly errors: readonly string[];
}

export interface ArtifactFile {
  /** Relative to the project folder, `/` as separator. */
  readonly path: string;
  readonly content: Buffer;
  readonly executable?: boolean;
}

export interface RunnableJob {
  readonly id: number;
  readonly projectPath: string;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly ci: CiJob;
  /** Everything the job's environment holds besides the runner's own: predefined CI_*, global, pipeline, in this order of weight; job variables are merged already. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables of type `file`: the runner writes the value to a file and sets the variable to its path. */
  readonly files: Readonly<Record<string, string>>;
  /** Artifacts of earlier jobs, to unpack before the script. */
  readonly inputs: readonly {
    readonly jobId: number;
    readonly jobName: string;
    readonly files: readonly ArtifactFile[];
  }[];
}

export interface UploadedArtifacts {
  /** Archive name without `.zip`; `artifacts` by default. */
  readonly name: string;
  readonly files: readonly ArtifactFile[];
  /** Texts of the JUnit XML reports. */
  readonly junit: readonly Buffer[];
  /** Absent without any. */
  readonly reports?: readonly UploadedReport[];
}

/** A report that the host keeps as it is: those of scanners. */
export interface UploadedReport {
  /** As in `artifacts:reports`, and as the host's `file_type`. */
  readonly type: string;
  /** Without its folder. */
  readonly filename: string;
  readonly content: Buffer;
}

export interface JobEnd {
  readonly exitCode?: number;
  /** `script_failure`, `runner_system_failure`, … ; only with `failed`. */
  readonly failureReason?: string;
  /** Percent, found by the job's coverage expression in its output. */
  readonly coverage?: number;
}

export interface JobEvents {
  log(chunk: Buffer): void;
  /** `running` once at the start, then exactly one final status, after the last log and the artifacts. */
  status(status: "running" | "success" | "failed" | "canceled", end?: JobEnd): void;
  artifacts(upload: UploadedArtifacts): Promise<void>;
}

export interface RunningJob {
  /** Kills the job's whole process group; `done` follows. Harmless when it has ended. */
  cancel(): void;
  readonly done: Promise<void>;
}
