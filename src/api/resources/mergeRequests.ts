import type { Http } from "../http.ts";
import { checkObject, parseBody } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkExclusive, checkLength, checkNotEmpty, checkTimes } from "../rules.ts";
import type {
  MergeRequest,
  MergeRequestQuery,
  MergeRequestUpdate,
  MergeRequestsOfProjectQuery,
  MergeRef,
  MergeOptions,
} from "./mergeRequestTypes.ts";
import { requiredMilestoneFields } from "./milestoneFields.ts";
import { personFields } from "./personFields.ts";
import { requiredPipelineFields } from "./pipelines.ts";

export type * from "./mergeRequestTypes.ts";

const person = { kind: "object?", of: personFields } as const;
const people = { kind: "list?", of: personFields } as const;
const pipeline = { kind: "object?", of: requiredPipelineFields } as const;

/** Fields of a merge request that are checked in responses; `view=simple` does not send more. */
export const requiredMergeRequestFields = {
  id: "id",
  iid: "number",
  title: "text",
  state: "text?",
  web_url: "text?",
  ...{ author: person, assignee: person, merged_by: person, merge_user: person, closed_by: person },
  assignees: people,
  reviewers: people,
  labels: "list?",
  milestone: { kind: "object?", of: requiredMilestoneFields },
  pipeline,
  head_pipeline: pipeline,
} as const;

/** Maximum number of users in `approved_by_ids`. */
const maxApprovers = 5;
/** Characters. */
export const maxDescriptionLength = 1_048_576;

/** Merge requests of all projects or one. Every operation throws ApiError, `notFound` for a missing merge request. */
export const mergeRequests = (http: Http) => {
  const list = (
    described: () => Pick<RequestSpec, "operation" | "path">,
    given: MergeRequestsOfProjectQuery & MergeRequestQuery,
    options: ListOptions,
  ): Pages<MergeRequest> =>
    http.pages<MergeRequest>(() => {
      const { labels, in: fields, not, ...others } = given;
      const query = {
        ...others,
        labels: joined(labels),
        in: joined(fields),
        not: not && { ...not, labels: joined(not.labels) },
      };
      const call = { ...described(), query, requiredFields: requiredMergeRequestFields, conditional: true } as const;
      checkExclusive(http, call, query, "author_id", "author_username");
      checkExclusive(http, call, query, "merge_user_id", "merge_user_username");
      checkExclusive(http, call, query, "reviewer_id", "reviewer_username");
      checkTimes(
        http,
        call,
        query,
        "created_after",
        "created_before",
        "updated_after",
        "updated_before",
        "deployed_after",
        "deployed_before",
      );
      if (Array.isArray(given.approved_by_ids) && given.approved_by_ids.length > maxApprovers) {
        throw http.invalidArgument(
          call,
          "length",
          `approved_by_ids takes ${maxApprovers} users at most`,
          "approved_by_ids",
        );
      }
      return call;
    }, options);

  const one = (project: ProjectId, iid: number) => path`/projects/${project}/merge_requests/${iid}`;

  return {
    /** Lists merge requests of all projects that the caller can see; without `scope`, those created by the caller. Part 3, Merge requests. */
    list: (query: MergeRequestQuery = {}, options: ListOptions = {}): Pages<MergeRequest> =>
      list(() => ({ operation: "mergeRequests.list", path: path`/merge_requests` }), query, options),

    /**
     * Lists merge requests of a project. `merge_status` may be outdated; `with_merge_status_recheck` asks the host to check again, which it
     * may ignore. Part 3, Merge requests.
     */
    listForProject: (
      project: ProjectId,
      query: MergeRequestsOfProjectQuery = {},
      options: ListOptions = {},
    ): Pages<MergeRequest> =>
      list(
        () => ({ operation: "mergeRequests.listForProject", path: path`/projects/${project}/merge_requests` }),
        query,
        options,
      ),

    /**
     * Updates a merge request. Empty labels remove all; 0 or an empty list removes users and the milestone. Rejects an empty update and a
     * description that is too long before sending. Part 3, Merge requests.
     */
    update: async (
      project: ProjectId,
      iid: number,
      changes: MergeRequestUpdate,
      options: CallOptions = {},
    ): Promise<MergeRequest> => {
      const { labels, add_labels, remove_labels, ...others } = changes;
      const json = {
        ...others,
        labels: joined(labels),
        add_labels: joined(add_labels),
        remove_labels: joined(remove_labels),
      };
      const call = {
        operation: "mergeRequests.update",
        method: "PUT",
        path: one(project, iid),
        json,
        requiredFields: requiredMergeRequestFields,
        ...options,
      } as const;
      checkNotEmpty(http, call, json);
      checkLength(http, call, json, "description", maxDescriptionLength);
      return http.object<MergeRequest>(call);
    },

    /** Permanently deletes a merge request. Throws `forbidden` unless the caller is an administrator or project owner. Part 3, Merge requests. */
    delete: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "mergeRequests.delete", method: "DELETE", path: one(project, iid), ...options }),

    /**
     * Merges a merge request, with `merge_when_pipeline_succeeds` when the pipeline succeeds. Throws `forbidden` if the caller may not accept
     * it (401), `methodNotAllowed` if it cannot be merged (405), `conflict` if `sha` is no longer the head of the source branch (409),
     * `invalidRequest` if the branch cannot be merged (422). Part 3, Merge requests and Errors.
     */
    merge: async (
      project: ProjectId,
      iid: number,
      request: MergeOptions = {},
      options: CallOptions = {},
    ): Promise<MergeRequest> =>
      http.object<MergeRequest>({
        operation: "mergeRequests.merge",
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/merge`,
        json: {
          ...request,
          // Hosts from 17.11 on have this name for it and deprecate the other; older ones ignore it.
          ...(request.merge_when_pipeline_succeeds !== undefined && {
            auto_merge: request.merge_when_pipeline_succeeds,
          }),
        },
        requiredFields: requiredMergeRequestFields,
        forbiddenReason: "the account may not accept this merge request",
        ...options,
      }),

    /**
     * Merges source and target into the ref `refs/merge-requests/:iid/merge` and returns its head; the target branch stays unchanged.
     * Throws `invalidRequest` if that fails, for example with conflicts (400). Part 3, Merge requests.
     */
    mergeRef: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<MergeRef> =>
      http.object<MergeRef>({
        operation: "mergeRequests.mergeRef",
        path: path`/projects/${project}/merge_requests/${iid}/merge_ref`,
        requiredFields: { commit_id: "text" },
        ...options,
      }),

    /**
     * Cancels auto-merge. Returns the merge request as documented, or undefined on real hosts, which only confirm it. Throws `notAcceptable`
     * if auto-merge is not set, for example on a closed merge request (406, which real hosts report in a 201). Part 3, Merge requests.
     */
    cancelAutoMerge: async (
      project: ProjectId,
      iid: number,
      options: CallOptions = {},
    ): Promise<MergeRequest | undefined> => {
      const call = {
        operation: "mergeRequests.cancelAutoMerge",
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/cancel_merge_when_pipeline_succeeds`,
        ...options,
      } as const;
      const result = await http.read(call, ({ text, header }): MergeRequest | ServiceResult => {
        const body = checkObject(parseBody(text, header("content-type") ?? ""), {});
        return "iid" in body
          ? checkObject<MergeRequest>(body, requiredMergeRequestFields)
          : checkObject<ServiceResult>(body, { status: "text", message: "text?", http_status: "number?" });
      });
      if ("iid" in result) return result;
      if (result.status !== "error") return undefined;
      const message = result.message ?? "the host could not cancel it";
      throw http.failure(call, message, {
        kind: "notAcceptable",
        status: result.http_status ?? 406,
        serviceMessage: message,
      });
    },
  };
};

/** The response of real hosts instead of the merge request. */
interface ServiceResult {
  readonly status: "success" | "error" | (string & {});
  readonly message?: string | null;
  readonly http_status?: number | null;
}

/** Joins a list with commas; an empty list becomes an empty text, which clears the field. */
const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" || value === undefined ? value : value.join(",");
