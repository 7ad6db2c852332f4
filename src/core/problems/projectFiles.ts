import { stat } from "node:fs/promises";
import path from "node:path";
import { Uri, workspace } from "vscode";
import { openGit } from "../../git/openGit.ts";
import { gitBar, gitProgram } from "../../git/program.ts";
import type { ProjectTracker } from "../../git/project.ts";
import type { Logger } from "../base/log.ts";
import { type ProjectScope, sameProject } from "../base/refs.ts";
import { type LogSpot, ProjectPaths } from "./paths.ts";

const PATIENCE = 15_000;

/** What of a log tells where a path in it leads. */
export interface NamedPath {
  readonly path: string;
  readonly folder?: string;
}

/** The files of a project whose clone is open. */
export class OpenFiles {
  private readonly root: Uri;
  private readonly paths: ProjectPaths;
  private readonly project: string;

  constructor(root: string, paths: ProjectPaths, project: string) {
    this.root = Uri.file(root);
    this.paths = paths;
    this.project = project;
  }

  /** The file in the workspace that a path of a log means; undefined when there is none, or it is outside the workspace. */
  find({ path: named, folder }: NamedPath, checkouts: LogSpot["checkouts"]): Uri | undefined {
    const found = this.paths.find(named, { checkouts, project: this.project }, folder);
    const file = found === undefined ? undefined : Uri.joinPath(this.root, found);
    return file && workspace.getWorkspaceFolder(file) ? file : undefined;
  }
}

interface Listed {
  /** git's own list, and how it was when it was read. */
  readonly index: string;
  readonly state: string;
  readonly paths: ProjectPaths;
}

/** Knows the files of the projects whose clones are open, as git lists them; reads a list anew only when git's index changed. */
export class ProjectFiles {
  private readonly projects: Pick<ProjectTracker, "state" | "candidates">;
  private readonly log: Logger;
  private readonly kept = new Map<string, Promise<Listed>>();

  constructor({
    projects,
    log,
  }: {
    readonly projects: Pick<ProjectTracker, "state" | "candidates">;
    readonly log: Logger;
  }) {
    [this.projects, this.log] = [projects, log];
  }

  /** Undefined when no clone of the project is open, or git cannot list its files, which the log then says. */
  async of(scope: ProjectScope): Promise<OpenFiles | undefined> {
    const { state, candidates } = this.projects;
    const open = state.kind === "ready" && sameProject(state.project, scope) ? state.project : undefined;
    const found = candidates.find(
      ({ root, ...one }) => root !== undefined && (root === open?.root || sameProject(one, scope)),
    );
    const root = open?.root ?? found?.root;
    if (root === undefined || gitBar() !== undefined) return undefined;
    try {
      return new OpenFiles(root, await this.list(root), String(found?.project ?? scope.project));
    } catch (error) {
      this.kept.delete(root);
      this.log.warn(`The files of ${root} could not be listed`, error);
      return undefined;
    }
  }

  private async list(root: string): Promise<ProjectPaths> {
    const known = this.kept.get(root);
    const listed = await known;
    if (listed && (await stateOf(listed.index)) === listed.state) return listed.paths;
    // Somebody else who waited may have begun already.
    const current = this.kept.get(root);
    const next = current && current !== known ? current : listFiles(root);
    this.kept.set(root, next);
    return (await next).paths;
  }
}

async function listFiles(root: string): Promise<Listed> {
  const git = await openGit(root, { patience: PATIENCE, program: gitProgram });
  const index = path.resolve(root, (await git.raw(["rev-parse", "--git-path", "index"])).trimEnd());
  const state = await stateOf(index);
  const entries = (await git.raw(["ls-files", "--stage", "-z"])).split("\0");
  // Links may lead out of the workspace; submodules have files of their own.
  const files = entries.filter((entry) => entry.startsWith("100")).map((entry) => entry.slice(entry.indexOf("\t") + 1));
  return { index, state, paths: new ProjectPaths(files) };
}

/** A repository without files has no index yet. */
async function stateOf(index: string): Promise<string> {
  const found = await stat(index).catch(() => undefined);
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
}
