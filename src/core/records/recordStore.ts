import type { Project } from "../../api/resources/extraTypes.ts";
import { Emitter, type Event } from "../base/events.ts";
import { CommitTitles } from "./commitTitles.ts";
import { featuresOf, type ProjectFeatures } from "./projectFeatures.ts";
import { type RecordKind, type Records, recordsIn } from "./recordKinds.ts";

/** What an answer changed: the records whose fields differ from what was known, by ID. */
export type RecordChanges = Readonly<Record<RecordKind, ReadonlySet<number>>> & {
  /** What projects have whose records were read, changed or not. */
  readonly projects?: readonly ProjectFeatures[];
};

interface PendingChanges extends Record<RecordKind, Set<number>> {
  readonly projects: ProjectFeatures[];
}

/** Replaces records by their newest known version. */
export interface NewestRecords<R> {
  /** Increases whenever `newest` may return something else. */
  version(): number;
  newest(record: R): R;
}

/** Maximum ms for which a replica of the host is believed to lag behind. */
const replicaLag = 30_000;

interface Known {
  readonly record: object;
  /** Start of the request that the record answers, in ms since the epoch. */
  readonly askedAt: number;
  /** `updated_at` of the host, unless a later answer without it changed the record. */
  readonly updatedAt: number | undefined;
  /** When an answer last contradicted what was known, in ms since the epoch; 0 if none did. */
  readonly changedAt: number;
}

/** Limit of records of each kind, above what is shown at one time. */
const maxRecords = 10_000;

/**
 * The newest known version of each pipeline, job and merge request of one account on one host, fed with every answer of
 * the API. Whoever shows a record shows this version, so that all agree. Does not use VS Code.
 */
export class RecordStore {
  private readonly known: { readonly [Kind in RecordKind]: Map<number, Known> } = {
    pipeline: new Map(),
    job: new Map(),
    mergeRequest: new Map(),
  };
  private readonly changed = new Emitter<RecordChanges>();
  /** Fires in the turn after answers that changed or added records; several answers are combined. */
  readonly onDidChange: Event<RecordChanges> = this.changed.event;
  /** Titles of commits in the answers. */
  readonly titles = new CommitTitles();
  private pending: PendingChanges | undefined;
  private readonly versions: { [Kind in RecordKind]: number } = { pipeline: 0, job: 0, mergeRequest: 0 };

  /** Increases with every change of a record of this kind. */
  version(kind: RecordKind): number {
    return this.versions[kind];
  }

  /**
   * Adds the records in an answer; those that are older than the known ones are ignored.
   * @param operation ID of the operation in the contract
   * @param askedAt when its request started, in ms since the epoch
   */
  add(operation: string, answer: readonly object[], askedAt: number): void {
    for (const { kind, record } of recordsIn(operation, answer)) this.put(kind, record, askedAt);
    // The client has checked the fields that such an answer must have.
    if (operation === "extras.project") this.changesToFire().projects.push(...(answer as Project[]).map(featuresOf));
    this.titles.add(answer);
  }

  /** Returns the newest known version of a record, which may lack fields. */
  get<Kind extends RecordKind>(kind: Kind, id: number): Records[Kind] | undefined {
    return this.known[kind].get(id)?.record as Records[Kind] | undefined;
  }

  /** Returns a record with the newest known values of its fields; the record itself if nothing newer is known. */
  newest<Kind extends RecordKind, R extends Records[Kind]>(kind: Kind, record: R): R {
    const known = this.known[kind].get(record.id)?.record;
    if (known === undefined || known === record) return record;
    const merged = { ...record, ...known };
    return sameFields(record, merged) ? record : merged;
  }

  /** Returns the newest versions of records of one kind. */
  of<Kind extends RecordKind, R extends Records[Kind]>(kind: Kind): NewestRecords<R> {
    return { version: () => this.version(kind), newest: (record) => this.newest(kind, record) };
  }

  /** Returns when an answer last showed a change of a record, or of a job of a pipeline, in ms since the epoch; 0 if none did. */
  changedAt(kind: RecordKind, id: number): number {
    return this.known[kind].get(id)?.changedAt ?? 0;
  }

  private put(kind: RecordKind, news: object & { readonly id: number }, askedAt: number): void {
    const records = this.known[kind];
    const old = records.get(news.id);
    const updatedAt = timeOf(news);
    if (old !== undefined && isOlder({ askedAt, updatedAt }, old)) return;
    const record = old === undefined ? news : { ...old.record, ...stated(kind, old.record, news) };
    const isSame = old !== undefined && sameFields(old.record, record);
    const hasChanged = old !== undefined && !isSame && differs(old.record, record);
    records.delete(news.id);
    records.set(news.id, {
      record: isSame ? old.record : record,
      askedAt,
      updatedAt: updatedAt ?? (isSame ? old.updatedAt : undefined),
      changedAt: hasChanged ? askedAt : (old?.changedAt ?? 0),
    });
    if (kind === "job" && hasChanged) this.jobChanged(record, askedAt);
    if (records.size > maxRecords)
      for (const [oldest] of records) if (records.size > maxRecords) records.delete(oldest);
    if (!isSame) this.note(kind, news.id);
  }

  private jobChanged(job: Partial<Records["job"]>, askedAt: number): void {
    const known = this.known.pipeline.get(job.pipeline?.id ?? 0);
    if (known) this.known.pipeline.set(job.pipeline?.id ?? 0, { ...known, changedAt: askedAt });
  }

  private note(kind: RecordKind, id: number): void {
    this.versions[kind]++;
    this.changesToFire()[kind].add(id);
  }

  /** Returns the changes that the event at the end of this turn reports. */
  private changesToFire(): PendingChanges {
    if (this.pending) return this.pending;
    const pending = {
      pipeline: new Set<number>(),
      job: new Set<number>(),
      mergeRequest: new Set<number>(),
      projects: [],
    };
    this.pending = pending;
    setImmediate(() => {
      this.pending = undefined;
      this.changed.fire(pending);
    });
    return pending;
  }
}

/** Hosts with replicas may for a moment answer a later request from an older state, which `updated_at` tells. */
function isOlder(news: Pick<Known, "askedAt" | "updatedAt">, known: Known): boolean {
  const { updatedAt: moved = 0 } = news;
  const { updatedAt: before = 0 } = known;
  const isComparable = moved > 0 && before > 0 && moved !== before;
  if (!isComparable || news.askedAt - known.askedAt > replicaLag) return news.askedAt < known.askedAt;
  return moved < before;
}

/** Returns the fields of an answer that replace known ones: those left out, and colors of labels, stay. */
function stated(kind: RecordKind, known: object, news: object): object {
  const fields = Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined));
  if (kind !== "mergeRequest" || !("labels" in known) || !("labels" in fields)) return fields;
  const [before, after] = [labelNames(known.labels), labelNames(fields["labels"])];
  const isColored = (labels: unknown): boolean => Array.isArray(labels) && typeof labels[0] === "object";
  if (before === after && isColored(known.labels)) delete fields["labels"];
  return fields;
}

const labelNames = (labels: unknown): string =>
  JSON.stringify(
    Array.isArray(labels)
      ? labels.map((label: unknown) =>
          typeof label === "object" && label !== null && "name" in label ? label.name : label,
        )
      : labels,
  );

function timeOf(record: object): number | undefined {
  const time = "updated_at" in record && typeof record.updated_at === "string" ? Date.parse(record.updated_at) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether all fields of the second record have the same values in the first. */
const sameFields = (one: object, other: object): boolean =>
  Object.entries(other).every(([key, value]) => sameValue(Reflect.get(one, key), value));

/** Fields that grow by themselves while a job runs or waits. */
const growing = new Set(["duration", "queued_duration"]);

/** Whether something happened between two versions of a record; answers of some operations merely have more fields. */
const differs = (before: object, after: object): boolean =>
  Object.entries(after).some(([key, value]) => {
    const was: unknown = Reflect.get(before, key);
    return was !== undefined && !growing.has(key) && !sameValue(was, value);
  });

const sameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof other === "object" && other !== null && JSON.stringify(one) === JSON.stringify(other));
