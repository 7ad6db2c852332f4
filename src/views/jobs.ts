import { l10n } from "vscode";
import type { Job } from "../api/resources/jobs.ts";
import type { JobRef } from "../refs.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { isRunning } from "../ui/statusLook.ts";
import type { Open } from "./contents.ts";
import { jobItem } from "./jobItem.ts";
import { type JobScope, jobScopes } from "./jobScope.ts";
import { type ListNode, ProjectList } from "./projectList.ts";
import type { ProjectView } from "./projectView.ts";

/** Is a JobRef, for commands. */
export interface JobNode extends JobRef {
  readonly kind: "job";
  readonly job: Job;
}

export type JobsContents = ProjectList<Job, JobNode, JobScope>;
/** The Jobs view: the project's jobs, newest first. */
export type JobsView = ProjectView<JobNode | ListNode, JobsContents>;

/** Jobs wait as created for as long as their pipeline does: only those that were picked up count as running. */
const moves = ({ status }: Job): boolean => isRunning(status) && status !== "created";

export const openJobs: Open<JobNode | ListNode, JobsContents> = ({ instance, project }, { client }, frame) =>
  new ProjectList<Job, JobNode, JobScope>(
    {
      name: "jobs",
      scope: { instance, project },
      filter: jobScopes,
      filterText: (scope) => (scope.length === 0 ? undefined : l10n.t("Filter: {0}", scope.map((status) => statusLabel(status)).join(", "))),
      source: (scope) => (page) => client.jobs.list(project, scope.length > 0 ? { scope } : {}, page),
      node: (job) => ({ kind: "job", instance, project, job }),
      kinds: {
        job: {
          id: (node) => `${node.instance} ${node.project}/jobs/${node.job.id}`,
          item: (node) => jobItem(node, { alone: true }),
          // Tooltips are loaded with the first one that is asked for.
          detail: async ({ job }, item) => Object.assign(item, { tooltip: (await import("./tooltip.ts")).jobTooltip(job) }),
        },
      },
      note: (scope) => (scope.length > 0 ? l10n.t("No job has one of these statuses") : l10n.t("No jobs yet")),
      moves,
    },
    frame,
  );
