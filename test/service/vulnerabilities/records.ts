/** What a person decided about a vulnerability. `opened` is one that nobody looked at yet, which real hosts call `detected`. */
export type VulnerabilityState = "opened" | "detected" | "confirmed" | "resolved" | "dismissed";

/** A decision, with who made it. */
export interface Decision {
  readonly at: number;
  readonly userId: number;
}

export interface VulnerabilityRecord {
  readonly id: number;
  readonly projectId: number;
  readonly title: string;
  readonly description: string;
  /** Real hosts know info, unknown, low, medium, high and critical; the documents leave it open. */
  readonly severity: string;
  /** Only the documents have it. */
  readonly confidence: string;
  /** `sast`, `dependency_scanning`, `secret_detection`, … */
  readonly reportType: string;
  /** Where the scanner saw it. */
  readonly location: Readonly<Record<string, unknown>>;
  readonly scanner: string;
  readonly authorId: number;
  readonly createdAt: number;
  state: VulnerabilityState;
  updatedAt: number;
  confirmed: Decision | undefined;
  resolved: Decision | undefined;
  dismissed: Decision | undefined;
}

/** A vulnerability to be made; everything but the title has a default, as the time (milliseconds since the epoch) has now. */
export type NewVulnerability = Pick<VulnerabilityRecord, "title"> &
  Partial<
    Omit<VulnerabilityRecord, "id" | "projectId" | "authorId" | "updatedAt" | "confirmed" | "resolved" | "dismissed">
  >;
