/**
 * What the two halves of the local hosting service say to each other: the HTTP side (state, API, OAuth, scheduling)
 * and the working side (git repositories, CI file, runner, sample project). Types only, so that a bundle may import them.
 */
import type { FabricatedPipeline, NewProject, PipelineMade } from "./fabricated.ts";
import type { Repositories } from "./git/repositories.ts";
import type { Members } from "./groups/records.ts";
import type { UserRecord } from "./users/records.ts";

export type { UserRecord } from "./users/records.ts";
export type { GroupRecord } from "./groups/records.ts";

/** Alice owns the sample's projects, max maintains them, bob develops in them, rita reports; admin may do everything. */
export type UserName = "alice" | "bob" | "max" | "rita" | "admin";

export interface ProjectRecord {
  readonly id: number;
  /** Full path with namespace, such as `demo/weather-station`. Projects move. */
  path: string;
  readonly name: string;
  readonly description: string;
  readonly defaultBranch: string;
  readonly visibility: "public" | "internal" | "private";
  readonly createdAt: number;
  /** Who sees the project though it is private, and at which level; administrators always do. */
  readonly members: Members;
  /** The project that it was forked from, for as long as that is there. */
  forkedFromId?: number | undefined;
}

// ---- git: git/repositories.ts -------------------------------------------------------------------------------------

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface CreateOptions {
  readonly defaultBranch?: string;
  /** No first commit at all: an empty repository, HEAD on the unborn default branch. */
  readonly empty?: boolean;
  readonly author?: Person;
  readonly message?: string;
  /** Milliseconds since the epoch; now by default. */
  readonly at?: number;
}

export interface CommitAction {
  readonly action: "create" | "update" | "delete" | "move" | "chmod";
  readonly file_path: string;
  readonly previous_path?: string;
  readonly content?: Buffer;
  readonly execute_filemode?: boolean;
  /** Makes (`create`) or changes (`update`) a submodule instead of a file: the commit it is to be at. */
  readonly submodule?: string;
  /** The file's last commit as the caller knows it; the commit is refused when it has moved on. */
  readonly last_commit_id?: string;
}

export interface CommitRequest {
  readonly branch: string;
  /** Branch, tag or sha a new branch starts from. */
  readonly startBranch?: string;
  readonly message: string;
  readonly author: Person;
  /** The author by default. */
  readonly committer?: Person;
  /** Refuse a commit that changes nothing. */
  readonly refuseEmpty?: boolean;
  readonly actions: readonly CommitAction[];
  readonly force?: boolean;
  /** Milliseconds since the epoch; now by default. */
  readonly at?: number;
  /** Who pushes: goes into the push event. */
  readonly user?: UserRecord;
}

/** A commit in the shape the API sends (part 2, Commits), without `web_url`, which the HTTP side adds. */
export interface CommitRecord {
  readonly id: string;
  readonly short_id: string;
  readonly title: string;
  readonly message: string;
  readonly author_name: string;
  readonly author_email: string;
  /** With milliseconds and offset: `2024-08-27T14:56:19.000+02:00`. */
  readonly authored_date: string;
  readonly committer_name: string;
  readonly committer_email: string;
  readonly committed_date: string;
  readonly created_at: string;
  readonly parent_ids: readonly string[];
  readonly stats?: { readonly additions: number; readonly deletions: number; readonly total: number };
}

export interface RefRecord {
  readonly name: string;
  /** Of the commit, that of an annotated tag too. */
  readonly sha: string;
}

export interface FileRecord {
  readonly content: Buffer;
  readonly mode: string;
  readonly blobId: string;
  readonly lastCommitId: string;
}

export interface PushEvent {
  /** Project path. */
  readonly project: string;
  /** Full name: `refs/heads/main`, `refs/tags/v1`. */
  readonly ref: string;
  /** Forty zeros for a new ref. */
  readonly before: string;
  /** Forty zeros for a deleted ref. */
  readonly after: string;
  readonly user: UserRecord | undefined;
}

export type * from "./ci/types.ts";

// ---- sample/seed.ts -----------------------------------------------------------------------------------------------

export type { FabricatedJob, FabricatedPipeline, NewProject, PipelineMade } from "./fabricated.ts";

/** What `seedSample(context)` in sample/seed.ts gets. Pushes made while it runs start no pipelines; it makes those it wants itself. */
export interface SeedContext {
  readonly repositories: Repositories;
  readonly users: Readonly<Record<UserName, UserRecord>>;
  /** The record only; the repository is made with `repositories.create`. */
  createProject(project: NewProject): ProjectRecord;
  addPipeline(pipeline: FabricatedPipeline): Promise<PipelineMade>;
}
