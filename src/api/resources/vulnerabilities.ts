import type { Http } from "../http.ts";
import { checkObject, type JsonValue, parseBody } from "../json.ts";
import { path } from "../path.ts";
import type { CallOptions } from "../request.ts";

/** Those of the documents, and what real hosts say in their place (SERVICE-FACTS 79): `dismissed` for `closed`, `detected` for `opened`. */
export type VulnerabilityState =
  | "opened"
  | "detected"
  | "confirmed"
  | "resolved"
  | "closed"
  | "dismissed"
  | (string & {});

/** Open: the documents show no values. */
export type VulnerabilitySeverity = "info" | "unknown" | "low" | "medium" | "high" | "critical" | (string & {});

/** A vulnerability (Part 3, Vulnerability). Dates are ISO 8601. */
export interface Vulnerability {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: VulnerabilityState;
  readonly severity: VulnerabilitySeverity;
  /** `sast`, `dependency_scanning` and the like. */
  readonly report_type: string;
  readonly project: {
    readonly id: number;
    readonly name: string;
    readonly full_path: string;
    readonly full_name: string;
  } | null;
  readonly author_id?: number | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  /** Documented, but gone from real hosts, which have the fields below instead. */
  readonly confidence?: string | null;
  readonly closed_by_id?: number | null;
  readonly closed_at?: string | null;
  readonly confirmed_by_id?: number | null;
  readonly confirmed_at?: string | null;
  readonly resolved_by_id?: number | null;
  readonly resolved_at?: string | null;
  readonly dismissed_by_id?: number | null;
  readonly dismissed_at?: string | null;
  /** No longer found in the default branch. */
  readonly resolved_on_default_branch?: boolean | null;
  /** What the scanner reported, in its own form. */
  readonly finding?: JsonValue;
}

const requiredFields = { id: "id", title: "text", state: "text", severity: "text?", project: "object?" } as const;

/**
 * Vulnerabilities, which only higher editions have. The documents call this interface unstable and deprecated in favor of GraphQL.
 * `forbidden` for callers who may not see or judge them. Every operation throws ApiError.
 */
export const vulnerabilities = (http: Http) => {
  /** 304, "already so", is no failure: nothing had to be done. */
  const move = async (
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
          : (checkObject(parseBody(text, header("content-type") ?? ""), requiredFields) as Vulnerability),
    );

  return {
    /** One of them. Deprecated: in GraphQL `vulnerability`. Part 3, Vulnerabilities. */
    get: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability> =>
      http.object<Vulnerability>({
        operation: "vulnerabilities.get",
        path: path`/vulnerabilities/${id}`,
        requiredFields,
        ...options,
      }),

    /**
     * Says that it is real: `confirmed`. Answers undefined, and nothing changes, when it is so already (304).
     * Deprecated: in GraphQL `vulnerabilityConfirm`. Part 3, Vulnerabilities.
     */
    confirm: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      move(id, "confirm", options),

    /**
     * Says that it is repaired: `resolved`. Answers undefined, and nothing changes, when it is so already (304).
     * Deprecated: in GraphQL `vulnerabilityResolve`. Part 3, Vulnerabilities.
     */
    resolve: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      move(id, "resolve", options),

    /**
     * Says that it is none: `closed`, or `dismissed` as real hosts call it. Answers undefined, and nothing changes, when it is so already (304).
     * Deprecated: in GraphQL `vulnerabilityDismiss`. Part 3, Vulnerabilities.
     */
    dismiss: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      move(id, "dismiss", options),

    /**
     * Takes the judgment back: `detected`. Answers undefined, and nothing changes, when it is so already (304).
     * Deprecated: in GraphQL `vulnerabilityRevertToDetected`. Part 3, Vulnerabilities.
     */
    revert: async (id: number | string, options: CallOptions = {}): Promise<Vulnerability | undefined> =>
      move(id, "revert", options),
  };
};
