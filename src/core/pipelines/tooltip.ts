import { env, l10n, type MarkdownString } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import { type Line, shown, time, tooltip, who } from "../tree/tooltipText.ts";
import { duration } from "../ui/age.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import type { JobTimes } from "./estimates.ts";
import { jobDuration } from "./jobDuration.ts";
import { unnamedJob } from "./jobItem.ts";
import type { PipelineTimes } from "./timeLeft.ts";
import { leftText, moreText } from "./timeWords.ts";

const timeLines = (times: Pick<JobTimes, "left" | "slower"> | undefined): Line[] => [
  [l10n.t("Estimate"), leftText(times?.left)],
  [l10n.t("Slower than usual"), times?.slower && moreText(times.slower)],
];

const percent = (coverage: unknown): string | undefined => {
  const text = shown(coverage);
  return text === undefined ? undefined : `${text}%`;
};

interface PipelineTooltipOptions {
  readonly title?: string | undefined;
  readonly times?: Pick<PipelineTimes, "left" | "slower"> | undefined;
  readonly now?: number;
}

/**
 * Returns the tooltip of a pipeline; duration, coverage and user are included once its details are loaded.
 * @param options.title of its commit, if known
 * @param options.times how long it still takes, and by how much it is slower than usual, if known
 */
export function pipelineTooltip(
  pipeline: Pipeline & Partial<PipelineDetails>,
  { title, times, now = Date.now() }: PipelineTooltipOptions = {},
): MarkdownString {
  return tooltip(
    l10n.t("Pipeline #{0}: {1}", pipeline.id, statusLabel(pipeline.status)),
    [
      [l10n.t("Name"), shown(pipeline.name)],
      [l10n.t("Ref"), shown(pipeline.ref)],
      [l10n.t("Commit"), shown(pipeline.sha)],
      [l10n.t("Title"), shown(title)],
      [l10n.t("Source"), shown(pipeline.source)],
      [l10n.t("Started by"), who(pipeline.user)],
      [l10n.t("Created"), time(pipeline.created_at, now)],
      [l10n.t("Updated"), time(pipeline.updated_at, now)],
      [l10n.t("Finished"), time(pipeline.finished_at, now)],
      [l10n.t("Duration"), duration(pipeline.duration, env.language)],
      ...timeLines(times),
      [l10n.t("Queued"), duration(pipeline.queued_duration, env.language)],
      [l10n.t("Coverage"), percent(pipeline.coverage)],
      [l10n.t("Invalid configuration"), shown(pipeline.yaml_errors)],
    ],
    pipeline.web_url,
  );
}

/** Returns the tooltip of a job. @param times what is known of how long it takes */
export function jobTooltip(job: Job, times?: JobTimes, now = Date.now()): MarkdownString {
  const allowed = job.status === "failed" && job.allow_failure === true;
  return tooltip(
    l10n.t(
      "{0}: {1}",
      shown(job.name) ?? unnamedJob(job.id),
      allowed ? l10n.t("failed (allowed to fail)") : statusLabel(job.status),
    ),
    [
      [l10n.t("Stage"), shown(job.stage)],
      [l10n.t("Reason"), shown(job.failure_reason)?.replaceAll("_", " ")],
      [l10n.t("Ref"), shown(job.ref)],
      [
        l10n.t("Commit"),
        [shown(job.commit?.short_id), shown(job.commit?.title)].filter((part) => part !== undefined).join(" "),
      ],
      [l10n.t("Started by"), who(job.user)],
      [l10n.t("Created"), time(job.created_at, now)],
      [l10n.t("Started"), time(job.started_at, now)],
      [l10n.t("Finished"), time(job.finished_at, now)],
      [l10n.t("Duration"), duration(jobDuration(job, now), env.language)],
      [l10n.t("Usual duration"), duration(times?.usual, env.language)],
      ...timeLines(times),
      [l10n.t("Queued"), duration(job.queued_duration, env.language)],
      [l10n.t("Coverage"), percent(job.coverage)],
      [l10n.t("Runner"), shown(job.runner?.description)],
      [l10n.t("Artifacts expire"), time(job.artifacts_expire_at, now)],
    ],
    job.web_url,
  );
}
