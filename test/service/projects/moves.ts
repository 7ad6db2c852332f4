import type { State } from "../state.ts";
import type { ProjectRecord } from "../types.ts";

/** Paths that projects had before: hosts go on answering at them, with the way to the new one. */
export class ProjectMoves {
  readonly #state: State;
  readonly #former = new Map<string, number>();

  constructor(state: State) {
    this.#state = state;
  }

  /** The record alone: who moves the repository does so first. Throws when the new path is taken. */
  move(project: ProjectRecord, path: string): void {
    const taken = this.#state.projectAt(path);
    if (taken && taken !== project) throw new Error(`There is already a project at ${path}.`);
    this.#former.set(project.path.toLowerCase(), project.id);
    project.path = path;
    const slash = path.lastIndexOf("/");
    if (slash > 0) this.#state.groups.ensure({ path: path.slice(0, slash) }, project.members);
    this.#state.changed();
  }

  /** The project that was at the path, in any letter case, unless another one is there now. */
  projectOnceAt(path: string): ProjectRecord | undefined {
    if (this.#state.projectAt(path)) return undefined;
    const id = this.#former.get(path.toLowerCase());
    return id === undefined ? undefined : this.#state.projects.get(id);
  }
}
