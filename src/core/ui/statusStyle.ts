/** How a status looks and what it means for polling; free of VS Code. */
export interface StatusStyle {
  /** Codicon id. */
  readonly icon: string;
  /** Theme colour id. */
  readonly color: string;
  /** running: changes by itself soon. waiting: stands still until a person or the clock moves it. final: over. */
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
  failed: { icon: "error", color: "testing.iconFailed", phase: "final" },
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

/** The look of a status; one that nobody knows yet is neutral and counts as running, so that it is followed. */
export function statusStyle(status: string | null | undefined): StatusStyle {
  // Some hosts spell it the other way; taken for unknown it would be followed for ever.
  if (status === "cancelled") return styles.canceled;
  return typeof status === "string" && isKnownStatus(status)
    ? styles[status]
    : { icon: "question", color: "icon.foreground", phase: "running" };
}

/** A failed job that may fail does not fail its pipeline, and must not look as if it did. */
export function jobStyle(job: { readonly status: string; readonly allow_failure?: boolean | null }): StatusStyle {
  return job.status === "failed" && job.allow_failure === true
    ? { icon: "warning", color: "problemsWarningIcon.foreground", phase: "final" }
    : statusStyle(job.status);
}

export const isRunning = (status: string | null | undefined): boolean => statusStyle(status).phase === "running";
