import { env, l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { Slower, Usual } from "../../../core/pipelines/durations.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import type { PipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import { leftText, slowerText } from "../../../core/pipelines/timeWords.ts";
import { duration } from "../../../core/ui/age.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText, plural } from "../../../core/ui/plural.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { FollowedJob } from "../log/follow.ts";
import type { JobError, PipelineEnd } from "./events.ts";

/** Number of names in a list. */
const maxNames = 20;

const nameOf = ({ id, name }: Pick<Job, "id" | "name">): string => plainText(name, 120) || l10n.t("Job #{0}", id);
const namesOf = (jobs: readonly Job[]): string => {
  const names = jobs.slice(0, maxNames).map(nameOf);
  return listText(jobs.length > maxNames ? [...names, l10n.t("{0} more", jobs.length - maxNames)] : names);
};
const took = (seconds: unknown): string | undefined =>
  duration(typeof seconds === "number" ? seconds : undefined, env.language);
const joined = (parts: readonly (string | undefined | false | null)[], between: string): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join(between);

/** Returns the first lines of a channel: the pipeline, and how long it still takes. */
export const pipelineHeading = (pipeline: PipelineRef["pipeline"], times: PipelineTimes): string =>
  heading(l10n.t("Pipeline #{0}", pipeline.id), pipeline, times);

/** Returns the lines above what follows of a downstream pipeline. */
export const downstreamHeading = (
  pipeline: PipelineRef["pipeline"],
  trigger: Pick<Job, "id" | "name">,
  times: PipelineTimes,
): string => heading(`▼ ${l10n.t("Downstream pipeline #{0} of {1}", pipeline.id, nameOf(trigger))}`, pipeline, times);

function heading(
  title: string,
  { name, ref, sha, web_url: url }: PipelineRef["pipeline"],
  { left }: PipelineTimes,
): string {
  const line = joined([title, name && plainText(name, 120), plainText(ref, 200), shortSha(sha)], " · ");
  return joined([line, plainText(url, 2_000), leftText(left)], "\n");
}

/** Returns the line above the log of a job. */
export function jobHeading(job: Job, usual: Usual | undefined, times: PipelineTimes): string {
  const usually = usual && usual.runs > 0 ? took(usual.seconds) : undefined;
  const about = joined([usually !== undefined && l10n.t("usually {0}", usually), leftOfPipeline(times.left)], ", ");
  return about === "" ? `▶ ${nameOf(job)}` : `▶ ${nameOf(job)} (${about})`;
}

const leftOfPipeline = (left: number | undefined): string | undefined => {
  const text = leftText(left);
  return text && l10n.t("pipeline: {0}", text);
};

/** Returns how a job ended, in one line. */
export function jobEnding(job: FollowedJob, slower?: Slower): string {
  const name = nameOf(job);
  const time = took(job.duration);
  const allowed = job.allow_failure === true ? l10n.t("allowed to fail") : undefined;
  const reason = plainText(job.failure_reason, 120).replaceAll("_", " ");
  const notes = (...parts: readonly (string | undefined)[]): string => {
    const text = joined(parts, ", ");
    return text === "" ? "" : ` (${text})`;
  };
  switch (job.status) {
    case "success":
      return (
        (time === undefined ? l10n.t("✓ {0} passed", name) : l10n.t("✓ {0} passed in {1}", name, time)) +
        notes(slower && slowerText(slower))
      );
    case "failed":
      return (
        (time === undefined ? l10n.t("✗ {0} failed", name) : l10n.t("✗ {0} failed after {1}", name, time)) +
        notes(allowed, reason)
      );
    default:
      return time === undefined
        ? l10n.t("– {0}: {1}", name, statusLabel(job.status))
        : l10n.t("– {0}: {1} after {2}", name, statusLabel(job.status), time);
  }
}

/** Returns what is waited for while no job runs. */
export const waitingText = (jobs: readonly Job[]): string =>
  jobs.length === 0 ? l10n.t("Waiting for the next job…") : l10n.t("Waiting for a runner: {0}…", namesOf(jobs));

/** Returns the first error in the log of a job with the lines around it. */
export const errorText = ({ line, isSure, around }: JobError): string =>
  [
    ...(isSure ? [] : [`    ${l10n.t("Likely the first error:")}`]),
    ...around.lines.map((text, at) => `${around.from + at === line ? "  ❯" : "   "} ${around.from + at + 1}: ${text}`),
  ].join("\n");

/** Returns how a downstream pipeline ended, and what did not run in it. */
export const downstreamEnding = ({ pipeline, times, manual, skipped }: PipelineEnd): string =>
  joined([...idleTexts({ manual, skipped }), `▲ ${endedText(pipeline, times.slower)}`], "\n");

export const unreadableDownstreamText = (
  { id }: Pick<PipelineRef["pipeline"], "id">,
  trigger: Pick<Job, "id" | "name">,
  error: unknown,
): string =>
  error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")
    ? l10n.t("Downstream pipeline #{0} of {1} is not shown: you have no access to its project.", id, nameOf(trigger))
    : l10n.t("Downstream pipeline #{0} of {1} is not shown: {2}", id, nameOf(trigger), describeError(error).message);

export const unreadableText = (job: Job, error: unknown): string =>
  l10n.t("The log of {0} cannot be shown: {1}", nameOf(job), describeError(error).message);

/** Returns how a pipeline ended, and what to do about it. @param leftOut number of downstream pipelines that were not followed */
export function pipelineEnding({ pipeline, times, manual, skipped }: PipelineEnd, leftOut = 0): string {
  const { status } = pipeline;
  return joined(
    [
      ...idleTexts({ manual, skipped }),
      leftOut > 0 &&
        plural(leftOut, (shown) => ({
          one: l10n.t("{0} more downstream pipeline was not followed.", shown),
          other: l10n.t("{0} more downstream pipelines were not followed.", shown),
        })),
      endedText(pipeline, times.slower),
      status === "failed" && l10n.t("“Forgeline: Why Is the Pipeline Red?” shows the cause."),
      status === "manual" && l10n.t("“Forgeline: Follow Pipeline” continues once a manual job was started."),
    ],
    "\n",
  );
}

const idleTexts = ({ manual, skipped }: Pick<PipelineEnd, "manual" | "skipped">) => [
  skipped.length > 0 && l10n.t("Skipped: {0}", namesOf(skipped)),
  manual.length > 0 && l10n.t("Manual: {0}", namesOf(manual)),
];

function endedText(
  { id, status, duration: seconds }: PipelineRef["pipeline"],
  slower: PipelineTimes["slower"],
): string {
  const time = took(seconds);
  const words = statusLabel(status);
  const ended =
    time === undefined
      ? l10n.t("Pipeline #{0}: {1}", id, words)
      : l10n.t("Pipeline #{0}: {1} after {2}", id, words, time);
  return slower ? `${ended} (${slowerText(slower)})` : ended;
}

export const stoppedText = (): string => l10n.t("Stopped following. “Forgeline: Follow Pipeline” starts again.");
