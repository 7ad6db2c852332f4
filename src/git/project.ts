import path from "node:path";
import * as vscode from "vscode";
import type { ProjectId } from "../api/path.ts";
import { type Disposable, DisposableStore } from "../core/base/disposable.ts";
import { isCancelled } from "../core/base/errors.ts";
import { Emitter, type Event } from "../core/base/events.ts";
import type { Logger } from "../core/base/log.ts";
import { projectNumber, type ProjectScope, sameProject } from "../core/base/refs.ts";
import { findProjects, type OpenRepository, type ProjectCandidate, sameCandidate } from "./candidates.ts";
import { gitRestriction, gitProgram } from "./program.ts";
import { ProjectIds } from "./projectIds.ts";
import { parseRemote, webAddress } from "./remotes.ts";
import { openRepository, type Repository } from "./repository.ts";
import { type RepositoryWatch, watchForRepositories, watchRepository } from "./watch.ts";

export type { ProjectCandidate } from "./candidates.ts";

/** The current project of the window, with the state of its repository. */
export interface OpenProject {
  readonly instance: string;
  /** Full path or ID, as in the remote or typed. */
  readonly project: ProjectId;
  /** The project's ID once known, which the package registry requires. */
  readonly projectId?: number;
  readonly name: string;
  /** Root of the repository; absent for a typed project without repository. */
  readonly root?: string;
  /** The branch name on the host: that of the upstream, if it has one. Absent for a detached HEAD. */
  readonly branch?: string;
  /** Full SHA of HEAD; absent before the first commit. */
  readonly head?: string;
  readonly detached?: boolean;
  /** Full SHA of the upstream as last pushed or fetched. */
  readonly pushed?: string;
}

/** The current project, or why there is none. */
export type ProjectState =
  | { readonly kind: "loading" | "noFolder" | "untrusted" | "noRepository" }
  | { readonly kind: "noRemote"; readonly root: string }
  /** Git cannot read the repository; details are in the log. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "noInstance"; readonly hosts: readonly string[]; readonly paths: readonly string[] }
  | { readonly kind: "severalRepositories" | "severalRemotes"; readonly candidates: readonly ProjectCandidate[] }
  | { readonly kind: "ready"; readonly project: OpenProject };

/** Dependencies of the tracker. */
export interface ProjectTrackerOptions {
  readonly instances: () => readonly { readonly url: string }[];
  readonly aliases: () => Readonly<Record<string, string>>;
  /** Fires when `instances` or `aliases` change. */
  readonly onDidChangeInstances: Event<unknown>;
  readonly memory: vscode.Memento;
  readonly log: Logger;
}

/** The public members of ProjectTracker, which LazyProjects has too. */
export type Projects = Pick<ProjectTracker, keyof ProjectTracker>;

const chosenKey = "forgeline.project";

/** Determines the project of the workspace's folders, and follows its branch. */
export class ProjectTracker implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<ProjectState>());
  readonly onDidChange: Event<ProjectState> = this.changed.event;

  private readonly options: ProjectTrackerOptions;
  private readonly projectIds: ProjectIds;
  private current: ProjectState = { kind: "loading" };
  private repositories: readonly Repository[] = [];
  private openRepositories: readonly OpenRepository[] = [];
  private found: readonly ProjectCandidate[] = [];
  private watchers = new DisposableStore();
  private readonly watches = new WeakMap<Repository, RepositoryWatch>();
  private scan: AbortController | undefined;
  private reading: AbortController | undefined;
  private newest: Promise<void> | undefined;
  private scanned = false;
  /** Whether Git failed to open a repository in the latest completed scan, and to read one in the latest completed read. */
  private readonly failed = { toOpen: false, toRead: false };

  constructor(options: ProjectTrackerOptions) {
    this.options = options;
    this.projectIds = new ProjectIds(options.memory);
  }

  get state(): ProjectState {
    return this.current;
  }

  /** Returns the choices of Select Project…. */
  get candidates(): readonly ProjectCandidate[] {
    return this.found;
  }

  /** Starts listening to folders, trust and settings, and scans in the background. */
  start(): void {
    const again = (): void => void this.rescan();
    this.owned.add(vscode.workspace.onDidChangeWorkspaceFolders(again));
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(again));
    this.owned.add(this.options.onDidChangeInstances(() => this.updateState()));
    this.owned.add({ dispose: () => this.watchers.dispose() });
    this.owned.add({ dispose: () => this.scan?.abort() });
    this.owned.add({ dispose: () => this.reading?.abort() });
    again();
  }

  /** Selects a project for this window; undefined returns to the remotes. */
  async select(candidate: ProjectCandidate | undefined): Promise<void> {
    await this.options.memory.update(chosenKey, candidate);
    this.updateState();
  }

  /** Stores a project's ID once it is known. */
  async setProjectId(scope: ProjectScope, projectId: number): Promise<void> {
    if (await this.projectIds.keep(scope, projectId)) this.updateState();
  }

  /** Scans the workspace's folders for repositories; replaces a running scan, whose callers wait for this one. */
  rescan(): Promise<void> {
    return this.latest(this.scanNow());
  }

  private async scanNow(): Promise<void> {
    this.scan?.abort();
    const scan = new AbortController();
    this.scan = scan;
    this.reading?.abort();
    const { repositories, failed } =
      gitRestriction() === undefined ? await this.open() : { repositories: [], failed: false };
    if (scan.signal.aborted) return;
    this.repositories = repositories;
    this.failed.toOpen = failed;
    this.watchers.dispose();
    this.watchers = new DisposableStore();
    for (const repository of repositories)
      this.watches.set(repository, this.watchers.add(watchRepository(repository, () => void this.read())));
    if (gitRestriction() === undefined) {
      const known = new Set(repositories.map(({ gitDir }) => path.normalize(gitDir)));
      this.watchers.add(watchForRepositories(localFolders(), known, () => void this.rescan()));
    }
    await this.read();
  }

  /** Returns the likely base URLs of the hosts of open repositories' remotes. */
  get remoteHosts(): readonly string[] {
    const remotes = this.openRepositories.flatMap(({ state }) => state.remotes.map(({ url }) => parseRemote(url)));
    const aliases = this.options.aliases();
    return [...new Set(remotes.flatMap((remote) => (remote ? [webAddress(remote, aliases)] : [])))];
  }

  /** Returns the branch names of the current repository; empty without one. */
  async branches(signal?: AbortSignal): Promise<string[]> {
    return (await this.repository()?.branches(signal)) ?? [];
  }

  /** Returns the local branch names of the current repository; empty without one. */
  async localBranches(signal?: AbortSignal): Promise<string[]> {
    return (await this.repository()?.localBranches(signal)) ?? [];
  }

  /** Returns the tag names of the current repository; empty without one. */
  async tags(signal?: AbortSignal): Promise<string[]> {
    return (await this.repository()?.tags(signal)) ?? [];
  }

  dispose(): void {
    this.owned.dispose();
  }

  private repository(): Repository | undefined {
    const root = this.current.kind === "ready" ? this.current.project.root : undefined;
    return this.repositories.find((repository) => repository.root === root);
  }

  private async open(): Promise<{ readonly repositories: Repository[]; readonly failed: boolean }> {
    const openAt = (folder: string): Promise<Repository | "failed" | undefined> =>
      this.failedOnGitErrors(folder, () => openRepository(folder, gitProgram));
    const opened = await Promise.all(
      localFolders().map(async (uri) => {
        const own = await openAt(uri.fsPath);
        const opens = own !== undefined && own !== "failed";
        return opens ? [own] : [own, ...(await Promise.all((await nestedFolders(uri)).map(openAt)))];
      }),
    );
    const all = opened.flat();
    const repositories = all.filter((each) => each !== undefined && each !== "failed");
    return {
      repositories: [...new Map(repositories.map((repository) => [repository.root, repository])).values()],
      failed: all.includes("failed"),
    };
  }

  /** Returns "failed" on an error of Git, so that one unreadable repository does not hide the others; undefined if cancelled. */
  private async failedOnGitErrors<T>(
    folder: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | "failed" | undefined> {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || isCancelled(error)) return undefined;
      this.options.log.warn(`The repository at ${folder} could not be read`, error);
      return "failed";
    }
  }

  /** Reads the state of the open repositories; replaces an older read, which could finish last, and whose callers wait for this one. */
  read(): Promise<void> {
    return this.latest(this.readNow());
  }

  /** Waits for a read or scan, and for those that replace it. */
  private async latest(work: Promise<void>): Promise<void> {
    this.newest = work;
    for (let ended: Promise<void> | undefined; ended !== this.newest;) {
      ended = this.newest;
      await ended;
    }
  }

  private async readNow(): Promise<void> {
    this.reading?.abort();
    const reading = new AbortController();
    this.reading = reading;
    const { signal } = reading;
    const { repositories } = this;
    const read = await Promise.all(
      repositories.map((repository) =>
        this.failedOnGitErrors(
          repository.root,
          async () => ({ repository, root: repository.root, state: await repository.readState(signal) }),
          signal,
        ),
      ),
    );
    if (signal.aborted) return;
    const opened = read.filter((entry) => entry !== undefined && entry !== "failed");
    this.openRepositories = opened;
    this.failed.toRead = read.includes("failed");
    for (const { repository, state } of opened) this.watches.get(repository)?.follow(state.upstream?.ref, state.pushed);
    this.scanned = true;
    this.updateState();
  }

  private updateState(): void {
    // Avoids showing a welcome text before the first scan.
    if (!this.scanned) return;
    const next = this.computeState();
    if (JSON.stringify(next) === JSON.stringify(this.current)) return;
    this.current = next;
    this.changed.fire(next);
  }

  private computeState(): ProjectState {
    const { instances, aliases, memory } = this.options;
    const { candidates, unknownHosts, unknownPaths } = findProjects(this.openRepositories, instances(), aliases());
    this.found = candidates;
    const chosen = memory.get<ProjectCandidate>(chosenKey);
    const fits =
      chosen && (chosen.root === undefined || candidates.some((candidate) => sameCandidate(candidate, chosen)));
    if (fits) return { kind: "ready", project: this.openProject(chosen) };
    const [only, ...others] = candidates;
    if (only && others.length === 0) return { kind: "ready", project: this.openProject(only) };
    if (only) {
      const several = others.some(({ root }) => root !== only.root);
      return { kind: several ? "severalRepositories" : "severalRemotes", candidates };
    }
    if (localFolders().length === 0) return { kind: "noFolder" };
    if (!vscode.workspace.isTrusted) return { kind: "untrusted" };
    if (this.openRepositories[0] === undefined)
      return { kind: this.failed.toOpen || this.failed.toRead ? "unreadable" : "noRepository" };
    if (unknownHosts.length > 0) return { kind: "noInstance", hosts: unknownHosts, paths: unknownPaths };
    return { kind: "noRemote", root: this.openRepositories[0].root };
  }

  private openProject(candidate: ProjectCandidate): OpenProject {
    // A typed project uses the only repository, unless its remotes belong to another project.
    const [only, ...others] = this.openRepositories;
    const free = others.length === 0 && this.found.length === 0 ? only?.root : undefined;
    const root = candidate.root ?? this.found.find((found) => sameProject(found, candidate))?.root ?? free;
    const state = this.openRepositories.find((entry) => entry.root === root)?.state;
    const tracked = state?.upstream;
    const branch = tracked && (candidate.remote ?? tracked.remote) === tracked.remote ? tracked.branch : state?.branch;
    const projectId = this.projectIds.of(candidate) ?? projectNumber(candidate);
    return {
      instance: candidate.instance,
      project: candidate.project,
      ...(projectId === undefined ? {} : { projectId }),
      name: String(candidate.project),
      ...(root === undefined ? {} : { root }),
      ...(branch === undefined ? {} : { branch }),
      ...(state?.head === undefined ? {} : { head: state.head }),
      ...(state !== undefined && state.branch === undefined ? { detached: true } : {}),
      ...(state?.pushed === undefined ? {} : { pushed: state.pushed }),
    };
  }
}

const localFolders = (): vscode.Uri[] =>
  (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");

/** Returns the child folders that contain a repository. */
const nestedFolders = async (folder: vscode.Uri): Promise<string[]> => {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  const children = entries
    .filter(([, type]) => (type & vscode.FileType.Directory) !== 0)
    .map(([name]) => vscode.Uri.joinPath(folder, name));
  const held = await Promise.all(
    children.slice(0, 100).map((child) =>
      vscode.workspace.fs.stat(vscode.Uri.joinPath(child, ".git")).then(
        () => child.fsPath,
        () => undefined,
      ),
    ),
  );
  return held.filter((found) => found !== undefined);
};
