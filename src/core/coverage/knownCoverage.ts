import { Emitter, type Event } from "../base/events.ts";
import type { Ratio } from "./report.ts";

/** Limit of versions that are kept. */
const maxKept = 100;

/** What changed lines were compared with: a version of a merge request, and the reports of one pipeline. */
export interface CoverageVersion {
  readonly iid: number;
  /** Full SHA of the merge request's latest commit. */
  readonly head: string;
  readonly pipeline: number;
}

/** How many of the changed lines of a merge request are covered. */
export interface ChangedLinesCoverage extends Ratio {
  /** Whether some reports or files are not counted. */
  readonly isPartial: boolean;
}

/** The coverage of changed lines that was shown to one account on one host, so that others can show it without a request. */
export class KnownCoverage {
  private readonly kept = new Map<string, ChangedLinesCoverage>();
  private readonly changed = new Emitter<void>();
  /** Fires when more is known. */
  readonly onDidChange: Event<void> = this.changed.event;

  of(version: CoverageVersion): ChangedLinesCoverage | undefined {
    return this.kept.get(keyOf(version));
  }

  keep(version: CoverageVersion, coverage: ChangedLinesCoverage): void {
    const key = keyOf(version);
    this.kept.delete(key);
    this.kept.set(key, coverage);
    for (const first of this.kept.keys()) if (this.kept.size > maxKept) this.kept.delete(first);
    this.changed.fire();
  }
}

const keyOf = ({ iid, head, pipeline }: CoverageVersion): string => `${iid} ${head} ${pipeline}`;
