/** A log. Code that runs without VS Code receives one; openContext.ts creates it from the log channel. */
export interface Logger {
  error(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  debug(message: string, ...details: unknown[]): void;
  trace(message: string, ...details: unknown[]): void;
}

/** Names of secret fields, parameters and headers, as they are sent and as they are stored (`access_token`, `accessToken`). */
const secretFields =
  "(?:access|refresh|private|job)[_-]?token|client[_-]?secret|code[_-]?(?:verifier|challenge)|code|state|password|token|authorization|secret";

/** Credentials; the first group is what stays before one. */
const patterns: readonly RegExp[] = [
  new RegExp(`([?&;\\s](?:${secretFields})=)[^&\\s"'#]+`, "gi"),
  new RegExp(`("(?:${secretFields})"\\s*:\\s*")[^"]*`, "gi"),
  /\b(authorization\s*[:=]\s*)\S+(?:[ \t]+\S+)?/gi,
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]{6,}/gi,
  /\b((?:PRIVATE|JOB)-TOKEN:?\s+)\S+/gi,
  /(\bhttps?:\/\/)[^/\s@]+(?=@)/gi,
  /\b()gl[a-z]{2,6}-[\w.-]{12,}/g,
];

/** Removes what looks like a credential from a text: tokens, codes, states, verifiers, passwords and the user part of URLs. */
export function redact(text: string): string {
  return patterns.reduce((result, pattern) => result.replace(pattern, "$1[hidden]"), text);
}

const describe = (detail: unknown): string => {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? "" : `\n  caused by ${describe(detail.cause)}`;
    return `${detail.stack ?? `${detail.name}: ${detail.message}`}${cause}`;
  }
  if (typeof detail === "string") return detail;
  try {
    // Values that JSON does not support (undefined, functions, cycles) are named by their type.
    const json = JSON.stringify(detail) as string | undefined;
    return json ?? typeof detail;
  } catch {
    return typeof detail;
  }
};

/**
 * Returns a logger that writes every message and detail to `sink`, without credentials.
 * @param hide removes them
 */
export function redactingLogger(sink: Logger, hide: (text: string) => string): Logger {
  const at =
    (level: keyof Logger) =>
    (message: string, ...details: unknown[]): void =>
      sink[level](hide([message, ...details.map(describe)].join(" ")));
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug"), trace: at("trace") };
}
