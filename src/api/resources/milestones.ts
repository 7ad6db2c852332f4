import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CheckedRequest, RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkDates, checkFilled, checkNotEmpty, checkTimes } from "../rules.ts";
import { requiredMergeRequestFields } from "./mergeRequests.ts";
import type { MergeRequest } from "./mergeRequestTypes.ts";
import { requiredMilestoneFields } from "./milestoneFields.ts";
import type {
  BurndownEvent,
  CreateMilestone,
  GroupMilestoneQuery,
  Milestone,
  MilestoneIssue,
  MilestoneQuery,
  UpdateMilestone,
} from "./milestoneTypes.ts";
import { personFields } from "./personFields.ts";
import { undocumentedResponse } from "./undocumentedResponse.ts";

export type * from "./milestoneTypes.ts";

/** A group or project by ID or full path. */
type OwnerId = ProjectId;

const requiredFields = requiredMilestoneFields;
const person = { kind: "object?", of: personFields } as const;
const requiredIssueFields = {
  id: "id",
  iid: "number",
  title: "text",
  state: "text?",
  ...{ author: person, assignee: person, closed_by: person },
  assignees: { kind: "list?", of: personFields },
  labels: "list?",
  milestone: { kind: "object?", of: requiredMilestoneFields },
} as const;

/** Operations of group and project milestones. `id` is the ID of a milestone, not its IID; a missing one is `notFound`. */
const milestonesOf = (http: Http, level: "group" | "project") => {
  const owners = `${level}s`;
  const all = (owner: OwnerId) => path`/${owners}/${owner}/milestones`;
  const one = (owner: OwnerId, id: number) => path`/${owners}/${owner}/milestones/${id}`;
  const checkTerms = (call: RequestSpec, request: object): void =>
    checkDates(http, call, request, "due_date", "start_date");

  return {
    /**
     * Lists milestones, optionally with those of parent groups or, for groups, of subgroups and projects. Rejects invalid times before sending.
     * Part 3, Milestones.
     */
    list: (owner: OwnerId, query: GroupMilestoneQuery = {}, options: ListOptions = {}): Pages<Milestone> =>
      http.pages<Milestone>(() => {
        const call = {
          operation: `milestones.${level}.list`,
          path: all(owner),
          query,
          requiredFields,
          conditional: true,
        } as const;
        checkTimes(http, call, query, "updated_before", "updated_after");
        return call;
      }, options),

    /** Returns a milestone. Part 3, Milestones. */
    get: async (owner: OwnerId, id: number, options: CallOptions = {}): Promise<Milestone> =>
      http.object<Milestone>({
        operation: `milestones.${level}.get`,
        path: one(owner, id),
        requiredFields,
        conditional: true,
        ...options,
      }),

    /**
     * Creates a milestone. Returns it if the host sends it; the response is not documented. Rejects an empty title and invalid dates before
     * sending. Throws `invalidRequest` for a title that is taken, or a due date before the start date (400). Part 3, Milestones.
     */
    create: async (
      owner: OwnerId,
      request: CreateMilestone,
      options: CallOptions = {},
    ): Promise<Milestone | undefined> => {
      const call: CheckedRequest<Milestone> = {
        operation: `milestones.${level}.create`,
        method: "POST",
        path: all(owner),
        json: request,
        requiredFields,
        ...options,
      };
      checkFilled(http, call, request, "title");
      checkTerms(call, request);
      return undocumentedResponse<Milestone>(http, call);
    },

    /**
     * Updates, closes or reopens a milestone. Returns it if the host sends it; the response is not documented. Rejects an empty update, an
     * empty title and invalid dates before sending. Part 3, Milestones.
     */
    update: async (
      owner: OwnerId,
      id: number,
      changes: UpdateMilestone,
      options: CallOptions = {},
    ): Promise<Milestone | undefined> => {
      const call: CheckedRequest<Milestone> = {
        operation: `milestones.${level}.update`,
        method: "PUT",
        path: one(owner, id),
        json: changes,
        requiredFields,
        ...options,
      };
      checkNotEmpty(http, call, changes);
      if (changes.title !== undefined) checkFilled(http, call, changes, "title");
      checkTerms(call, changes);
      return undocumentedResponse<Milestone>(http, call);
    },

    /** Permanently deletes a milestone. Throws `forbidden` below Developer in a group, or Reporter in a project. Part 3, Milestones. */
    delete: async (owner: OwnerId, id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: `milestones.${level}.delete`, method: "DELETE", path: one(owner, id), ...options }),

    /** Lists its issues; for a group milestone without those of subgroups. Part 3, Milestones. */
    issues: (owner: OwnerId, id: number, options: ListOptions = {}): Pages<MilestoneIssue> =>
      http.pages<MilestoneIssue>(
        () => ({
          operation: `milestones.${level}.issues`,
          path: path`/${owners}/${owner}/milestones/${id}/issues`,
          requiredFields: requiredIssueFields,
          conditional: true,
        }),
        options,
      ),

    /** Lists its merge requests. Part 3, Milestones. */
    mergeRequests: (owner: OwnerId, id: number, options: ListOptions = {}): Pages<MergeRequest> =>
      http.pages<MergeRequest>(
        () => ({
          operation: `milestones.${level}.mergeRequests`,
          path: path`/${owners}/${owner}/milestones/${id}/merge_requests`,
          requiredFields: requiredMergeRequestFields,
          conditional: true,
        }),
        options,
      ),

    /** Returns the history of its issues. Throws `notFound` in lower editions. Part 3, Milestones. */
    burndownEvents: async (owner: OwnerId, id: number, options: CallOptions = {}): Promise<readonly BurndownEvent[]> =>
      http.list<BurndownEvent>({
        operation: `milestones.${level}.burndownEvents`,
        path: path`/${owners}/${owner}/milestones/${id}/burndown_events`,
        requiredFields: { created_at: "text", action: "text" },
        ...options,
      }),
  };
};

/** Milestones of a group. Every operation throws ApiError. */
export const groupMilestones = (http: Http) => milestonesOf(http, "group");

/** Milestones of a project. Every operation throws ApiError. */
export const projectMilestones = (http: Http) => {
  const { list, ...others } = milestonesOf(http, "project");
  return {
    /** Lists milestones, optionally with those of parent groups. Rejects invalid times before sending. Part 3, Milestones. */
    list: (project: ProjectId, query: MilestoneQuery = {}, options: ListOptions = {}): Pages<Milestone> =>
      list(project, query, options),

    ...others,

    /** Promotes a project milestone to a group milestone. Throws `forbidden` below Reporter in the group. Part 3, Milestones. */
    promote: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({
        operation: "milestones.project.promote",
        method: "POST",
        path: path`/projects/${project}/milestones/${id}/promote`,
        ...options,
      }),
  };
};
