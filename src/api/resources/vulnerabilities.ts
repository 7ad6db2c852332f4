import type { Http } from "../http.ts";
import { checkObject, type JsonValue, parseBody } from "../json.ts";
import { path } from "../path.ts";
import type { CallOptions } from "../request.ts";

/** Documented states, and those of real hosts (SERVICE-FACTS 79): `dismissed` for `closed`, `detected` for `opened`. */
export type VulnerabilityState =
  | "opened"
  | "detected"
  | "confirmed"
  | "resolved"
  | "closed"
  | "dismissed"
  | (string & {});

/** Open: the documents list no values. */
export type VulnerabilitySeverity = "info" | "unknown" | "low" | "medium" | "high" | "critical" | (string & {});

/** A vulnerability (Part 3, Vulnerability). Dates are ISO 8601. */
export interface Vulnerability {
  readonly id: number;
  readonly title: string;
  readonly description?: string | null;
  readonly state: VulnerabilityState;
  readonly severity?: VulnerabilitySeverity | null;
  /** For example `sast`, `dependency_scanning`. */
  readonly report_type?: string | null;
  readonly project?: {
    readonly id?: number | null;
    readonly name?: string | null;
    readonly full_path?: string | null;
    readonly full_name?: string | null;
  } | null;
  readonly author_id?: number | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** Documented, but real hosts send the fields below instead. */
  readonly confidence?: string | null;
  readonly closed_by_id?: number | null;
  readonly closed_at?: string | null;
  readonly confirmed_by_id?: number | null;
  readonly confirmed_at?: string | null;
  readonly resolved_by_id?: number | null;
  readonly resolved_at?: string | null;
  readonly dismissed_by_id?: number | null;
  readonly dismissed_at?: string | null;
  /** Whether it is no longer found in the default branch. */
  readonly resolved_on_default_branch?: boolean | null;
  /** The scanner's own report. */
  readonly finding?: JsonValue;
}

const requiredFields = { id: "id", title: "text", state: "text", severity: "text?", project: "object?" } as const;

/**
 * Vulnerabilities; higher editions only. The documents call this API unstable and deprecated in favor of GraphQL. Every operation throws
 * ApiError, `forbidden` for callers who may not see or change them.
 */
export const vulnerabilities = (http: Http) => {
  /** Changes the state. Returns undefined for a 304: the vulnerability already has it. */
  const changeState = async (
    id: number | string,
    what: "confirm" | "resolve" | "dismiss" | "revert",
    options: CallOptions,
  ): Promise<Vulnerability | undefined> =>
    http.read(
      {
        operation: `vulnerabilities.${what}`,
        method: "POST",
        path: path`/vulnerabilities/${id}/${what}`,
        acceptedStatuses: [304],
        ...options,
      },
      ({ text, status, header }) =>
        status === 304
          ? undefined
          : checkObject<Vulnerability>(parseBody(text, header("content-type") ?? ""), requiredFields),
    );

  return {
    /** Returns a vulnerability. Deprecated: in GraphQL `vulnerability`. Part 3, Vulnerabilities. */
    get: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability> =>
      http.object<Vulnerability>({
        operation: "vulnerabilities.get",
        path: path`/vulnerabilities/${id}`,
        requiredFields,
        ...options,
      }),

    /**
     * Confirms a vulnerability. Returns undefined if it is already `confirmed` (304).
     * Deprecated: in GraphQL `vulnerabilityConfirm`. Part 3, Vulnerabilities.
     */
    confirm: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      changeState(id, "confirm", options),

    /**
     * Resolves a vulnerability. Returns undefined if it is already `resolved` (304).
     * Deprecated: in GraphQL `vulnerabilityResolve`. Part 3, Vulnerabilities.
     */
    resolve: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      changeState(id, "resolve", options),

    /**
     * Dismisses a vulnerability. Returns undefined if it is already `closed`, or `dismissed` on real hosts (304).
     * Deprecated: in GraphQL `vulnerabilityDismiss`. Part 3, Vulnerabilities.
     */
    dismiss: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      changeState(id, "dismiss", options),

    /**
     * Reverts a vulnerability to `detected`. Returns undefined if it already is (304).
     * Deprecated: in GraphQL `vulnerabilityRevertToDetected`. Part 3, Vulnerabilities.
     */
    revert: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      changeState(id, "revert", options),
  };
};
