import { stat } from "node:fs/promises";
import path from "node:path";
import { Uri, workspace } from "vscode";
import { openGit } from "../../git/openGit.ts";
import { gitRestriction, gitProgram } from "../../git/program.ts";
import type { ProjectTracker } from "../../git/project.ts";
import type { Logger } from "../base/log.ts";
import { type ProjectScope, sameProject } from "../base/refs.ts";
import { namedFile } from "../files/namedFile.ts";
import { type PathContext, ProjectPaths } from "./paths.ts";

const TIMEOUT = 15_000;

/** A path in a log, with the folder it is relative to. */
export interface NamedPath {
  readonly path: string;
  readonly folder?: string;
}

/** The files of a project with an open clone. */
export class OpenFiles {
  private readonly root: Uri;
  private readonly paths: ProjectPaths;
  private readonly project: string;

  constructor(root: string, paths: ProjectPaths, project: string) {
    this.root = Uri.file(root);
    this.paths = paths;
    this.project = project;
  }

  /** Returns the workspace file that a path in a log refers to; undefined if there is none in the workspace. */
  find(named: NamedPath, checkouts: PathContext["checkouts"]): Uri | undefined {
    const found = this.findPath(named, checkouts);
    const file = found === undefined ? undefined : Uri.joinPath(this.root, found);
    return file && workspace.getWorkspaceFolder(file) ? file : undefined;
  }

  /** Returns the same file to write to. @throws UserError when links lead out of the repository */
  async findOwn(named: NamedPath, checkouts: PathContext["checkouts"]): Promise<Uri | undefined> {
    const found = this.findPath(named, checkouts);
    const file = found === undefined ? undefined : await namedFile(this.root.fsPath, found);
    return file && workspace.getWorkspaceFolder(file) ? file : undefined;
  }

  /** Whether there is a file with the name that a path ends with. */
  hasName(path: string): boolean {
    return this.paths.hasName(path);
  }

  /** Returns the path in the repository that a path in a log refers to; undefined if the repository has no such file. */
  findPath({ path: named, folder }: NamedPath, checkouts: PathContext["checkouts"]): string | undefined {
    return this.paths.find(named, { checkouts, project: this.project }, folder);
  }
}

interface ListedFiles {
  /** Path of git's index, and its state when the files were listed. */
  readonly index: string;
  readonly state: string;
  readonly paths: ProjectPaths;
}

/** Lists the files of projects with open clones by git; lists are refreshed when git's index changes. */
export class ProjectFiles {
  private readonly projects: Pick<ProjectTracker, "state" | "candidates">;
  private readonly log: Logger;
  private readonly lists = new Map<string, Promise<ListedFiles>>();

  constructor({
    projects,
    log,
  }: {
    readonly projects: Pick<ProjectTracker, "state" | "candidates">;
    readonly log: Logger;
  }) {
    [this.projects, this.log] = [projects, log];
  }

  /** Returns the files of a project; undefined if no clone is open, or git fails, which is logged. */
  async of(scope: ProjectScope): Promise<OpenFiles | undefined> {
    const { state, candidates } = this.projects;
    const open = state.kind === "ready" && sameProject(state.project, scope) ? state.project : undefined;
    const found = candidates.find(
      ({ root, ...one }) => root !== undefined && (root === open?.root || sameProject(one, scope)),
    );
    const root = open?.root ?? found?.root;
    if (root === undefined || gitRestriction() !== undefined) return undefined;
    try {
      return new OpenFiles(root, await this.list(root), String(found?.project ?? scope.project));
    } catch (error) {
      this.lists.delete(root);
      this.log.warn(`The files of ${root} could not be listed`, error);
      return undefined;
    }
  }

  private async list(root: string): Promise<ProjectPaths> {
    const known = this.lists.get(root);
    const listed = await known;
    if (listed && (await indexState(listed.index)) === listed.state) return listed.paths;
    // A concurrent call may have started already.
    const current = this.lists.get(root);
    const next = current && current !== known ? current : listFiles(root);
    this.lists.set(root, next);
    return (await next).paths;
  }
}

async function listFiles(root: string): Promise<ListedFiles> {
  const git = await openGit(root, { patience: TIMEOUT, program: gitProgram });
  const index = path.resolve(root, (await git.raw(["rev-parse", "--git-path", "index"])).trimEnd());
  const state = await indexState(index);
  const entries = (await git.raw(["ls-files", "--stage", "-z"])).split("\0");
  // Links may lead out of the workspace; submodules are repositories of their own.
  const files = entries.filter((entry) => entry.startsWith("100")).map((entry) => entry.slice(entry.indexOf("\t") + 1));
  return { index, state, paths: new ProjectPaths(files) };
}

/** Returns the state of git's index, which does not exist in an empty repository. */
async function indexState(index: string): Promise<string> {
  const found = await stat(index).catch(() => undefined);
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
}
