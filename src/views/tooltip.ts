import { env, l10n, MarkdownString } from "vscode";
import type { Job } from "../api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../api/resources/pipelines.ts";
import { age, dateTime, duration } from "../ui/age.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { jobDuration } from "./jobDuration.ts";
import { inert, linkTarget } from "./markdown.ts";

type Line = readonly [name: string, value: string | undefined];

/** Hosts send null, numbers as text and text as numbers. */
const shown = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined;

const time = (timestamp: string | null | undefined, now: number): string | undefined => {
  const at = dateTime(timestamp, env.language);
  return at === undefined ? undefined : `${at} (${age(timestamp, now, env.language) ?? ""})`;
};

const percent = (coverage: unknown): string | undefined => {
  const text = shown(coverage);
  return text === undefined ? undefined : `${text}%`;
};

const who = (user: PipelineDetails["user"]): string | undefined => {
  const name = shown(user?.name);
  const login = shown(user?.username);
  return login === undefined ? name : name === undefined ? `@${login}` : `${name} (@${login})`;
};

/** A tooltip in which nothing that the host sent comes alive: no link but the page's own, no command, no HTML, no icon. */
function tooltip(title: string, lines: readonly Line[], webUrl: unknown): MarkdownString {
  const body = lines.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`**${inert(name)}** ${inert(value)}`]));
  const target = linkTarget(webUrl);
  const link = target === undefined ? [] : [`[${inert(l10n.t("Open in browser"))}](${target})`];
  const markdown = new MarkdownString([`**${inert(title)}**`, ...body, ...link].join("  \n"));
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  markdown.supportThemeIcons = false;
  return markdown;
}

/** Everything about a pipeline; duration, coverage and who only once its details are known. */
export function pipelineTooltip(pipeline: Pipeline & Partial<PipelineDetails>, now = Date.now()): MarkdownString {
  return tooltip(
    l10n.t("Pipeline #{0}: {1}", pipeline.id, statusLabel(pipeline.status)),
    [
      [l10n.t("Name"), shown(pipeline.name)],
      [l10n.t("Ref"), shown(pipeline.ref)],
      [l10n.t("Commit"), shown(pipeline.sha)],
      [l10n.t("Source"), shown(pipeline.source)],
      [l10n.t("Started by"), who(pipeline.user)],
      [l10n.t("Created"), time(pipeline.created_at, now)],
      [l10n.t("Updated"), time(pipeline.updated_at, now)],
      [l10n.t("Finished"), time(pipeline.finished_at, now)],
      [l10n.t("Duration"), duration(pipeline.duration, env.language)],
      [l10n.t("Queued"), duration(pipeline.queued_duration, env.language)],
      [l10n.t("Coverage"), percent(pipeline.coverage)],
      [l10n.t("Invalid configuration"), shown(pipeline.yaml_errors)],
    ],
    pipeline.web_url,
  );
}

/** Everything about a job. */
export function jobTooltip(job: Job, now = Date.now()): MarkdownString {
  const allowed = job.status === "failed" && job.allow_failure === true;
  return tooltip(
    l10n.t("{0}: {1}", job.name, allowed ? l10n.t("failed, which is allowed") : statusLabel(job.status)),
    [
      [l10n.t("Stage"), shown(job.stage)],
      [l10n.t("Reason"), shown(job.failure_reason)?.replaceAll("_", " ")],
      [l10n.t("Ref"), shown(job.ref)],
      [l10n.t("Commit"), [shown(job.commit?.short_id), shown(job.commit?.title)].filter((part) => part !== undefined).join(" ")],
      [l10n.t("Started by"), who(job.user)],
      [l10n.t("Created"), time(job.created_at, now)],
      [l10n.t("Started"), time(job.started_at, now)],
      [l10n.t("Finished"), time(job.finished_at, now)],
      [l10n.t("Duration"), duration(jobDuration(job, now), env.language)],
      [l10n.t("Queued"), duration(job.queued_duration, env.language)],
      [l10n.t("Coverage"), percent(job.coverage)],
      [l10n.t("Runner"), shown(job.runner?.description)],
      [l10n.t("Artifacts expire"), time(job.artifacts_expire_at, now)],
    ],
    job.web_url,
  );
}
