import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CheckedRequest, RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkExclusive, checkFileChanges, checkFilled, checkTimes } from "../rules.ts";
import type {
  Commit,
  CommitAction,
  CommitComment,
  CommitCommentListEntry,
  CommitDiffEntry,
  CommitQuery,
  CommitRef,
  CommitStatus,
  CommitStatusQuery,
  CreateCommit,
  CreateCommitComment,
  SetCommitStatus,
} from "./commitTypes.ts";
import { personFields } from "./personFields.ts";
import { undocumentedResponse } from "./undocumentedResponse.ts";

export type * from "./commitTypes.ts";

/** Fields of a commit that are checked in responses. */
export const requiredCommitFields = {
  id: "text",
  short_id: "text?",
  title: "text?",
  message: "text?",
  parent_ids: "list?",
  stats: "object?",
  last_pipeline: { kind: "object?", of: { id: "id", ref: "text?", sha: "text?", status: "text?" } },
} as const;
const author = { kind: "object?", of: personFields } as const;
const requiredCommentFields = { note: "text", author, path: "text?", line: "number?" } as const;
const requiredStatusFields = { id: "id", status: "text", name: "text?", author } as const;

/**
 * Commits of a project. `sha` is a hash or the name of a branch or tag. Every operation throws ApiError, `notFound` for a missing commit.
 */
export const commits = (http: Http) => {
  const at = (project: ProjectId, sha: string) => path`/projects/${project}/repository/commits/${sha}`;

  /** Cherry-picks or reverts a commit. */
  const onto = async (
    project: ProjectId,
    sha: string,
    [operation, name]: readonly [string, string],
    request: { readonly branch: string },
    options: CallOptions,
  ): Promise<Commit> => {
    const call: CheckedRequest<Commit> = {
      operation,
      method: "POST",
      path: path`/projects/${project}/repository/commits/${sha}/${name}`,
      json: request,
      requiredFields: requiredCommitFields,
      ...options,
    };
    checkFilled(http, call, request, "branch");
    return http.object<Commit>(call);
  };

  return {
    /** Lists commits, newest first, without a total. Rejects invalid times before sending. Part 2, Commits. */
    list: (project: ProjectId, query: CommitQuery = {}, options: ListOptions = {}): Pages<Commit> =>
      http.pages<Commit>(() => {
        const call = {
          operation: "commits.list",
          path: path`/projects/${project}/repository/commits`,
          query,
          requiredFields: requiredCommitFields,
          conditional: true,
        } as const;
        checkTimes(http, call, query, "since", "until");
        return call;
      }, options),

    /**
     * Commits changes of any number of files to an existing branch, or to a new one that starts at `start_branch` or `start_sha`.
     * Rejects before sending: no branch, message or action; both starts; an action without path or content, a move without the previous
     * path, and fields that do not apply to the action. Throws `invalidRequest` if the commit fails (400), `forbidden` for branches that
     * the caller may not push to. Part 2, Commits and Actions.
     */
    create: async (project: ProjectId, request: CreateCommit, options: CallOptions = {}): Promise<Commit> => {
      const call = {
        operation: "commits.create",
        method: "POST",
        path: path`/projects/${project}/repository/commits`,
        json: request,
        requiredFields: requiredCommitFields,
        ...options,
      } as const;
      checkFilled(http, call, request, "branch", "commit_message", "actions");
      checkExclusive(http, call, request, "start_branch", "start_sha");
      checkActions(http, call, request.actions);
      return http.object<Commit>(call);
    },

    /** Returns a commit with its last pipeline and, unless `stats` is false, line counts. Part 2, Commits. */
    get: async (
      project: ProjectId,
      sha: string,
      query: { readonly stats?: boolean | undefined } = {},
      options: CallOptions = {},
    ): Promise<Commit> =>
      http.object<Commit>({
        operation: "commits.get",
        path: at(project, sha),
        query,
        requiredFields: requiredCommitFields,
        conditional: true,
        ...options,
      }),

    /** Lists the branches and tags that contain a commit. Part 2, Commits. */
    refs: (
      project: ProjectId,
      sha: string,
      query: { readonly type?: "branch" | "tag" | "all" | undefined } = {},
      options: ListOptions = {},
    ): Pages<CommitRef> =>
      http.pages<CommitRef>(
        () => ({
          operation: "commits.refs",
          path: path`/projects/${project}/repository/commits/${sha}/refs`,
          query,
          requiredFields: { type: "text", name: "text" },
        }),
        options,
      ),

    /**
     * Cherry-picks a commit to a branch. Throws `invalidRequest` if that fails (400), with the code `conflict`, or `empty` if the branch
     * already contains the changes, on hosts that send one. Part 2, Commits.
     */
    cherryPick: async (
      project: ProjectId,
      sha: string,
      request: { readonly branch: string },
      options: CallOptions = {},
    ): Promise<Commit> => onto(project, sha, ["commits.cherryPick", "cherry_pick"], request, options),

    /** Reverts a commit on a branch. Errors as for `cherryPick`. Part 2, Commits. */
    revert: async (
      project: ProjectId,
      sha: string,
      request: { readonly branch: string },
      options: CallOptions = {},
    ): Promise<Commit> => onto(project, sha, ["commits.revert", "revert"], request, options),

    /** Lists the diffs of a commit by file. Part 2, Commits. */
    diff: (project: ProjectId, sha: string, options: ListOptions = {}): Pages<CommitDiffEntry> =>
      http.pages<CommitDiffEntry>(
        () => ({
          operation: "commits.diff",
          path: path`/projects/${project}/repository/commits/${sha}/diff`,
          requiredFields: { new_path: "text", old_path: "text", diff: "text?" },
          conditional: true,
        }),
        options,
      ),

    /** Lists the comments on a commit, oldest first. Part 2, Commits. */
    listComments: (project: ProjectId, sha: string, options: ListOptions = {}): Pages<CommitCommentListEntry> =>
      http.pages<CommitCommentListEntry>(
        () => ({
          operation: "commits.listComments",
          path: path`/projects/${project}/repository/commits/${sha}/comments`,
          requiredFields: requiredCommentFields,
          conditional: true,
        }),
        options,
      ),

    /**
     * Adds a comment to a commit, or to a line of a file in it, which requires the full SHA, path, line and line type. Rejects a blank note
     * or an incomplete position before sending. If the host finds no such line, the comment is added to the commit, with null for path,
     * line and line type. Part 2, Comment placement rules.
     */
    createComment: async (
      project: ProjectId,
      sha: string,
      request: CreateCommitComment,
      options: CallOptions = {},
    ): Promise<CommitComment> => {
      const call: CheckedRequest<CommitComment> = {
        operation: "commits.createComment",
        method: "POST",
        path: path`/projects/${project}/repository/commits/${sha}/comments`,
        json: request,
        requiredFields: requiredCommentFields,
        ...options,
      };
      checkFilled(http, call, request, "note");
      const place = ["path", "line", "line_type"] as const;
      if (place.some((name) => request[name] !== undefined)) checkFilled(http, call, request, ...place);
      return http.object<CommitComment>(call);
    },

    /** Lists the build statuses of a commit; only the latest per name unless `all`. Part 2, Commits. */
    listStatuses: (
      project: ProjectId,
      sha: string,
      query: CommitStatusQuery = {},
      options: ListOptions = {},
    ): Pages<CommitStatus> =>
      http.pages<CommitStatus>(
        () => ({
          operation: "commits.listStatuses",
          path: path`/projects/${project}/repository/commits/${sha}/statuses`,
          query,
          requiredFields: requiredStatusFields,
          conditional: true,
        }),
        options,
      ),

    /**
     * Adds a build status, or updates the one of the same name. Returns the status if the host sends it; the response is not documented.
     * Rejects `name` together with `context` before sending. Throws `invalidRequest` for a state that cannot follow the current one (400),
     * `conflict` during a concurrent update (409). Part 2, Commits.
     */
    setStatus: async (
      project: ProjectId,
      sha: string,
      request: SetCommitStatus,
      options: CallOptions = {},
    ): Promise<CommitStatus | undefined> => {
      const call: CheckedRequest<CommitStatus> = {
        operation: "commits.setStatus",
        method: "POST",
        path: path`/projects/${project}/statuses/${sha}`,
        json: request,
        requiredFields: requiredStatusFields,
        ...options,
      };
      checkFilled(http, call, request, "state");
      checkExclusive(http, call, request, "name", "context");
      return undocumentedResponse<CommitStatus>(http, call);
    },
  };
};

/** Fields that apply to some actions only; hosts silently ignore them in others. */
const onlyFor: Readonly<Record<string, readonly CommitAction["action"][]>> = {
  last_commit_id: ["update", "move", "delete"],
  execute_filemode: ["chmod"],
};

function checkActions(http: Pick<Http, "invalidArgument">, call: RequestSpec, actions: readonly CommitAction[]): void {
  if (actions.length === 0) throw http.invalidArgument(call, "required", "a commit changes a file", "actions");
  checkFileChanges(http, call, "actions", actions);
  for (const [index, action] of actions.entries()) {
    for (const [name, value] of Object.entries(action) as [string, string | boolean | undefined][]) {
      if (value !== undefined && onlyFor[name]?.includes(action.action) === false)
        throw http.invalidArgument(
          call,
          "value",
          `${name} says nothing to ${action.action}`,
          `actions[${index}].${name}`,
        );
    }
  }
}
