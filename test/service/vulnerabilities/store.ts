import type { Clock } from "../clock.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import type { Decision, NewVulnerability, VulnerabilityRecord, VulnerabilityState } from "./records.ts";

/** The vulnerabilities of all projects. */
export class VulnerabilityStore extends Map<number, VulnerabilityRecord> {
  readonly #clock: Clock;
  #lastId = 0;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  add(project: ProjectRecord, author: UserRecord, { state, ...spec }: NewVulnerability): VulnerabilityRecord {
    const createdAt = spec.createdAt ?? this.#clock.now();
    const record: VulnerabilityRecord = {
      ...{ description: "", severity: "medium", confidence: "medium", reportType: "sast", location: {} },
      scanner: "Semgrep",
      ...spec,
      id: ++this.#lastId,
      projectId: project.id,
      authorId: author.id,
      createdAt,
      state: "opened",
      updatedAt: createdAt,
      confirmed: undefined,
      resolved: undefined,
      dismissed: undefined,
    };
    this.set(record.id, record);
    if (state !== undefined && state !== "opened") this.move(record, state, author, createdAt);
    return record;
  }

  /** Changes the state; what was decided before is forgotten, except that what is resolved or dismissed may have been confirmed. */
  move(
    record: VulnerabilityRecord,
    state: Exclude<VulnerabilityState, "opened">,
    user: UserRecord,
    at = this.#clock.now(),
  ): void {
    const decision: Decision = { at, userId: user.id };
    record.state = state;
    record.updatedAt = at;
    record.confirmed = state === "confirmed" ? decision : state === "detected" ? undefined : record.confirmed;
    record.resolved = state === "resolved" ? decision : undefined;
    record.dismissed = state === "dismissed" ? decision : undefined;
  }
}
