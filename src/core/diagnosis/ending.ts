import type { Job } from "../../api/resources/jobs.ts";

/** How a job ended, by what can be done about it. */
export type EndingKind =
  | "script"
  | "timeout"
  | "runner"
  | "stuck"
  | "canceled"
  | "dependency"
  | "trigger"
  | "quota"
  | "permission"
  | "other";

/** How a job ended. */
export interface Ending {
  readonly kind: EndingKind;
  /** Reason as the host names it, such as `runner_system_failure`; undefined if it names none. */
  readonly reason: string | undefined;
}

/** Reasons that hosts name (`failure_reason`); they add new ones with each release. */
const kinds: Readonly<Record<string, EndingKind>> = {
  script_failure: "script",
  job_execution_timeout: "timeout",
  job_execution_server_timeout: "timeout",
  stuck_or_timeout_failure: "stuck",
  no_matching_runner: "stuck",
  runner_system_failure: "runner",
  runner_unsupported: "runner",
  runner_configuration_error: "runner",
  runner_provisioning_timeout: "runner",
  runner_interrupted: "runner",
  job_router_failure: "runner",
  api_failure: "runner",
  scheduler_failure: "runner",
  data_integrity_failure: "runner",
  stale_schedule: "runner",
  missing_dependency_failure: "dependency",
  unmet_prerequisites: "dependency",
  forward_deployment_failure: "dependency",
  failed_outdated_deployment_job: "dependency",
  ci_quota_exceeded: "quota",
  user_blocked: "permission",
  job_token_expired: "permission",
  protected_environment_failure: "permission",
  insufficient_bridge_permissions: "permission",
  downstream_bridge_project_not_found: "trigger",
  downstream_pipeline_creation_failed: "trigger",
  upstream_bridge_project_not_found: "trigger",
  invalid_bridge_trigger: "trigger",
  bridge_pipeline_is_child_pipeline: "trigger",
  reached_max_descendant_pipelines_depth: "trigger",
  reached_max_pipeline_hierarchy_size: "trigger",
  project_deleted: "other",
  archived_failure: "other",
};

/** Returns how a job ended, from its status and the reason that the host gives (Part 2, Job). */
export function endingOf({ status, failure_reason: given }: Pick<Job, "status" | "failure_reason">): Ending {
  const reason = typeof given === "string" && given !== "" && given !== "unknown_failure" ? given : undefined;
  if (status === "canceled" || status === "cancelled") return { kind: "canceled", reason };
  // Hosts that give no reason have run a script that failed, as a rule.
  if (reason === undefined) return { kind: "script", reason };
  return { kind: Object.hasOwn(kinds, reason) ? (kinds[reason] ?? "other") : "other", reason };
}

/** Whether a log may say why a job with this ending failed. */
export const hasCauseInLog = ({ kind }: Ending): boolean =>
  kind === "script" || kind === "timeout" || kind === "runner" || kind === "canceled" || kind === "other";
