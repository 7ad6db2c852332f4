/** What tests and the sample make up instead of running it. Types only. */
import type { UserName } from "./types.ts";

export interface FabricatedJob {
  readonly name?: string;
  readonly stage?: string;
  readonly status?: string;
  /** Text of the log. */
  readonly trace?: string;
  readonly allowFailure?: boolean;
  readonly duration?: number | null;
  readonly failureReason?: string;
  readonly coverage?: number | null;
  readonly artifacts?: Readonly<Record<string, string>>;
  /** JUnit XML texts. */
  readonly junit?: readonly string[];
  /** Reports of scanners by type. Files are in the archive only if `artifacts` has them, too. */
  readonly reports?: Readonly<Record<string, { readonly filename: string; readonly text: string }>>;
  /** A trigger job, which started this pipeline, or (null) none. */
  readonly downstream?: number | null;
  /** An older attempt: listed only with include_retried. */
  readonly retried?: boolean;
  /** Fields put over the JSON as sent: nulls, ids as strings, unknown members. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** A pipeline made up, without running: lists of thousands of jobs, odd statuses, nulls, nasty names. */
export interface FabricatedPipeline {
  /** Project path; the sample's (or first) project by default. */
  readonly project?: string;
  readonly ref?: string;
  readonly tag?: boolean;
  readonly sha?: string;
  readonly status?: string;
  readonly source?: string;
  readonly name?: string | null;
  readonly user?: UserName;
  readonly yamlErrors?: string | null;
  readonly coverage?: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  /** Seconds. */
  readonly duration?: number | null;
  readonly variables?: readonly {
    readonly key: string;
    readonly value: string;
    readonly variable_type?: "env_var" | "file";
  }[];
  readonly jobs?: readonly FabricatedJob[];
  /** As many further jobs named `job 1`, `job 2`, … in stage `test`. */
  readonly jobCount?: number;
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Retrying or playing a job that the commit's CI file has runs it for real. Default false; the sample's always do. */
  readonly live?: boolean;
}

export interface PipelineMade {
  readonly id: number;
  /** Ids in the order of the spec. */
  readonly jobs: number[];
}

export interface NewProject {
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly defaultBranch?: string;
  readonly visibility?: "public" | "internal" | "private";
  /** User names, with their levels of the sample; without it alice, max, bob and rita. */
  readonly members?: readonly string[];
}
