import type { FieldsOf } from "../fieldsOf.ts";
import type { Http } from "../http.ts";
import { checkList, checkObject, parseBody } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions, RequestSpec } from "../request.ts";
import { checkFilled } from "../rules.ts";
import type {
  Discussion,
  MergeRequestDiff,
  MergeRequestVersion,
  MergeRequestVersionDiffs,
  NewDiscussion,
  Note,
  QuickActionOutcome,
  Reviewer,
  Suggestion,
} from "./discussionTypes.ts";
import { extraCalls } from "./extraCalls.ts";
import { personFields } from "./personFields.ts";

export type * from "./discussionTypes.ts";

const noteFields = {
  id: "id",
  body: "text",
  author: { kind: "object?", of: personFields },
  resolved_by: { kind: "object?", of: personFields },
  suggestions: { kind: "list?", of: { id: "id" } },
} as const;
const discussionFields = { id: "text", notes: { kind: "list", of: noteFields } } as const;

/**
 * Discussions of merge requests, which are outside the documents. As with every extra, operations throw ApiError, `invalidArgument` with
 * the rule `extraUnavailable` where the instance has no route.
 */
export const discussions = (http: Http) => {
  const calls = extraCalls(http);

  /** Sends a text. Returns what the host made of it; undefined if the text held quick actions only. */
  const send = async <T extends { readonly id: unknown }>(
    name: "discussions" | "mergeRequestNotes",
    described: Pick<RequestSpec, "path"> & { readonly json: { readonly body: string } } & CallOptions,
    requiredFields: FieldsOf<T>,
  ): Promise<T | undefined> => {
    const call = { method: "POST", ...described, operation: `extras.${name}` } as const;
    checkFilled(http, call, call.json, "body");
    // A text with quick actions only creates no comment: the host answers 202.
    return calls.read(name, call, ({ text, status, header }) =>
      status === 202 ? undefined : checkObject<T>(parseBody(text, header("content-type") ?? ""), requiredFields),
    );
  };

  return {
    /** Whether the instance has discussions; undefined before the first use. */
    available: (): boolean | undefined => calls.available("discussions"),

    /** Lists the versions of a merge request, newest first. */
    versions: (project: ProjectId, iid: number, options: ListOptions = {}): Pages<MergeRequestVersion> =>
      calls.pages<MergeRequestVersion>(
        "versions",
        () => ({
          path: path`/projects/${project}/merge_requests/${iid}/versions`,
          requiredFields: { id: "id" },
          conditional: true,
        }),
        options,
      ),

    /** Reads a version of a merge request with its changed files and their diffs. */
    version: async (
      project: ProjectId,
      iid: number,
      version: number,
      options: CallOptions = {},
    ): Promise<MergeRequestVersionDiffs> =>
      calls.object<MergeRequestVersionDiffs>("versions", {
        method: "GET",
        path: path`/projects/${project}/merge_requests/${iid}/versions/${version}`,
        requiredFields: { id: "id", diffs: { kind: "list", of: { old_path: "text", new_path: "text" } } },
        conditional: true,
        ...options,
      }),

    /** Lists the changed files of a merge request's current version, with their diffs. */
    diffs: (project: ProjectId, iid: number, options: ListOptions = {}): Pages<MergeRequestDiff> =>
      calls.pages<MergeRequestDiff>(
        "mergeRequestDiffs",
        () => ({
          path: path`/projects/${project}/merge_requests/${iid}/diffs`,
          requiredFields: { old_path: "text", new_path: "text" },
          conditional: true,
        }),
        options,
      ),

    /** Lists the discussions of a merge request, oldest first: threads, comments and events. */
    list: (project: ProjectId, iid: number, options: ListOptions = {}): Pages<Discussion> =>
      calls.pages<Discussion>(
        "discussions",
        () => ({
          path: path`/projects/${project}/merge_requests/${iid}/discussions`,
          requiredFields: discussionFields,
          conditional: true,
        }),
        options,
      ),

    /**
     * Starts a thread. Returns undefined if the text held quick actions only. Throws `invalidRequest` if the host has no such place in the
     * diff, `forbidden` if the discussion is locked.
     */
    create: async (
      project: ProjectId,
      iid: number,
      request: NewDiscussion,
      options: CallOptions = {},
    ): Promise<Discussion | undefined> =>
      send<Discussion>(
        "discussions",
        { path: path`/projects/${project}/merge_requests/${iid}/discussions`, json: request, ...options },
        discussionFields,
      ),

    /** Comments on a merge request without starting a thread. Returns undefined if the text held quick actions only. */
    comment: async (
      project: ProjectId,
      iid: number,
      request: { readonly body: string },
      options: CallOptions = {},
    ): Promise<Note | undefined> =>
      send<Note>(
        "mergeRequestNotes",
        { path: path`/projects/${project}/merge_requests/${iid}/notes`, json: request, ...options },
        noteFields,
      ),

    /** Runs quick actions, which hosts take as a comment. One that does not know them posts their text. */
    quickAction: async (
      project: ProjectId,
      iid: number,
      request: { readonly body: string },
      options: CallOptions = {},
    ): Promise<QuickActionOutcome> => {
      const call = {
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/notes`,
        json: request,
        operation: "extras.mergeRequestNotes",
        ...options,
      } as const;
      checkFilled(http, call, request, "body");
      return calls.read("mergeRequestNotes", call, ({ text, status, header }) => {
        const answer = parseBody(text, header("content-type") ?? "");
        if (status !== 202) return { note: checkObject<Note>(answer, noteFields) };
        const { commands_changes: changes } = checkObject<{ readonly commands_changes?: object | null }>(answer, {});
        return { changed: changes === undefined || Object.keys(changes ?? {}).length > 0 };
      });
    },

    /** Whether the instance lists reviewers with their states; undefined before the first use. */
    reviewersAvailable: (): boolean | undefined => calls.available("reviewers"),

    /** Lists the reviewers of a merge request with how far they are. */
    reviewers: (project: ProjectId, iid: number, options: ListOptions = {}): Pages<Reviewer> =>
      calls.pages<Reviewer>(
        "reviewers",
        () => ({
          path: path`/projects/${project}/merge_requests/${iid}/reviewers`,
          requiredFields: { user: { kind: "object?", of: personFields } },
          conditional: true,
        }),
        options,
      ),

    /** Replies to a discussion. Returns undefined if the text held quick actions only. */
    reply: async (
      project: ProjectId,
      iid: number,
      discussion: string,
      request: { readonly body: string },
      options: CallOptions = {},
    ): Promise<Note | undefined> =>
      send<Note>(
        "discussions",
        {
          path: path`/projects/${project}/merge_requests/${iid}/discussions/${discussion}/notes`,
          json: request,
          ...options,
        },
        noteFields,
      ),

    /** Resolves or reopens a thread. Throws `forbidden` for who may not. */
    resolve: async (
      project: ProjectId,
      iid: number,
      discussion: string,
      request: { readonly resolved: boolean },
      options: CallOptions = {},
    ): Promise<Discussion> =>
      calls.object<Discussion>("discussions", {
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/discussions/${discussion}`,
        json: request,
        requiredFields: discussionFields,
        ...options,
      }),

    /** Changes the text of a comment. */
    editNote: async (
      project: ProjectId,
      iid: number,
      { discussion, note }: { readonly discussion: string; readonly note: number },
      request: { readonly body: string },
      options: CallOptions = {},
    ): Promise<Note> => {
      const call = {
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/discussions/${discussion}/notes/${note}`,
        json: request,
        requiredFields: noteFields,
        ...options,
      } as const;
      checkFilled(http, { ...call, operation: "extras.discussions" }, request, "body");
      return calls.object<Note>("discussions", call);
    },

    /** Deletes a comment; the last one takes the discussion along. */
    deleteNote: async (
      project: ProjectId,
      iid: number,
      { discussion, note }: { readonly discussion: string; readonly note: number },
      options: CallOptions = {},
    ): Promise<void> =>
      calls.noContent("discussions", {
        method: "DELETE",
        path: path`/projects/${project}/merge_requests/${iid}/discussions/${discussion}/notes/${note}`,
        ...options,
      }),

    /**
     * Applies suggestions of one merge request to its source branch, as one commit. Throws `invalidRequest` if lines have changed since or
     * overlap, `forbidden` for who may not push to the branch.
     * @param ids of suggestions, at least one
     * @param request without a message, the host writes one
     * @returns the suggestions as they are now
     */
    applySuggestions: async (
      ids: readonly number[],
      request: { readonly commit_message?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<readonly Suggestion[]> => {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined)
        return [
          await calls.object<Suggestion>("suggestions", {
            method: "PUT",
            path: path`/suggestions/${only}/apply`,
            json: request,
            requiredFields: { id: "id" },
            ...options,
          }),
        ];
      return calls.read(
        "suggestions",
        { method: "PUT", path: path`/suggestions/batch_apply`, json: { ...request, ids }, ...options },
        ({ text, header }) => checkList<Suggestion>(parseBody(text, header("content-type") ?? ""), { id: "id" }),
      );
    },
  };
};
