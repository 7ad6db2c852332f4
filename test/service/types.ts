/**
 * What the two halves of the local hosting service say to each other: the HTTP side (state, API, OAuth, scheduling)
 * and the working side (git repositories, CI file, runner, sample project). Types only, so that a bundle may import them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FabricatedPipeline, NewProject, PipelineMade } from "./fabricated.ts";
import type { ObjectStore } from "./git/objects.ts";
import type { PushRule } from "./git/pushRules.ts";
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

export type NewFile = string | { readonly content: string | Buffer; readonly mode?: "100644" | "100755" };

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
  readonly sha: string;
  /** First line of the commit's message. */
  readonly title: string;
  /** Committer date, ISO 8601. */
  readonly committedDate: string;
  /** Annotated tags only. */
  readonly message?: string;
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

/**
 * `class Repositories implements RepositoryStore { constructor(rootDir: string) }` in git/repositories.ts.
 * `commit` throws an Error with `name === "CommitRefused"` whose message is the API's text when the change cannot be made.
 */
export interface RepositoryStore {
  create(path: string, files: Readonly<Record<string, NewFile>>, options?: CreateOptions): Promise<void>;
  /** Absolute path of the bare repository. */
  dir(projectPath: string): string;
  /** A repository of its own with the branches and tags of another one. Rejects when the path is taken. */
  fork(projectPath: string, newPath: string): Promise<void>;
  /** Deletes the repository. */
  remove(projectPath: string): Promise<void>;
  /** Gives the repository another path. Rejects when that is taken. */
  move(projectPath: string, newPath: string): Promise<void>;
  /**
   * Smart HTTP through `git http-backend`. The caller has authenticated and allowed the request already.
   * `project.path` is the project's path; `pathInfo` what follows it in the URL: `/info/refs`, `/git-upload-pack`, `/git-receive-pack`;
   * `pushRules` what the branches' protection lets this user do, all by default.
   */
  handleHttp(
    request: IncomingMessage,
    response: ServerResponse,
    project: { readonly path: string; readonly pathInfo: string; readonly pushRules?: readonly PushRule[] },
    user: UserRecord | undefined,
  ): Promise<void>;
  commit(projectPath: string, request: CommitRequest): Promise<{ sha: string }>;
  /** Deletes or moves a branch or tag is not offered; makes a lightweight or (with message) annotated tag. */
  tag(projectPath: string, name: string, ref: string, message?: string): Promise<void>;
  branches(projectPath: string): Promise<RefRecord[]>;
  tags(projectPath: string): Promise<RefRecord[]>;
  /** Sha of a branch, tag or (abbreviated) sha; undefined when there is none. */
  resolve(projectPath: string, ref: string): Promise<string | undefined>;
  /** A commit with its line counts. */
  show(projectPath: string, sha: string): Promise<CommitRecord | undefined>;
  /** A commit without them: no file has to be compared for it. */
  commitOf(projectPath: string, sha: string): Promise<CommitRecord | undefined>;
  /** Newest first. */
  log(
    projectPath: string,
    ref: string,
    options?: { readonly limit?: number; readonly skip?: number; readonly path?: string },
  ): Promise<CommitRecord[]>;
  file(projectPath: string, ref: string, filePath: string): Promise<FileRecord | undefined>;
  /** Runs git in the bare repository and returns what it printed. Throws GitFailed (git/command.ts). */
  git(
    projectPath: string,
    args: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string | Buffer },
  ): Promise<Buffer>;
  /**
   * Moves a ref given by its full name, makes it, or without `after` deletes it. Branches and tags raise a push.
   * Throws GitFailed when the ref is not at `before` any more (when that is given).
   */
  moveRef(
    projectPath: string,
    ref: string,
    move: { readonly before?: string; readonly after?: string; readonly user?: UserRecord },
  ): Promise<void>;
  /** Makes a ref that is nobody's branch say this, whatever it said; no push is raised. Throws GitFailed. */
  keepRef(projectPath: string, ref: string, commit: string): Promise<void>;
  /** The repository's objects, read and written without git. */
  objects(projectPath: string): ObjectStore;
  /** Pushes by git and by `commit` both raise it; `create` does not. Returns the function that removes the listener. */
  onPush(listener: (event: PushEvent) => void): () => void;
  /** Ends running git processes. */
  close(): Promise<void>;
}

export type * from "./ci/types.ts";

// ---- sample/seed.ts -----------------------------------------------------------------------------------------------

export type { FabricatedJob, FabricatedPipeline, NewProject, PipelineMade } from "./fabricated.ts";

/** What `seedSample(context)` in sample/seed.ts gets. Pushes made while it runs start no pipelines; it makes those it wants itself. */
export interface SeedContext {
  readonly repositories: RepositoryStore;
  readonly users: Readonly<Record<UserName, UserRecord>>;
  /** The record only; the repository is made with `repositories.create`. */
  createProject(project: NewProject): ProjectRecord;
  addPipeline(pipeline: FabricatedPipeline): Promise<PipelineMade>;
}

export type SeedSample = (context: SeedContext) => Promise<void>;
