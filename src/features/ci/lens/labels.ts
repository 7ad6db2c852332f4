import { env, l10n } from "vscode";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { duration } from "../../../core/ui/age.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import { isRunning, jobStyle, statusStyle } from "../../../core/ui/statusStyle.ts";
import { failedParts, type JobResult, resultDuration, resultStatus, mainPart } from "./jobResults.ts";

/** Returns the codicon of a result. */
export function resultIcon(result: JobResult): string {
  const [only, ...others] = result.parts;
  return (only && others.length === 0 ? jobStyle(only) : statusStyle(resultStatus(result))).icon;
}

/** Returns the result as text: `passed`, `2 of 3 failed`. */
function resultLabel(result: JobResult): string {
  const { parts } = result;
  const failed = failedParts(result);
  const status = resultStatus(result);
  if (parts.length > 1 && failed > 0 && status === "failed") return l10n.t("{0} of {1} failed", failed, parts.length);
  return status === "failed" && failed === 0 ? l10n.t("failed (allowed to fail)") : statusLabel(status);
}

/**
 * Returns the result with its duration: `passed in 1m 20s`.
 * @param now milliseconds since the epoch
 */
export function resultText(result: JobResult, now: number): string {
  const took = duration(resultDuration(result, now), env.language);
  const label = resultLabel(result);
  if (took === undefined) return label;
  return isRunning(resultStatus(result)) ? l10n.t("{0} for {1}", label, took) : l10n.t("{0} in {1}", label, took);
}

/** Returns the argument of job commands for the most relevant part. */
export function resultRef({ instance, project }: ProjectScope, result: JobResult): JobRef | undefined {
  const job = mainPart(result);
  if (!job) return undefined;
  const { id, name = null, status = null, web_url = null, stage = null, ref = null } = job;
  const { id: pipeline, ref: branch = null, sha = null, status: state = null } = result.pipeline;
  return {
    instance,
    project,
    job: { id, name, status, web_url, stage, ref, pipeline: { id: pipeline, ref: branch, sha, status: state } },
  };
}
