import type { Http } from "../http.ts";
import { checkObject, parseBody } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkExclusive, checkLength, checkSome, checkTimes } from "../rules.ts";
import type {
  MergeRequest,
  MergeRequestQuery,
  MergeRequestUpdate,
  MergeRequestsOfProjectQuery,
  MergeRef,
  MergeOptions,
} from "./mergeRequestTypes.ts";

export type * from "./mergeRequestTypes.ts";

/** Fields of a merge request that callers rely on: `view=simple` sends no more than these. */
export const requiredMergeRequestFields = {
  id: "id",
  iid: "number",
  title: "text",
  state: "text?",
  web_url: "text?",
  author: "object?",
  assignees: "list?",
  reviewers: "list?",
  labels: "list?",
  milestone: "object?",
} as const;

/** No more users than this in `approved_by_ids`. */
const mostApprovers = 5;
/** Characters. */
export const longestDescription = 1_048_576;

/** Merge requests, of everywhere and of one project. One that is not there is `notFound`. Every operation throws ApiError. */
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
      if (Array.isArray(given.approved_by_ids) && given.approved_by_ids.length > mostApprovers) {
        throw http.invalidArgument(
          call,
          "length",
          `approved_by_ids takes ${mostApprovers} users at most`,
          "approved_by_ids",
        );
      }
      return call;
    }, options);

  const one = (project: ProjectId, iid: number) => path`/projects/${project}/merge_requests/${iid}`;

  return {
    /** Merge requests of everywhere that the caller may see; those made by the caller unless `scope` says otherwise. Part 3, Merge requests. */
    list: (query: MergeRequestQuery = {}, options: ListOptions = {}): Pages<MergeRequest> =>
      list(() => ({ operation: "mergeRequests.list", path: path`/merge_requests` }), query, options),

    /**
     * Merge requests of a project. `merge_status` may be old; `with_merge_status_recheck` asks the host to look again, which it may ignore.
     * Part 3, Merge requests.
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
     * Changes a merge request; at least one attribute must be given. Empty labels clear them, as 0 or none clears people and the milestone.
     * Refused before sending: nothing to change, a description that is too long. Part 3, Merge requests.
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
      checkSome(http, call, json);
      checkLength(http, call, json, "description", longestDescription);
      return http.object<MergeRequest>(call);
    },

    /** Deletes a merge request for good; for administrators and owners of the project, `forbidden` for others. Part 3, Merge requests. */
    delete: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "mergeRequests.delete", method: "DELETE", path: one(project, iid), ...options }),

    /**
     * Merges, or with `merge_when_pipeline_succeeds` once the pipeline succeeds. Throws `forbidden` when the caller may not accept it (401),
     * `methodNotAllowed` when it cannot be merged (405), `conflict` when `sha` is not the head of the source branch any more (409),
     * `invalidRequest` when the branch cannot be merged (422). Part 3, Merge requests and Errors.
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
        json: request,
        requiredFields: requiredMergeRequestFields,
        forbiddenReason: "the account may not accept this merge request",
        ...options,
      }),

    /**
     * Merges the source into the target in the ref `refs/merge-requests/:iid/merge` and tells its head; the target branch stays.
     * Throws `invalidRequest` when that cannot be done, as with conflicts (400). Part 3, Merge requests.
     */
    mergeRef: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<MergeRef> =>
      http.object<MergeRef>({
        operation: "mergeRequests.mergeRef",
        path: path`/projects/${project}/merge_requests/${iid}/merge_ref`,
        requiredFields: { commit_id: "text" },
        ...options,
      }),

    /**
     * Calls a deferred merge off. The documents promise the merge request; real hosts answer only that it is done, then undefined comes back.
     * Throws `notAcceptable` when there is nothing to call off, as when it is closed (406, which real hosts hide in an answer of 201).
     * Part 3, Merge requests.
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
      const answer = await http.read(call, ({ text, header }): MergeRequest | ServiceResult => {
        const body = checkObject(parseBody(text, header("content-type") ?? ""), {});
        return "iid" in body
          ? (checkObject(body, requiredMergeRequestFields) as MergeRequest)
          : (checkObject(body, { status: "text", message: "text?", http_status: "number?" }) as ServiceResult);
      });
      if ("iid" in answer) return answer;
      if (answer.status !== "error") return undefined;
      const said = answer.message ?? "the host could not cancel it";
      throw http.failure(call, said, {
        kind: "notAcceptable",
        status: answer.http_status ?? 406,
        serviceMessage: said,
      });
    },
  };
};

/** What real hosts answer in place of the merge request. */
interface ServiceResult {
  readonly status: "success" | "error" | (string & {});
  readonly message?: string | null;
  readonly http_status?: number | null;
}

/** Lists travel with commas; an empty one is empty text, which clears. */
const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" || value === undefined ? value : value.join(",");
