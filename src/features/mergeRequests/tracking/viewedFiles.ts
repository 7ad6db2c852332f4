import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { Emitter } from "../../../core/base/events.ts";
import { asNumber, asText, dictionaryOf, recordOf } from "../../../core/base/stored.ts";
import type { Changes, FileChange } from "../../../core/comparisons/comparison.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { identityOf } from "../../../git/changeIdentity.ts";
import { cloneOf } from "../../../git/clone.ts";

/** A version of a merge request, by its commits. */
export interface VersionEnds {
  readonly base: string;
  readonly head: string;
}

/** The viewed files of a merge request, as they are kept. */
interface Viewed extends VersionEnds {
  /** Identity of each viewed change by path; empty where there is none. */
  readonly files: Readonly<Record<string, string>>;
  /** The last version of which all files were viewed. */
  readonly whole?: VersionEnds & { readonly at: number };
}

/** One per account and merge request; the oldest are dropped. */
const viewedFiles: DraftKind<Viewed> = {
  name: "viewed",
  shared: true,
  limit: 100,
  parse: recordOf(
    { base: asText, head: asText, files: dictionaryOf(asText) },
    { whole: recordOf({ base: asText, head: asText, at: asNumber }) },
  ),
};

/** Number of files up to which a clone's diffs are read. */
const maxFiles = 3_000;
/** Limit of merge requests whose changes are kept in memory. */
const maxShown = 20;
/** Limit of merge requests whose marks are kept in memory. */
const maxCached = 500;

type ViewedContext = Pick<Context, "connections" | "projects" | "drafts" | "report">;

const isAt = (one: VersionEnds, { base, head }: VersionEnds): boolean => one.base === base && one.head === head;

/**
 * Which changed files of merge requests the account has viewed, kept in the workspace: hosts have no route for it. A mark stays while the
 * file's change is the same, in whatever version.
 */
export class ViewedFiles implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: ViewedContext;
  private readonly cached = new Map<string, Viewed | undefined>();
  /** Changes that marks of other versions were compared with, so that old rows never take a mark back to their version. */
  private readonly settled = new WeakMap<Changes, Promise<void>>();
  /** The changes that were shown last. */
  private readonly shown = new Map<string, Changes>();
  private readonly identities = new WeakMap<Changes, Promise<ReadonlyMap<string, string>>>();
  private readonly changed = this.owned.add(new Emitter<MergeRequestPlace>());
  readonly onDidChange = this.changed.event;

  constructor(context: ViewedContext) {
    this.context = context;
  }

  /** Returns whether marks can be kept: there is an account to keep them for. */
  isKept({ instance }: MergeRequestPlace): boolean {
    return this.userOf(instance) !== undefined;
  }

  isViewed(place: MergeRequestPlace, changes: Changes, file: FileChange): boolean {
    const kept = this.keptFor(place, changes);
    if (kept === undefined || !Object.hasOwn(kept.files, file.path)) return false;
    // Rows of another version are about to be read again.
    return isAt(kept, changes.comparison) || kept.files[file.path] === identityOf(file);
  }

  /** Returns whether a file of this version was viewed. @param path as in its change */
  isViewedAt(place: MergeRequestPlace, ends: VersionEnds, path: string): boolean {
    const kept = this.read(place);
    return kept !== undefined && isAt(kept, ends) && Object.hasOwn(kept.files, path);
  }

  /** Returns the changes of a version that were shown last, if they still are those. */
  latest(place: MergeRequestPlace, ends: VersionEnds): Changes | undefined {
    const changes = this.shown.get(this.keyOf(place));
    return changes && isAt(changes.comparison, ends) ? changes : undefined;
  }

  /** Returns the number of viewed files. */
  count(place: MergeRequestPlace, changes: Changes): number {
    return changes.files.filter((file) => this.isViewed(place, changes, file)).length;
  }

  /** Returns the last version of which all files were viewed, and when. */
  whole(place: MergeRequestPlace): (VersionEnds & { readonly at: number }) | undefined {
    return this.read(place)?.whole;
  }

  /** Marks files as viewed or not. A failed write is only reported. */
  async mark(place: MergeRequestPlace, changes: Changes, files: readonly FileChange[], viewed: boolean): Promise<void> {
    if (!this.isKept(place)) return;
    await this.settle(place, changes);
    // Also for taking a mark back: it must not overtake the mark before it.
    const identities = await this.identitiesOf(changes);
    const { base, head } = changes.comparison;
    // Another window may have marked others meanwhile.
    const stored = this.context.drafts.get(viewedFiles, this.keyOf(place));
    const kept = (stored && isAt(stored, changes.comparison) ? stored : this.read(place)) ?? { base, head, files: {} };
    if (!isAt(kept, changes.comparison)) return;
    const marks = new Map(Object.entries(kept.files));
    for (const { path } of files) {
      if (viewed) marks.set(path, identities.get(path) ?? "");
      else marks.delete(path);
    }
    // Other comparisons are with the commit that merges it.
    const isVersion = changes.comparison.mergeRequest !== undefined;
    const isWhole = viewed && isVersion && changes.files.every(({ path }) => marks.has(path));
    const whole = isWhole ? { base, head, at: Date.now() } : kept.whole;
    await this.write(place, { base, head, files: Object.fromEntries(marks), ...(whole && { whole }) });
  }

  /** Drops the marks of a merge request that is no longer reviewed. */
  forget(place: MergeRequestPlace): void {
    if (this.read(place) !== undefined) void this.write(place, undefined);
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Returns the marks; those of an earlier version are compared with the changes first, which takes a moment in a clone. */
  private keptFor(place: MergeRequestPlace, changes: Changes): Viewed | undefined {
    if (!this.settled.has(changes)) this.remember(place, changes);
    if (this.settled.has(changes)) return this.read(place);
    void this.settle(place, changes);
    return this.read(place);
  }

  /** Takes marks of another version over to the version of these changes, once, where the file's change is the same. */
  private settle(place: MergeRequestPlace, changes: Changes): Promise<void> {
    const before = this.settled.get(changes);
    if (before) return before;
    const { comparison, from } = changes;
    const kept = this.read(place);
    let work = Promise.resolve();
    if (kept && !isAt(kept, comparison)) {
      // Those of the host are known without waiting.
      if (from === "host") this.takeOver(place, changes, kept, hostIdentities(changes));
      else work = this.settleInClone(place, changes, kept);
    }
    this.settled.set(changes, work);
    return work;
  }

  private async settleInClone(place: MergeRequestPlace, changes: Changes, kept: Viewed): Promise<void> {
    const identities = await this.identitiesOf(changes);
    const isSame = (path: string): boolean => identities.has(path) && identities.get(path) === kept.files[path];
    // Marks made from the host's commits differ from those of the whole diff, which the clone may still have.
    const before = Object.keys(kept.files).every(isSame) ? undefined : await this.inClone(changes, kept);
    if (this.read(place) !== kept) return;
    const files = { ...kept.files, ...(before && Object.fromEntries(before)) };
    this.takeOver(place, changes, { ...kept, files }, identities, kept.files);
    this.changed.fire(place);
  }

  private takeOver(
    place: MergeRequestPlace,
    { comparison: { base, head } }: Changes,
    { files, whole }: Viewed,
    identities: ReadonlyMap<string, string>,
    marks: Viewed["files"] = files,
  ): void {
    const same = Object.keys(marks).flatMap((path) => {
      const identity = identities.get(path);
      return identity !== undefined && [files[path], marks[path]].includes(identity) ? [[path, identity] as const] : [];
    });
    void this.keep(place, { base, head, files: Object.fromEntries(same), ...(whole && { whole }) });
  }

  private identitiesOf(changes: Changes): Promise<ReadonlyMap<string, string>> {
    const known = this.identities.get(changes);
    if (known) return known;
    const reading =
      changes.from === "host" ? Promise.resolve(hostIdentities(changes)) : this.inClone(changes, changes.comparison);
    this.identities.set(changes, reading);
    return reading;
  }

  /** Returns the identities of the changes of a version; empty if the clone lacks it. */
  private async inClone(changes: Changes, { base, head }: VersionEnds): Promise<ReadonlyMap<string, string>> {
    const clone = cloneOf(this.context, changes.comparison);
    if (!clone || changes.files.length > maxFiles) return new Map();
    try {
      if (!(await clone.has(head)) || !(await clone.has(base))) return new Map();
      return await clone.identities(base, head);
    } catch (error) {
      this.context.report.background(error, "Read the diffs of viewed files");
      return new Map();
    }
  }

  private userOf(instance: string): number | undefined {
    return this.context.connections.get(instance).session?.user.id;
  }

  private keyOf({ instance, project, iid }: MergeRequestPlace): string {
    return `${instance} ${this.userOf(instance) ?? ""} ${project} ${iid}`;
  }

  private remember(place: MergeRequestPlace, changes: Changes): void {
    const key = this.keyOf(place);
    this.shown.delete(key);
    this.shown.set(key, changes);
    for (const oldest of [...this.shown.keys()].slice(0, -maxShown)) this.shown.delete(oldest);
  }

  private read(place: MergeRequestPlace): Viewed | undefined {
    const key = this.keyOf(place);
    if (!this.cached.has(key)) {
      this.cached.set(key, this.context.drafts.get(viewedFiles, key));
      for (const oldest of [...this.cached.keys()].slice(0, -maxCached)) this.cached.delete(oldest);
    }
    return this.cached.get(key);
  }

  private async keep(place: MergeRequestPlace, viewed: Viewed | undefined): Promise<void> {
    const key = this.keyOf(place);
    this.cached.set(key, viewed);
    await this.context.drafts.keepQuietly(viewedFiles, key, viewed);
  }

  private async write(place: MergeRequestPlace, viewed: Viewed | undefined): Promise<void> {
    const written = this.keep(place, viewed);
    this.changed.fire(place);
    await written;
  }
}

const hostIdentities = ({ files }: Changes): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap((file) => {
      const identity = identityOf(file);
      return identity === undefined ? [] : [[file.path, identity] as const];
    }),
  );
