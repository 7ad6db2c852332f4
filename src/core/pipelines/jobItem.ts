import { env, l10n, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import { age, duration } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { asCommand } from "../ui/runCommand.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { jobStyle } from "../ui/statusStyle.ts";
import type { JobTimes } from "./estimates.ts";
import { isUnderWay, jobDuration } from "./jobDuration.ts";
import type { JobRef } from "./refs.ts";
import { hasLog, jobContext } from "./rowContext.ts";
import { timesText } from "./timeWords.ts";

export interface JobItemOptions {
  /** An attempt that was retried. */
  readonly attempt?: boolean;
  /** Number of earlier attempts, which are child rows. */
  readonly earlier?: number;
  /** Whether it has other child rows: artifacts. */
  readonly opens?: boolean;
  /** How long it still runs, and by how much it is slower than usual, if known; shown while it runs. */
  readonly times?: Pick<JobTimes, "left" | "slower"> | undefined;
  /** Whether the row is outside its pipeline and shows stage, ref and pipeline. */
  readonly alone?: boolean;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, 200) : undefined;

/** Returns the name of a job that has none. */
export const unnamedJob = (id: number): string => l10n.t("Job {0}", id);

/** Returns the row of a job, which opens its log if it has one. */
export function jobItem(
  ref: JobRef & { readonly job: Job },
  { attempt = false, earlier = 0, opens = false, alone = false, times }: JobItemOptions = {},
): TreeItem {
  const { instance, project, job } = ref;
  const label = text(job.name) ?? unnamedJob(job.id);
  const allowed = job.status === "failed" && job.allow_failure === true;
  const status = allowed ? l10n.t("failed (allowed to fail)") : statusLabel(job.status);
  const now = Date.now();
  const seconds = jobDuration(job, now);
  const took = duration(seconds, env.language);
  const spoken = duration(seconds, env.language, "long");
  const over = !isUnderWay(job);
  const about = over ? undefined : times;
  // The duration of a running job already shows when it started.
  const when = over ? age(job.finished_at ?? job.started_at ?? job.created_at, now, env.language) : undefined;
  const place = alone ? [text(job.stage), text(job.ref), job.pipeline ? `#${job.pipeline.id}` : undefined] : [];
  const attempts = attempt
    ? l10n.t("earlier attempt {0}", job.id)
    : earlier > 0
      ? l10n.t("attempt {0}", earlier + 1)
      : undefined;
  const present = (part: string | undefined): part is string => part !== undefined;
  const item = new TreeItem(
    label,
    earlier > 0 || opens ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  item.iconPath = statusIcon(jobStyle(job));
  item.description = [...place, attempts, took, timesText(about), when].filter(present).join(" · ");
  item.contextValue = jobContext(job, attempt);
  if (hasLog(job)) item.command = asCommand("forgeline.job.showLog", l10n.t("Show Log"), { instance, project, job });
  item.accessibilityInformation = {
    label: [
      l10n.t("Job {0}", label),
      attempts,
      status,
      ...place,
      spoken && (over ? l10n.t("took {0}", spoken) : l10n.t("for {0}", spoken)),
      timesText(about, "long"),
      when,
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}
