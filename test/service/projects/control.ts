import { LEVELS } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import { keepLargeFile } from "../largeFiles.ts";
import type { ProjectRecord } from "../types.ts";
import { deleteProject, forkProject, type ForkSpec } from "./forks.ts";

/** How tests change what a project's repository is and holds. Without `project` the calls are about the service's first project. */
export interface RepositoryControl {
  /** Forks a project into a repository of its own. Rejects when the path is taken. */
  forkProject(spec: ForkSpec): Promise<{ id: number; path: string; httpUrl: string }>;
  /** Deletes a project, a fork above all, as its owner does. */
  deleteProject(path: string): Promise<void>;
  /** The commit of each branch. */
  branches(project?: string): Promise<Readonly<Record<string, string>>>;
  /** Commits a pointer to a file that is kept outside git. */
  addLargeFile(
    path: string,
    content: string | { readonly base64: string },
    options?: { readonly project?: string; readonly branch?: string },
  ): Promise<{ sha: string }>;
  /** Commits a submodule at a commit, which nobody looks at. */
  addSubmodule(
    path: string,
    sha: string,
    options?: { readonly project?: string; readonly branch?: string; readonly url?: string },
  ): Promise<{ sha: string }>;
}

export function repositoryControl(
  hosting: Hosting,
  projectAt: (path: string | undefined) => ProjectRecord,
): RepositoryControl {
  const { repositories, largeFiles, state } = hosting;
  const author = { name: "Alice Ahlgren", email: "alice@example.com" };
  const alice = state.userNamed("alice");
  const by = { author, ...(alice ? { user: alice } : {}) };
  return {
    async forkProject(spec) {
      const { id, path } = await forkProject(hosting, projectAt(spec.from), spec);
      return { id, path, httpUrl: `${hosting.url}/${path}.git` };
    },
    async deleteProject(path) {
      const project = projectAt(path);
      const owner = [...project.members].find(([, level]) => level >= LEVELS.owner)?.[0] ?? 0;
      await deleteProject(hosting, project, state.users.get(owner) ?? state.userNamed("admin")!);
    },
    branches: async (project) =>
      Object.fromEntries(
        (await repositories.at(projectAt(project).path).branches()).map(({ name, sha }) => [name, sha]),
      ),
    addLargeFile(path, content, options = {}) {
      const project = projectAt(options.project);
      const pointer = keepLargeFile(
        largeFiles,
        typeof content === "string" ? Buffer.from(content) : Buffer.from(content.base64, "base64"),
      );
      return repositories.commit(project.path, {
        branch: options.branch ?? project.defaultBranch,
        message: `Add ${path}`,
        actions: [{ action: "create", file_path: path, content: Buffer.from(pointer) }],
        ...by,
      });
    },
    async addSubmodule(path, sha, options = {}) {
      const project = projectAt(options.project);
      const branch = options.branch ?? project.defaultBranch;
      const known = await repositories.at(project.path).file(branch, ".gitmodules");
      const section = `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${options.url ?? `../${path.slice(path.lastIndexOf("/") + 1)}.git`}\n`;
      return repositories.commit(project.path, {
        branch,
        message: `Add submodule ${path}`,
        actions: [
          {
            action: known ? "update" : "create",
            file_path: ".gitmodules",
            content: Buffer.from((known?.content.toString() ?? "") + section),
          },
          { action: "create", file_path: path, submodule: sha },
        ],
        ...by,
      });
    },
  };
}
