import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
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
import { undocumentedResponse } from "./undocumentedResponse.ts";

export type * from "./commitTypes.ts";

/** Fields of a commit that callers rely on. */
export const requiredCommitFields = {
  id: "text",
  short_id: "text?",
  title: "text?",
  message: "text?",
  parent_ids: "list?",
  stats: "object?",
  last_pipeline: "object?",
} as const;
const requiredCommentFields = { note: "text", author: "object?", path: "text?", line: "number?" } as const;
const requiredStatusFields = { id: "id", status: "text", name: "text?", author: "object?" } as const;

/**
 * Commits of a project. `sha` is a commit's hash or the name of a branch or tag. A commit that is not there is `notFound`.
 * Every operation throws ApiError.
 */
export const commits = (http: Http) => {
  const at = (project: ProjectId, sha: string) => path`/projects/${project}/repository/commits/${sha}`;

  /** Picking and reverting are the same but for their names. */
  const onto = async (
    project: ProjectId,
    sha: string,
    [operation, name]: readonly [string, string],
    request: { readonly branch: string },
    options: CallOptions,
  ): Promise<Commit> => {
    const call: RequestSpec = {
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
    /** Commits, newest first, without a total. A time that is none is refused before anything is sent. Part 2, Commits. */
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
     * Makes a commit of any number of files, on a branch that is there or on a new one, which starts at `start_branch` or `start_sha`.
     * Refused before anything is sent: no branch, message or action; both starts; an action that lacks its path or content, a move
     * without the path before, and fields that count for other actions alone. `invalidRequest` when the commit cannot be made (400),
     * `forbidden` for branches the caller may not push to. Part 2, Commits and Actions.
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

    /** One commit, with its last pipeline and, unless `stats` says no, its line counts. Part 2, Commits. */
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

    /** Branches and tags that contain a commit, or only one kind of them. Part 2, Commits. */
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
     * Puts what a commit changes on top of a branch, as a new commit. `invalidRequest` when that cannot be done (400): the error's
     * code is `conflict`, or `empty` when the branch has it already, where the host tells. Part 2, Commits.
     */
    cherryPick: async (
      project: ProjectId,
      sha: string,
      request: { readonly branch: string },
      options: CallOptions = {},
    ): Promise<Commit> => onto(project, sha, ["commits.cherryPick", "cherry_pick"], request, options),

    /** Takes back on a branch what a commit changes, as a new commit that says so. Errors as for `cherryPick`. Part 2, Commits. */
    revert: async (
      project: ProjectId,
      sha: string,
      request: { readonly branch: string },
      options: CallOptions = {},
    ): Promise<Commit> => onto(project, sha, ["commits.revert", "revert"], request, options),

    /** What a commit did to each file. Part 2, Commits. */
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

    /** Comments on a commit, oldest first. Part 2, Commits. */
    listComments: (project: ProjectId, sha: string, options: ListOptions = {}): Pages<CommitCommentListEntry> =>
      http.pages<CommitCommentListEntry>(
        () => ({
          operation: "commits.listComments",
          path: path`/projects/${project}/repository/commits/${sha}/comments`,
          requiredFields: requiredCommentFields,
        }),
        options,
      ),

    /**
     * Comments on a commit, or on a line of a file in it: that takes the full sha, path, line and line type together, and anything
     * less is refused before anything is sent, as is a blank note. Where the host finds no such line, the comment stands at the
     * commit, and path, line and line type come back null. Part 2, Comment placement rules.
     */
    createComment: async (
      project: ProjectId,
      sha: string,
      request: CreateCommitComment,
      options: CallOptions = {},
    ): Promise<CommitComment> => {
      const call: RequestSpec = {
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

    /** What builds say of a commit: the newest word of each, unless `all` asks for more. Part 2, Commits. */
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
     * Adds a build's word on a commit, or changes the one of the same name. The answer is not documented: the status where the host
     * tells it. Both names of the name are refused before anything is sent. `invalidRequest` for a state that cannot follow the one
     * before (400), `conflict` while the same is being changed (409). Part 2, Commits.
     */
    setStatus: async (
      project: ProjectId,
      sha: string,
      request: SetCommitStatus,
      options: CallOptions = {},
    ): Promise<CommitStatus | undefined> => {
      const call: RequestSpec = {
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

/** Fields that count for some actions only: hosts would take them elsewhere without a word, and do nothing. */
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
