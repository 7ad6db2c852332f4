import { l10n } from "vscode";
import type { Job } from "../../../api/resources/jobs.ts";
import { uploadsCoverage } from "../../../core/coverage/reportNames.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import { groupedRows, groupState, type JobGroup } from "../../../core/pipelines/jobGroups.ts";
import { groupWords } from "../../../core/pipelines/jobGroupWords.ts";
import { noJobs } from "../../../core/pipelines/noJobs.ts";
import { hasArtifacts, hasLog } from "../../../core/pipelines/rowContext.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import { duration } from "../../../core/ui/age.ts";
import { partialText } from "../../../core/ui/partialList.ts";
import { plural, numberText } from "../../../core/ui/plural.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import { jobStyle, type StatusStyle, statusStyle } from "../../../core/ui/statusStyle.ts";
import { element, type PageElement, styled } from "../../../core/webview/element.ts";
import { icon, link, own, section, textOf, type Writing } from "../../../core/webview/parts.ts";
import { button, type Overview, type OverviewPipeline } from "./model.ts";

/** Number of jobs of one stage that are shown by name. */
const most = 100;

/** Returns the section of the head pipeline with its stages and jobs. */
export function pipelineSection({ ref, loaded, pipeline }: Overview, writing: Writing): PageElement {
  const heading = l10n.t("Pipeline");
  if (pipeline === undefined)
    return section(
      "pipeline",
      heading,
      styled("p", "quiet", loaded ? l10n.t("No pipeline for the latest commit") : l10n.t("Loading…")),
    );
  const { id, status, web_url } = pipeline.pipeline;
  return section(
    "pipeline",
    heading,
    element(
      "div",
      { key: "pipeline", attributes: { class: "verdict" } },
      icon(iconName(statusStyle(status))),
      styled("p", "", link(web_url, ref.instance, l10n.t("Pipeline #{0}", id)), " ", pipelineWords(pipeline)),
      status === "failed" && button({ do: "explainPipeline" }, l10n.t("Why Is It Red?")),
      button({ do: "showPipeline" }, l10n.t("Show Pipeline")),
      pipeline.stages?.some(hasCoverage) === true && button({ do: "showCoverage" }, l10n.t("Show Coverage")),
    ),
    pipeline.problem !== undefined && styled("p", "trouble", pipeline.problem),
    pipeline.capped === undefined
      ? pipeline.stages?.length === 0 && noJobs(pipeline.ciError)
      : styled("p", "quiet", partialText(pipeline.capped)),
    pipeline.stages === undefined
      ? pipeline.problem === undefined && styled("p", "quiet", l10n.t("Loading jobs…"))
      : element(
          "ol",
          { key: "stages", attributes: { class: "stages" } },
          ...pipeline.stages.map((stage) => stageItem(stage, writing)),
        ),
  );
}

/** Whether a job measured coverage, and kept what may be its report. */
const hasCoverage = ({ jobs }: Stage): boolean =>
  jobs.some(({ job }) => hasArtifacts(job) && (typeof job.coverage === "number" || uploadsCoverage(job)));

/** Returns the label of a pipeline's status. */
export const pipelineWords = ({ pipeline }: OverviewPipeline): string => statusLabel(pipeline.status);

/** Returns the name of an icon in the style sheet. */
const iconName = ({ icon: name }: StatusStyle): string => name.replace(/~.*/, "");

function stageItem({ name, status, jobs, groups }: Stage, writing: Writing): PageElement {
  const style = statusStyle(status);
  const troubled = jobs.some(({ job }) => job.status === "failed") || style.phase === "running";
  const rest = groups.slice(most).reduce((count, group) => count + group.jobs.length, 0);
  return element(
    "li",
    { key: `stage ${name}` },
    element(
      "details",
      { attributes: troubled ? { open: "" } : {} },
      element(
        "summary",
        undefined,
        icon(iconName(style)),
        own(textOf(name) ?? l10n.t("(no stage)")),
        " ",
        styled("span", "quiet", `${statusLabel(status)} · ${counted(jobs.length, writing.language)}`),
      ),
      element(
        "ul",
        { attributes: { class: "jobs" } },
        ...groupedRows<PageElement>(
          { groups: groups.slice(0, most) },
          { job: ({ job }) => jobItem(job, writing), group: (group) => groupItem(group, writing) },
        ),
        rest > 0 && styled("li", "quiet", l10n.t("and {0} more", numberText(rest, writing.language))),
      ),
    ),
  );
}

/** Returns the jobs of a matrix or a parallel job below their name. */
function groupItem(group: JobGroup, writing: Writing): PageElement {
  const rest = group.jobs.length - most;
  const hasFailed = group.jobs.some(({ job }) => job.status === "failed");
  return element(
    "li",
    { key: `group ${group.name}` },
    element(
      "details",
      { attributes: hasFailed ? { open: "" } : {} },
      element(
        "summary",
        undefined,
        icon(iconName(jobStyle(groupState(group)))),
        own(group.name),
        " ",
        styled("span", "quiet", groupWords(group)),
      ),
      element(
        "ul",
        { attributes: { class: "jobs" } },
        ...group.jobs.slice(0, most).map(({ job }) => jobItem(job, writing)),
        rest > 0 && styled("li", "quiet", l10n.t("and {0} more", numberText(rest, writing.language))),
      ),
    ),
  );
}

const counted = (jobs: number, language: string): string =>
  plural(jobs, (shown) => ({ one: l10n.t("{0} job", shown), other: l10n.t("{0} jobs", shown) }), language);

function jobItem(job: Job, { now, language }: Writing): PageElement {
  const name = textOf(job.name) ?? l10n.t("Job {0}", job.id);
  const allowed = job.status === "failed" && job.allow_failure === true;
  const words = [
    allowed ? l10n.t("failed (allowed to fail)") : statusLabel(job.status),
    duration(jobDuration(job, now), language),
  ];
  const reason = textOf(job.failure_reason);
  if (job.status === "failed" && reason !== undefined && reason !== "script_failure")
    words.push(reason.slice(0, 80).replaceAll("_", " "));
  return element(
    "li",
    { key: `job ${job.id}` },
    icon(iconName(jobStyle(job))),
    own(name),
    " ",
    styled("span", "quiet", words.filter((word) => word !== undefined).join(" · ")),
    hasLog(job) &&
      (job.status === "failed" || job.status === "running") &&
      button({ do: "showLog", job: job.id }, l10n.t("Show Log"), {
        kind: "link",
        label: l10n.t("Show Log of {0}", name),
      }),
  );
}
