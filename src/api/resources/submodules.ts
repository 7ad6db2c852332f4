import type { Http } from "../http.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import { requiredCommitFields } from "./commits.ts";
import type { Commit } from "./commitTypes.ts";

export interface UpdateSubmodule {
  /** Where the commit goes. */
  readonly branch: string;
  /** The full sha that the submodule is to be at. */
  readonly commit_sha: string;
  /** The host has words of its own unless told. */
  readonly commit_message?: string | undefined;
}

/** Submodules of a repository. Every operation throws ApiError. */
export const submodules = (http: Http) => ({
  /**
   * Commits that a submodule is at another commit; `submodule` is its path from the root of the repository. No branch and a sha that is
   * not whole are refused before anything is sent. `invalidRequest` for a path that is no submodule, or one that is at that commit
   * already (400). Part 2, Submodules.
   */
  update: async (
    project: ProjectId,
    submodule: string,
    request: UpdateSubmodule,
    options: CallOptions = {},
  ): Promise<Commit> => {
    const call = {
      operation: "submodules.update",
      method: "PUT",
      path: path`/projects/${project}/repository/submodules/${submodule}`,
      json: request,
      requiredFields: requiredCommitFields,
      ...options,
    } as const;
    checkFilled(http, call, request, "branch", "commit_sha");
    // SHA-1, or SHA-256 where the repository uses that.
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(request.commit_sha))
      throw http.invalidArgument(call, "value", "the sha of a submodule's commit is not whole", "commit_sha");
    return http.object<Commit>(call);
  },
});
