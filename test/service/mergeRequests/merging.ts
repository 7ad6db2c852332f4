import { levelIn } from "../api/projectVisibility.ts";
import type { Repositories } from "../git/repositories.ts";
import { LEVELS } from "../groups/records.ts";
import type { State } from "../state.ts";
import type { ProjectRecord, PushEvent, UserRecord } from "../types.ts";
import { Branches, MergeConflict } from "./branches.ts";
import { mergeBranches } from "./mergeBranches.ts";
import { rebased } from "./rebase.ts";
import type { MergeOptions, MergeRequestRecord, NewMergeRequest } from "./records.ts";
import type { MergeRequests } from "./store.ts";

export interface MergingParts {
  readonly store: MergeRequests;
  readonly state: State;
  readonly repositories: Repositories;
  readonly log: (line: string) => void;
}

export type MergeRequestAction = "open" | "update" | "merge" | "close" | "reopen";

/** Hears of what happens to merge requests. */
export interface MergeRequestListener {
  opened(record: MergeRequestRecord): void;
  changed(action: MergeRequestAction, record: MergeRequestRecord, user: UserRecord): void;
  /** A push gave the merge request a new head; `before` is the one that the branch had. Pushes wait for it. */
  moved(record: MergeRequestRecord, user: UserRecord, before: string, at?: number): Promise<void>;
}

const NOTHING = /^0+$/;

/** Keeps merge requests and repositories in step: heads follow pushes, checks are real merges, merging really merges. */
export class Merging {
  readonly #parts: MergingParts;
  readonly #following = new Set<Promise<void>>();
  readonly #checks = new Map<number, Promise<void>>();
  readonly #waiting = new Map<number, AbortController>();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<MergeRequestListener>();

  constructor(parts: MergingParts) {
    this.#parts = parts;
  }

  listen(listener: MergeRequestListener): void {
    this.#listeners.add(listener);
  }

  /** Makes a merge request of a branch that exists, with its head ref. */
  async open(fields: NewMergeRequest): Promise<MergeRequestRecord> {
    const record = this.#parts.store.add(fields);
    // One whose fork is gone from the beginning is made up: the commits have to be in the project.
    await this.#takeHead(
      record,
      await (record.sourceProjectId === null
        ? this.branches(record).head(record.sourceBranch)
        : this.sourceHead(record)),
    );
    for (const listener of this.#listeners) listener.opened(record);
    return record;
  }

  /** Head of the source branch, its commits in the target project too; undefined when the branch or its fork is gone. */
  async sourceHead(
    record: Pick<MergeRequestRecord, "projectId" | "sourceProjectId" | "sourceBranch">,
  ): Promise<string | undefined> {
    const source = this.#sourceOf(record);
    if (!source) return undefined;
    const head = await new Branches(this.#parts.repositories, source).head(record.sourceBranch);
    if (head !== undefined && source.id !== record.projectId) await this.branches(record).bring(source, head);
    return head;
  }

  /** The head of a branch that is gone: its commit is still there, and so is the head ref. */
  async takeRecordedHead(record: MergeRequestRecord, sha: string): Promise<void> {
    await this.#takeHead(record, sha);
    // The target has it by now: it changed what its parent did not have.
    const [parent] = record.diff?.base === sha ? await this.branches(record).parents(sha) : [];
    if (parent !== undefined) this.#parts.store.setDiff(record, { base: parent, head: sha, start: parent });
  }

  branches(record: Pick<MergeRequestRecord, "projectId">): Branches {
    return new Branches(this.#parts.repositories, this.#project(record));
  }

  /** A push: heads move, checks are void, a request whose source is gone is closed, one whose commits arrived is merged. */
  pushed(event: PushEvent): void {
    const project = this.#parts.state.projectAt(event.project);
    const branch = /^refs\/heads\/(.+)$/.exec(event.ref)?.[1];
    const user = event.user ?? this.#parts.state.userNamed("admin");
    if (!project || branch === undefined || !user) return;
    const followed = this.#follow(project, branch, event, user).catch((error: unknown) =>
      this.#failed(`Merge requests could not follow ${event.project} ${branch}`, error),
    );
    this.#following.add(followed);
    void followed.finally(() => this.#following.delete(followed));
  }

  /** Resolves when every push so far has arrived in the merge requests. */
  async settled(): Promise<void> {
    while (this.#following.size > 0) await Promise.all([...this.#following]);
  }

  /** Begins to find out whether the branches can be merged, unless that is known or under way. */
  startCheck(record: MergeRequestRecord): void {
    if (record.state !== "opened" || record.check !== "unchecked") return;
    record.check = "checking";
    const earlier = this.#checks.get(record.id) ?? Promise.resolve();
    const check = earlier
      .then(() => this.#check(record))
      .catch((error: unknown) => {
        record.check = "unchecked";
        this.#failed(`Checking !${record.iid}`, error);
      })
      .finally(() => {
        if (this.#checks.get(record.id) === check) this.#checks.delete(record.id);
        this.#parts.state.changed();
      });
    this.#checks.set(record.id, check);
  }

  /** The same, and waits for it: a merge must know. */
  async checked(record: MergeRequestRecord): Promise<boolean> {
    while (
      record.state === "opened" &&
      (record.check === "unchecked" || record.check === "checking") &&
      !this.#closing.signal.aborted
    ) {
      this.startCheck(record);
      await this.#checks.get(record.id);
    }
    return record.check === "can_be_merged";
  }

  /** Merges now. Throws MergeConflict or GitFailed, with the record as it was but for `merge_error`. */
  async merge(record: MergeRequestRecord, user: UserRecord, options: MergeOptions): Promise<void> {
    const { store, state } = this.#parts;
    this.stopWaiting(record);
    record.state = "locked";
    try {
      const made = await mergeBranches(this.branches(record), {
        record,
        source: await this.sourceHead(record),
        project: this.#project(record),
        user,
        options,
        at: state.clock.now(),
      });
      Object.assign(record, made, {
        state: "merged",
        mergedAt: state.clock.now(),
        mergeUserId: user.id,
        mergeError: null,
      });
    } catch (error) {
      record.state = "opened";
      record.check = "unchecked";
      record.mergeError =
        error instanceof MergeConflict ? "Merge conflict" : "Something went wrong during merge. Please try again.";
      store.touch(record);
      throw error;
    }
    this.#tell("merge", record, user);
    if ((options.removeSourceBranch ?? record.forceRemoveSourceBranch) === true) await this.#removeSource(record, user);
  }

  /** Merges once the head's pipeline succeeds; a push, closing or canceling ends the wait. */
  mergeLater(record: MergeRequestRecord, user: UserRecord, options: MergeOptions): void {
    const { store, state } = this.#parts;
    this.stopWaiting(record);
    record.autoMerge = { ...options, userId: user.id };
    const waiting = new AbortController();
    this.#waiting.set(record.id, waiting);
    store.touch(record);
    void state
      .when(() => (store.pipelineOf(record)?.status === "success" ? true : undefined), waiting.signal)
      .then(async () => {
        if (record.state === "opened" && (await this.checked(record)) && !waiting.signal.aborted)
          await this.merge(record, user, options);
      })
      .catch((error: unknown) => {
        if (!waiting.signal.aborted) this.#failed(`Merging !${record.iid} after its pipeline`, error);
      });
  }

  /** Forgets an automatic merge; false when there was none. */
  stopWaiting(record: MergeRequestRecord): boolean {
    this.#waiting.get(record.id)?.abort();
    this.#waiting.delete(record.id);
    if (!record.autoMerge) return false;
    record.autoMerge = undefined;
    this.#parts.store.touch(record);
    return true;
  }

  /**
   * Writes `refs/merge-requests/:iid/merge`, unless it is up to date, and answers its commit. It is known then whether the branches can be
   * merged, as on real hosts. Throws MergeConflict.
   */
  async mergeRef(record: MergeRequestRecord, user: UserRecord): Promise<string> {
    await this.checked(record);
    const branches = this.branches(record);
    const [source, target] = await Promise.all([this.sourceHead(record), branches.head(record.targetBranch)]);
    if (record.state !== "opened" || source === undefined || target === undefined)
      throw new MergeConflict("Merge request is not mergeable");
    const name = `refs/merge-requests/${record.iid}/merge`;
    const existing = await branches.ref(name);
    if (existing !== undefined && (await branches.parents(existing)).join() === [target, source].join())
      return existing;
    const made = await branches.mergeCommit(target, source, `Merge ${source} into ${target}`, {
      user,
      at: this.#parts.state.clock.now(),
    });
    await branches.keep(name, made);
    return made;
  }

  /** Begins to rebase the source branch onto the target; false when that is under way, or a branch is gone. */
  startRebase(record: MergeRequestRecord, user: UserRecord): boolean {
    const source = this.#sourceOf(record);
    if (!source || record.rebasing) return false;
    record.rebasing = true;
    void this.#rebase(record, source, user)
      .catch((error: unknown) => {
        if (!(error instanceof MergeConflict)) this.#failed(`Rebasing !${record.iid}`, error);
        record.mergeError = "Rebase failed: Rebase locally, resolve all conflicts, then push the branch.";
      })
      .finally(() => {
        record.rebasing = false;
        this.#parts.store.touch(record);
        this.#parts.state.changed();
      });
    return true;
  }

  async #rebase(record: MergeRequestRecord, source: ProjectRecord, user: UserRecord): Promise<void> {
    const { repositories, state } = this.#parts;
    const there = new Branches(repositories, source);
    const [head, onto] = await Promise.all([
      there.head(record.sourceBranch),
      this.branches(record).head(record.targetBranch),
    ]);
    if (head === undefined || onto === undefined) throw new MergeConflict("A branch is gone");
    if (source.id !== record.projectId) await there.bring(this.#project(record), onto);
    const after = await rebased(repositories, source.path, { head, onto, user, at: state.clock.now() });
    record.mergeError = null;
    if (after !== head) await there.move(`refs/heads/${record.sourceBranch}`, { before: head, after, user });
    await this.settled();
  }

  /** The project is about to go: what came from it is closed and keeps its head, what was to be merged into it goes too. */
  async forgetProject(project: ProjectRecord, user: UserRecord): Promise<void> {
    await this.settled();
    const { store, state } = this.#parts;
    for (const record of store.ofProject(project.id)) {
      this.stopWaiting(record);
      store.remove(record);
    }
    for (const record of store.all().filter((one) => one.sourceProjectId === project.id)) {
      if (record.state === "opened") {
        Object.assign(record, { state: "closed", closedAt: state.clock.now(), closedById: user.id });
        this.changed("close", record, user);
      }
      record.sourceProjectId = null;
    }
    state.changed();
  }

  /** Takes the head that the branch has by now, as after a push at that time that nobody is told of. */
  async catchUp(record: MergeRequestRecord, user: UserRecord, at: number): Promise<void> {
    const before = record.sha;
    await this.#takeHead(record, await this.sourceHead(record), at);
    if (before === null) return;
    for (const listener of this.#listeners) await listener.moved(record, user, before, at);
  }

  /** The user changed the record. */
  changed(action: MergeRequestAction, record: MergeRequestRecord, user: UserRecord): void {
    if (action === "close") this.stopWaiting(record);
    this.#tell(action, record, user);
  }

  close(): void {
    this.#closing.abort();
    for (const waiting of this.#waiting.values()) waiting.abort();
  }

  async #follow(project: ProjectRecord, branch: string, { before, after }: PushEvent, user: UserRecord): Promise<void> {
    const { store } = this.#parts;
    const { from, into } = store.opened(project, branch);
    for (const record of from) {
      this.stopWaiting(record);
      if (NOTHING.test(after)) {
        Object.assign(record, { state: "closed", closedAt: this.#parts.state.clock.now(), closedById: user.id });
        this.#tell("close", record, user);
      } else {
        await this.#takeHead(record, after);
        for (const listener of this.#listeners) await listener.moved(record, user, before);
        this.#tell("update", record, user);
      }
    }
    for (const record of into) {
      record.check = "unchecked";
      const branches = this.branches(record);
      if (
        record.sha === null ||
        record.sha === record.diff?.base ||
        NOTHING.test(after) ||
        !(await branches.contains(after, record.sha)) ||
        record.state !== "opened"
      )
        continue;
      this.stopWaiting(record);
      Object.assign(record, {
        state: "merged",
        mergedAt: this.#parts.state.clock.now(),
        mergeUserId: user.id,
        mergeCommitSha: after,
      });
      this.#tell("merge", record, user);
    }
    this.#parts.state.changed();
  }

  async #takeHead(record: MergeRequestRecord, head: string | undefined, at?: number): Promise<void> {
    if (head === undefined) return;
    const branches = this.branches(record);
    const source = this.#sourceOf(record);
    if (source && source.id !== record.projectId) await branches.bring(source, head);
    record.check = "unchecked";
    record.sha = head;
    const target = await branches.head(record.targetBranch);
    this.#parts.store.setDiff(record, target === undefined ? null : await branches.diff(head, target), at);
    await branches.keep(`refs/merge-requests/${record.iid}/head`, head);
  }

  async #check(record: MergeRequestRecord): Promise<void> {
    const { state, store } = this.#parts;
    await state.when(() => (store.rules(record.projectId).checksHeld ? undefined : true), this.#closing.signal);
    const branches = this.branches(record);
    const [source, target] = await Promise.all([this.sourceHead(record), branches.head(record.targetBranch)]);
    let result: MergeRequestRecord["check"] = "cannot_be_merged";
    try {
      if (source !== undefined && target !== undefined) {
        await branches.mergedTree(target, source);
        result = "can_be_merged";
      }
    } catch (error) {
      if (!(error instanceof MergeConflict)) throw error;
    }
    // A push meanwhile made it unchecked again: this answer is about other commits.
    if (record.check === "checking") record.check = result;
  }

  /** Not the default branch, only when nobody else moved it, and in a fork only by those who may push there. */
  async #removeSource(record: MergeRequestRecord, user: UserRecord): Promise<void> {
    const source = this.#sourceOf(record);
    if (!source || record.sourceBranch === source.defaultBranch || record.sha === null) return;
    if (source.id !== record.projectId && levelIn(source, user) < LEVELS.developer) return;
    await new Branches(this.#parts.repositories, source)
      .move(`refs/heads/${record.sourceBranch}`, { before: record.sha, user })
      .catch((error: unknown) => this.#failed(`Removing ${record.sourceBranch}`, error));
  }

  #tell(action: MergeRequestAction, record: MergeRequestRecord, user: UserRecord): void {
    this.#parts.store.touch(record);
    for (const listener of this.#listeners) listener.changed(action, record, user);
  }

  #sourceOf({ sourceProjectId }: Pick<MergeRequestRecord, "sourceProjectId">): ProjectRecord | undefined {
    return sourceProjectId === null ? undefined : this.#parts.state.projects.get(sourceProjectId);
  }

  #project(record: Pick<MergeRequestRecord, "projectId">): ProjectRecord {
    return this.#parts.state.projects.get(record.projectId)!;
  }

  #failed(what: string, error: unknown): void {
    if (!this.#closing.signal.aborted) this.#parts.log(`${what} failed: ${String(error)}`);
  }
}
