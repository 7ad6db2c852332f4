import type { Repositories } from "../git/repositories.ts";
import type { CommitRecord, ProjectRecord } from "../types.ts";

/** Commits by sha, read once each: they never change, and a list of jobs asks for the same one again and again. */
export class CommitCache {
  readonly #repositories: Repositories;
  readonly #read = new Map<string, Promise<CommitRecord | undefined>>();

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
  }

  /** Undefined when the repository has no such commit, as for made-up pipelines. */
  get(project: ProjectRecord, sha: string): Promise<CommitRecord | undefined> {
    const key = `${project.id} ${sha}`;
    let commit = this.#read.get(key);
    if (!commit) {
      commit = this.#repositories.at(project.path).show(sha);
      this.#read.set(key, commit);
      // A failure (the service closes, say) is no answer to keep.
      commit.catch(() => this.#read.delete(key));
    }
    return commit;
  }
}
