import { l10n } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import { type ArtifactNode, artifactsNodes } from "../../core/artifacts/nodes.ts";
import { artifactRenderers } from "../../core/artifacts/renderers.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { jobTimes } from "../../core/pipelines/estimates.ts";
import { jobItem } from "../../core/pipelines/jobItem.ts";
import { paceOf } from "../../core/pipelines/pace.ts";
import type { JobRef } from "../../core/pipelines/refs.ts";
import { hasArtifacts } from "../../core/pipelines/rowContext.ts";
import { jobTooltip } from "../../core/pipelines/tooltip.ts";
import { type ListNode, ProjectList } from "../../core/tree/projectList.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { Open } from "../../core/tree/viewModel.ts";
import { statusLabel } from "../../core/ui/statusIcon.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";
import { type JobScope, jobScopes } from "./filter.ts";

/** A job's row; also a JobRef for commands. */
export interface JobNode extends JobRef {
  readonly kind: "job";
  readonly job: Job;
}

export type JobsNode = JobNode | ArtifactNode;
export type JobsViewModel = ProjectList<Job, JobsNode, JobScope>;
/** The Jobs view: the project's jobs, newest first, with their artifacts. */
export type JobsView = ProjectView<JobsNode | ListNode, JobsViewModel>;

/** Jobs that wait for their pipeline are `created`; only jobs that were picked up count as running. */
const isActive = ({ status }: Job): boolean => isRunning(status) && status !== "created";

const rowId = ({ instance, project, job }: JobNode): string => `${instance} ${project}/jobs/${job.id}`;

/**
 * Returns the view model of the Jobs view.
 * @param artifacts lists archives
 */
export const openJobs =
  (artifacts: LazyFiles<ArtifactFiles>): Open<JobsNode | ListNode, JobsViewModel> =>
  ({ instance, project }, { client, records, pipelineJobs }, view) =>
    new ProjectList<Job, JobsNode, JobScope>(
      {
        name: "jobs",
        scope: { instance, project },
        filter: jobScopes,
        filterText: (scope) =>
          scope.length === 0 ? undefined : l10n.t("Filter: {0}", scope.map((status) => statusLabel(status)).join(", ")),
        records: records.of("job"),
        source: (scope) => (page) => client.jobs.list(project, scope.length > 0 ? { scope } : {}, page),
        node: (job) => ({ kind: "job", instance, project, job }),
        renderers: {
          job: {
            id: rowId,
            item: (node) =>
              jobItem(node, {
                alone: true,
                opens: hasArtifacts(node.job),
                times: isRunning(node.job.status) ? jobTimes(pipelineJobs, project, node.job) : undefined,
              }),
            known: (node) => ({ nodes: artifactsNodes(node, rowId(node)) }),
            detail: ({ job }, item) =>
              Object.assign(item, { tooltip: jobTooltip(job, jobTimes(pipelineJobs, project, job)) }),
          },
          ...artifactRenderers({ artifacts, read: view.read, signal: view.signal }),
        },
        note: (scope) => (scope.length > 0 ? l10n.t("No jobs with these statuses") : l10n.t("No jobs yet")),
        isRunning: (job) => isActive(job) && paceOf(job, records.changedAt("job", job.id), Date.now()) === "running",
      },
      view,
    );
