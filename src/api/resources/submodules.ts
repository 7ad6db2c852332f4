import type { Http } from "../http.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import { requiredCommitFields } from "./commits.ts";
import type { Commit } from "./commitTypes.ts";

export interface UpdateSubmodule {
  /** Branch to commit to. */
  readonly branch: string;
  /** Full SHA of the submodule's new commit. */
  readonly commit_sha: string;
  /** Default: the host's own message. */
  readonly commit_message?: string | undefined;
}

/** Submodules of a repository. Every operation throws ApiError. */
export const submodules = (http: Http) => ({
  /**
   * Updates a submodule to a commit; `submodule` is its path from the root of the repository. Rejects an empty branch and a short SHA
   * before sending. Throws `invalidRequest` if the path is not a submodule or already at that commit (400). Part 2, Submodules.
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
    // SHA-1, or SHA-256 in repositories that use it.
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(request.commit_sha))
      throw http.invalidArgument(call, "value", "the sha of a submodule's commit is not whole", "commit_sha");
    return http.object<Commit>(call);
  },
});
