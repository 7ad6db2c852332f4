import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { branchQuery } from "../../../core/mergeRequests/folders.ts";
import { requestOfBranch } from "../../../core/mergeRequests/localBranch.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { forkOf } from "../../../core/mergeRequests/sourceBranch.ts";
import type { OpenProject } from "../../../git/project.ts";

type Source = Pick<Context, "current" | "connections" | "changes" | "report" | "polling">;

/** The merge request whose source branch is checked out. */
export interface CheckedOutRequest extends MergeRequestPlace {
  /** Full SHA of its head on the host. */
  readonly head: string;
  /** Folder of the clone. */
  readonly root: string;
}

interface Lookup {
  readonly branch: string;
  readonly project: OpenProject;
  /** Another account makes another connection. */
  readonly connection: Connection;
  /** Undefined if there is no open one. */
  readonly found: Promise<MergeRequest | undefined>;
  /** Set once it was found. */
  known?: MergeRequest;
}

/** Knows which merge request is checked out in the open project: a request per branch, and the records of other requests afterwards. */
export class CheckedOut implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Source;
  private readonly changed = this.owned.add(new Emitter<void>());
  /** Fires when another merge request may be checked out, or the one that is has changed on the host. */
  readonly onDidChange = this.changed.event;
  private last: Lookup | undefined;

  constructor(context: Source) {
    this.context = context;
    this.owned.add(context.current.onDidChange(() => this.changed.fire()));
    this.owned.add(
      context.connections.onDidChangeRecords(({ connection, changes }) => {
        const { last } = this;
        if (last?.known && connection === last.connection && changes.mergeRequest.has(last.known.id))
          this.changed.fire();
      }),
    );
    this.owned.add(
      context.changes.event((change) => {
        if (change.subject !== "mergeRequest" || !this.last || this.last.known) return;
        if (!sameProject(this.last.project, change)) return;
        // One was created, perhaps for this branch.
        this.last = undefined;
        this.changed.fire();
      }),
    );
  }

  /** Returns the open merge request of the branch; undefined if there is none, or if it cannot be read. */
  async get(): Promise<CheckedOutRequest | undefined> {
    const { value } = this.context.current;
    if (value.kind !== "ready" || value.project.detached === true) return undefined;
    const { project, connection } = value;
    const { branch, root } = project;
    if (branch === undefined || root === undefined) return undefined;
    let { last } = this;
    if (last?.branch !== branch || !sameProject(last.project, project) || last.connection !== connection) {
      if (this.context.polling.silentUntil(project.instance) !== undefined) return undefined;
      last = { branch, project, connection, found: this.read(project, branch, connection) };
      this.last = last;
    }
    const found = await last.found;
    if (!found) return undefined;
    last.known = found;
    const { iid, sha, state } = connection.records.newest("mergeRequest", found);
    const { instance, project: name } = project;
    return sha && state === "opened" ? { instance, project: name, iid, head: sha, root } : undefined;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async read(
    { project }: OpenProject,
    branch: string,
    { client }: Connection,
  ): Promise<MergeRequest | undefined> {
    const query = { state: "opened", scope: "all", ...branchQuery(branch, false) } as const;
    try {
      const { items } = await client.mergeRequests.listForProject(project, query, { perPage: 20 }).page();
      // A fork may have a branch of the same name.
      const isNamed = requestOfBranch(branch) !== undefined;
      return items.find((one) => isNamed || forkOf(one) === undefined);
    } catch (error) {
      this.context.report.background(error, "Read the merge request of the branch");
      return undefined;
    }
  }
}
