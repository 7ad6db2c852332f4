import * as vscode from "vscode";
import type { Job } from "../api/resources/jobs.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import { isCancelled } from "../errors.ts";
import { VIEWS } from "../ids.ts";
import type { JobRef, ProjectScope } from "../refs.ts";
import { Tree } from "../tree/engine.ts";
import type { Kinds } from "../tree/node.ts";
import { PagedList } from "../tree/pagedList.ts";
import type { Seat } from "../tree/poll.ts";
import { isPassing } from "../tree/rowEntry.ts";
import { setContextKey } from "../ui/contextKeys.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { isRunning } from "../ui/statusLook.ts";
import { jobItem } from "./jobItem.ts";
import { readJobScope, writeJobScope } from "./jobScope.ts";
import type { ViewOptions } from "./pipelines.ts";

/** The list itself; not drawn. */
interface ListNode extends ProjectScope {
  readonly kind: "list";
}

/** Is a JobRef, for commands. */
interface JobNode extends JobRef {
  readonly kind: "job";
  readonly job: Job;
}

type JobsNode = ListNode | JobNode;

interface Shown extends ProjectScope {
  readonly account: object;
  readonly list: PagedList<Job>;
  scope: readonly string[];
}

/** Jobs wait as created for as long as their pipeline does: only those that were picked up count as running. */
const moves = ({ status }: Job): boolean => isRunning(status) && status !== "created";
const afterWrite = 3_000;

/** The Jobs view: the project's jobs, newest first. */
export class JobsView implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ViewOptions;
  private readonly tree: Tree<JobsNode>;
  private readonly seat: Seat;
  private shown: Shown | undefined;
  private work = new AbortController();

  constructor(options: ViewOptions) {
    this.options = options;
    const { current, changes, budget, memory, log } = options;
    this.seat = this.owned.add(
      budget.add({
        name: VIEWS.jobs,
        demand: () => {
          if (!this.shown || !this.tree.visible) return "none";
          return this.shown.list.items?.some(moves) === true ? "running" : "idle";
        },
        poll: (signal) => this.look(AbortSignal.any([signal, this.work.signal])),
        refresh: () => this.refreshSeen(),
      }),
    );
    const roots = (): ListNode[] => (this.shown ? [listNode(this.shown)] : []);
    this.tree = this.owned.add(
      new Tree<JobsNode>({ view: VIEWS.jobs, kinds: this.kinds(), roots, hideRoot: true, memory, log }),
    );
    this.owned.add(
      this.tree.onDidChangeVisibility((visible) => {
        if (visible) this.seat.shown();
        else this.seat.changed();
      }),
    );
    this.owned.add(current.onDidChange(() => this.follow()));
    this.owned.add(changes(() => this.seat.soon(afterWrite)));
    this.follow();
  }

  /** What VS Code reads the rows from. */
  get provider(): Tree<JobsNode>["provider"] {
    return this.tree.provider;
  }

  /** The statuses that the list is narrowed to; empty: all jobs. */
  get scope(): readonly string[] {
    return this.shown?.scope ?? [];
  }

  /** Narrows the list of the open project to these statuses, and remembers it. */
  async setScope(scope: readonly string[]): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    await writeJobScope(this.options.memory, shown, scope);
    if (this.shown !== shown) return;
    shown.scope = readJobScope(this.options.memory, shown);
    shown.list.clear();
    this.tree.renew(listNode(shown));
    this.tellScope();
  }

  /** Reads the list anew; the rows stay meanwhile. */
  refresh(): void {
    if (this.tree.visible) void this.tree.refresh();
    this.seat.loaded();
  }

  /** Adds the next page. */
  loadMore(row: string): Promise<void> {
    return this.tree.more(row);
  }

  dispose(): void {
    this.work.abort();
    this.owned.dispose();
  }

  private kinds(): Kinds<JobsNode> {
    return {
      list: {
        id: ({ instance, project }) => `${instance} ${project}/jobs`,
        item: () => new vscode.TreeItem("", vscode.TreeItemCollapsibleState.Expanded),
        known: (node) => {
          const { shown } = this;
          const items = shown?.list.items;
          if (!shown || !items) return undefined;
          const more = async (signal: AbortSignal): Promise<{ nodes: [] }> => {
            await shown.list.more(signal);
            this.seat.changed();
            return { nodes: [] }; // What is known has grown; the rows are made from it.
          };
          const note = shown.scope.length > 0 ? vscode.l10n.t("No job has one of these statuses") : vscode.l10n.t("No jobs yet");
          const { instance, project } = node;
          const nodes = items.map((job): JobNode => ({ kind: "job", instance, project, job }));
          return { nodes, note, more: shown.list.hasMore ? more : undefined };
        },
        children: async (_node, signal) => {
          await this.shown?.list.load(signal);
          this.seat.loaded();
          return { nodes: [] };
        },
      },
      job: {
        id: ({ instance, project, job }) => `${instance} ${project}/jobs/${job.id}`,
        item: (node) => jobItem(node, { alone: true }),
        // Tooltips are loaded with the first one that is asked for.
        detail: async ({ job }, item) => Object.assign(item, { tooltip: (await import("./tooltip.ts")).jobTooltip(job) }),
      },
    };
  }

  private refreshSeen(): void {
    // Nothing to refresh before the first answer, which VS Code asks for itself.
    if (!this.shown || !this.tree.visible || !this.tree.isOpened(listNode(this.shown))) return;
    if (this.shown.list.items === undefined) return;
    this.seat.loaded();
    this.look(this.work.signal).catch(() => undefined); // Told in the view.
  }

  /** Looks for news with one request. */
  private async look(signal: AbortSignal): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    try {
      await shown.list.refresh(signal);
    } catch (error) {
      if (this.shown === shown && !isCancelled(error) && !signal.aborted) {
        if (!isPassing(error)) shown.list.clear();
        this.tree.fail(listNode(shown), error);
      }
      throw error;
    }
    if (this.shown !== shown) return;
    this.tree.current(listNode(shown));
    this.seat.answered();
    this.tree.update();
    this.seat.changed();
  }

  /** Another project or account begins anew. */
  private follow(): void {
    const { value } = this.options.current;
    const { shown } = this;
    if (value.kind !== "ready") {
      if (shown) this.begin(undefined);
      return;
    }
    const { project: open, connection } = value;
    if (shown?.instance === open.instance && shown.project === open.project && shown.account === connection) return;
    const { instance, project } = open;
    const next: Shown = {
      instance,
      project,
      account: connection,
      scope: readJobScope(this.options.memory, { instance, project }),
      list: new PagedList<Job>((page) => connection.client.jobs.list(project, next.scope.length > 0 ? { scope: next.scope } : {}, page)),
    };
    this.begin(next);
  }

  private begin(shown: Shown | undefined): void {
    this.work.abort();
    this.work = new AbortController();
    this.shown = shown;
    this.tree.reset();
    this.tellScope();
    this.seat.loaded();
  }

  private tellScope(): void {
    const { scope } = this;
    this.tree.message = scope.length === 0 ? undefined : vscode.l10n.t("Filter: {0}", scope.map((status) => statusLabel(status)).join(", "));
    void setContextKey("forgeline.jobsFiltered", scope.length > 0);
  }
}

const listNode = ({ instance, project }: ProjectScope): ListNode => ({ kind: "list", instance, project });
