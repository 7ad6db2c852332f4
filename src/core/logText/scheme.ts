/** URI scheme of job logs as documents. */
export const LOG_SCHEME = "forgeline-log";
