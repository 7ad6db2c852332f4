import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkDates, checkFilled, checkSome, checkTimes } from "../rules.ts";
import { requiredMergeRequestFields } from "./mergeRequests.ts";
import type { MergeRequest } from "./mergeRequestTypes.ts";
import type {
  BurndownEvent,
  CreateMilestone,
  GroupMilestoneQuery,
  Milestone,
  MilestoneIssue,
  MilestoneQuery,
  UpdateMilestone,
} from "./milestoneTypes.ts";
import { undocumentedResponse } from "./undocumentedResponse.ts";

export type * from "./milestoneTypes.ts";

/** A group or project, by id or full path. */
type OwnerId = ProjectId;

const requiredFields = { id: "id", title: "text", state: "text?", description: "text?" } as const;
const requiredIssueFields = {
  id: "id",
  iid: "number",
  title: "text",
  state: "text?",
  author: "object?",
  assignees: "list?",
  labels: "list?",
  milestone: "object?",
} as const;

/** What group and project milestones have in common. `id` is a milestone's id, not its iid; one that is not there is `notFound`. */
const milestonesOf = (http: Http, level: "group" | "project") => {
  const owners = `${level}s`;
  const all = (owner: OwnerId) => path`/${owners}/${owner}/milestones`;
  const one = (owner: OwnerId, id: number) => path`/${owners}/${owner}/milestones/${id}`;
  const checkTerms = (call: RequestSpec, request: object): void =>
    checkDates(http, call, request, "due_date", "start_date");

  return {
    /**
     * The milestones, with those of the groups above or, of groups, of all below where that is asked for. Times that are none are
     * refused before anything is sent. Part 3, Milestones.
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

    /** One milestone. Part 3, Milestones. */
    get: async (owner: OwnerId, id: number, options: CallOptions = {}): Promise<Milestone> =>
      http.object<Milestone>({
        operation: `milestones.${level}.get`,
        path: one(owner, id),
        requiredFields,
        conditional: true,
        ...options,
      }),

    /**
     * Adds a milestone. The answer is not documented: the milestone where the host tells it. No title and dates that are none are
     * refused before anything is sent. `invalidRequest` for a title that is taken, and for an end before the start (400). Part 3, Milestones.
     */
    create: async (
      owner: OwnerId,
      request: CreateMilestone,
      options: CallOptions = {},
    ): Promise<Milestone | undefined> => {
      const call: RequestSpec = {
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
     * Changes, closes or opens a milestone. The answer is not documented: the milestone where the host tells it. Nothing to change, an
     * empty title and dates that are none are refused before anything is sent. Part 3, Milestones.
     */
    update: async (
      owner: OwnerId,
      id: number,
      changes: UpdateMilestone,
      options: CallOptions = {},
    ): Promise<Milestone | undefined> => {
      const call: RequestSpec = {
        operation: `milestones.${level}.update`,
        method: "PUT",
        path: one(owner, id),
        json: changes,
        requiredFields,
        ...options,
      };
      checkSome(http, call, changes);
      if (changes.title !== undefined) checkFilled(http, call, changes, "title");
      checkTerms(call, changes);
      return undocumentedResponse<Milestone>(http, call);
    },

    /** Deletes a milestone for good: of a group for developers, of a project for reporters, `forbidden` for others. Part 3, Milestones. */
    delete: async (owner: OwnerId, id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: `milestones.${level}.delete`, method: "DELETE", path: one(owner, id), ...options }),

    /** Its issues; of a group's not those of subgroups. Part 3, Milestones. */
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

    /** Its merge requests. Part 3, Milestones. */
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

    /** How its issues came and went; higher editions, others answer `notFound`. Part 3, Milestones. */
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
    /** The milestones, with those of the groups above where that is asked for. Times that are none are refused before anything is sent. Part 3, Milestones. */
    list: (project: ProjectId, query: MilestoneQuery = {}, options: ListOptions = {}): Pages<Milestone> =>
      list(project, query, options),

    ...others,

    /** Makes a group's of a project's milestone; for reporters of the group, `forbidden` for others. The answer is not documented. Part 3, Milestones. */
    promote: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({
        operation: "milestones.project.promote",
        method: "POST",
        path: path`/projects/${project}/milestones/${id}/promote`,
        ...options,
      }),
  };
};
