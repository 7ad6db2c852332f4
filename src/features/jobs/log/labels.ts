import { l10n } from "vscode";
import { clockTime } from "../../../core/logText/transcript.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { FollowedJob } from "./follow.ts";
import type { ChannelMessages } from "./writer.ts";

interface NullableFields {
  readonly commit?: { readonly short_id?: string | null } | null;
  readonly pipeline?: { readonly sha?: string | null } | null;
}

function jobTitle(job: FollowedJob): string {
  const name = plainText(job.name, 120);
  return name === "" ? l10n.t("Job #{0}", job.id) : l10n.t("Job {0} #{1}", name, job.id);
}

const time = (ms: number): string => new Date(ms).toLocaleTimeString();

/** The messages written to a job's channel. */
export const channelMessages: ChannelMessages = {
  header: (job) => {
    // Hosts may send null in any field.
    const { commit, pipeline }: NullableFields = job;
    const sha = commit?.short_id ?? shortSha(pipeline?.sha);
    return [
      [jobTitle(job), job.ref, sha].filter((part) => typeof part === "string" && part !== "").join(" · "),
      job.web_url,
    ]
      .filter(Boolean)
      .join("\n");
  },
  empty: (job) => l10n.t("No output yet. Job status: {0}.", statusLabel(job.status)),
  reset: () => l10n.t("The log was erased or replaced. Showing it from the start."),
  waiting: (error, until) =>
    error === undefined
      ? l10n.t("Rate limit reached. Continuing at {0}.", time(until))
      : l10n.t("{0} Retrying at {1}.", describeError(error).message, time(until)),
  resumed: () => l10n.t("Reconnected."),
  retried: (newer) =>
    l10n.t(
      "The job was retried. “Forgeline: Show Job Log” opens the new attempt, {0}: {1}",
      jobTitle(newer),
      newer.web_url ?? "",
    ),
  limit: (bytes) =>
    l10n.t(
      "The log is larger than {0} MB. Its end will be shown when the job has finished. “Forgeline: Open Raw Job Log” opens the whole file.",
      Number((bytes / 1024 / 1024).toFixed(1)),
    ),
  rest: () => l10n.t("The rest is not shown. “Forgeline: Open Raw Job Log” opens the whole file."),
  skipped: (bytes) => l10n.t("… {0} not shown …", sizeText(bytes)),
  stopped: () => l10n.t("Stopped following. “Forgeline: Show Job Log” starts again."),
  failed: (error) => l10n.t("Stopped following: {0}", describeError(error).message),
  ended: (job) => {
    const duration = typeof job.duration === "number" ? clockTime(job.duration) : undefined;
    const status = statusLabel(job.status);
    const outcome = job.failure_reason ? `${status} (${plainText(job.failure_reason, 120)})` : status;
    const lines =
      duration === undefined
        ? [l10n.t("{0}: {1}", jobTitle(job), outcome)]
        : [l10n.t("{0}: {1} after {2}", jobTitle(job), outcome, duration)];
    if (job.erased_at) lines.unshift(l10n.t("The log was erased on the host."));
    return lines.join("\n");
  },
  late: () => l10n.t("The host returned more of the log later:"),
  gone: () => l10n.t("The job was deleted, or you can no longer see it."),
};
