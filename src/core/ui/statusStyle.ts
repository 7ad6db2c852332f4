/** Icon, color and phase of a status; free of VS Code. */
export interface StatusStyle {
  /** Codicon ID. */
  readonly icon: string;
  /** Theme color ID. */
  readonly color: string;
  /** running: changes by itself soon. waiting: needs a user or a schedule. final: over. */
  readonly phase: "running" | "waiting" | "final";
}

/** Every status of the documents (Part 2, States and transitions) and those that real hosts add. */
const styles = {
  created: { icon: "circle-large-outline", color: "testing.iconUnset", phase: "running" },
  waiting_for_resource: { icon: "watch", color: "testing.iconQueued", phase: "running" },
  waiting_for_callback: { icon: "watch", color: "testing.iconQueued", phase: "running" },
  preparing: { icon: "clock", color: "testing.iconQueued", phase: "running" },
  pending: { icon: "clock", color: "testing.iconQueued", phase: "running" },
  running: { icon: "sync~spin", color: "charts.blue", phase: "running" },
  canceling: { icon: "stop-circle", color: "testing.iconQueued", phase: "running" },
  success: { icon: "pass", color: "testing.iconPassed", phase: "final" },
  // The colors of the Testing view have none for errors in dark high contrast.
  failed: { icon: "error", color: "problemsErrorIcon.foreground", phase: "final" },
  canceled: { icon: "circle-slash", color: "testing.iconSkipped", phase: "final" },
  skipped: { icon: "debug-step-over", color: "testing.iconSkipped", phase: "final" },
  manual: { icon: "play-circle", color: "testing.iconUnset", phase: "waiting" },
  scheduled: { icon: "calendar", color: "testing.iconQueued", phase: "waiting" },
} as const satisfies Record<string, StatusStyle>;

export type KnownStatus = keyof typeof styles;

export const knownStatuses = Object.keys(styles) as readonly KnownStatus[];

export function isKnownStatus(status: string): status is KnownStatus {
  return Object.hasOwn(styles, status);
}

/** Returns the style of a status; an unknown one is neutral and counts as running, so that it is polled. */
export function statusStyle(status: string | null | undefined): StatusStyle {
  // Some hosts use this spelling; as an unknown status it would be polled forever.
  if (status === "cancelled") return styles.canceled;
  return typeof status === "string" && isKnownStatus(status)
    ? styles[status]
    : { icon: "question", color: "icon.foreground", phase: "running" };
}

/** Returns the style of a job; a failure that is allowed is a warning, since it does not fail the pipeline. */
export function jobStyle(job: {
  readonly status?: string | null | undefined;
  readonly allow_failure?: boolean | null | undefined;
}): StatusStyle {
  return job.status === "failed" && job.allow_failure === true
    ? { icon: "warning", color: "problemsWarningIcon.foreground", phase: "final" }
    : statusStyle(job.status);
}

export const isRunning = (status: string | null | undefined): boolean => statusStyle(status).phase === "running";
