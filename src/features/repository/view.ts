import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import { CommitStatuses } from "../../core/commits/commitStatuses.ts";
import { commitNode, commitRow, type CommitsNode } from "../../core/commits/nodes.ts";
import type { CommitRef } from "../../core/commits/refs.ts";
import { commitRenderers } from "../../core/commits/renderers.ts";
import { changesOfCommit } from "../../core/comparisons/changes.ts";
import type { Changes } from "../../core/comparisons/comparison.ts";
import type { Context } from "../../core/context.ts";
import { mergedText, switchAction } from "../../core/mergeRequests/labels.ts";
import { readMergedBranch } from "../../core/mergeRequests/mergedBranch.ts";
import type { ListSource } from "../../core/tree/pagedList.ts";
import { type ListNode, type ProjectListOptions, ProjectList } from "../../core/tree/projectList.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewContext, Open } from "../../core/tree/viewModel.ts";
import type { OpenProject } from "../../git/project.ts";
import {
  type CommitFilter,
  commitFilters,
  commitQuery,
  followsBranch,
  isUnfiltered,
  refText,
  startRef,
} from "./filter.ts";

/**
 * The Commits view: commits of the current branch by default, and below each its files, refs, comments and statuses.
 */
export type CommitsView = ProjectView<CommitsNode | ListNode, CommitsViewModel>;

/** Returns the changes of a commit, from the clone or the host. */
export type ChangesOf = (ref: CommitRef, signal: AbortSignal) => Promise<Changes>;

type AllNodes = CommitsNode | ListNode;

/** The list of commits. */
export class CommitsViewModel extends ProjectList<Commit, CommitsNode, CommitFilter> {
  private readonly statuses: CommitStatuses;

  constructor(
    options: ProjectListOptions<Commit, CommitsNode, CommitFilter>,
    view: ViewContext<AllNodes>,
    statuses: CommitStatuses,
  ) {
    super(options, view);
    this.statuses = statuses;
  }

  /** Selects and expands the row of a commit; sets the filter to it when it is not in the list. */
  async reveal({ id }: Pick<Commit, "id">): Promise<void> {
    if (this.items?.some((commit) => commit.id === id) !== true)
      await this.filter.set({ ...(this.filter.value.stats && { stats: true }), ref: id });
    if (this.view.signal.aborted) return;
    await this.view.tree.reveal(() => [commitRow(this.options.scope, id)], { expand: true });
  }

  override written(): void {
    this.statuses.markOutdated();
    super.written();
  }
}

export const openCommits =
  (context: Pick<Context, "projects" | "connections" | "report">): Open<AllNodes, CommitsViewModel> =>
  (open, connection, view) => {
    const changesOf: ChangesOf = (ref, signal) => changesOfCommit(context, ref, signal);
    const { instance, project } = open;
    const { client } = connection;
    const statuses = new CommitStatuses(client, project);
    /** Whether the host did not have the branch when it was last read. */
    let missing = false;

    /** Adds statuses to rows that are already shown. */
    const loadStatuses = async (commits: readonly Commit[]): Promise<void> => {
      if (view.silent()) return;
      try {
        await statuses.update(commits, view.signal);
      } catch (error) {
        // Without pipelines, or without the right to see them, there are no statuses.
        if (isCancelled(error)) return;
      }
      view.read();
    };

    const source =
      (filter: CommitFilter): ListSource<Commit> =>
      (options) => {
        // Background refreshes are not retried; any other request comes from the user.
        if (options.repeat !== false) statuses.markOutdated();
        const pages = client.commits.list(project, commitQuery(filter, view.project()), options);
        return {
          page: async (cursor) => {
            missing = false;
            try {
              return await pages.page(cursor);
            } catch (error) {
              missing = isNotFound(error);
              throw missing ? await notOnHost(client, filter, view.project(), error, options.signal) : error;
            }
          },
        };
      };

    const list: CommitsViewModel = new CommitsViewModel(
      {
        name: "commits",
        scope: { instance, project },
        filter: commitFilters,
        filterText: (filter) => commitFilters.message(filter),
        source,
        node: (commit) => commitNode({ instance, project }, commit, statuses.of(commit)),
        renderers: commitRenderers({
          client,
          changesOf,
          asList: () => view.memory.get("forgeline.changesAsList") === true,
        }),
        note: (filter) => (isUnfiltered(filter) ? l10n.t("No commits yet") : l10n.t("No commits match the filter")),
        isRunning: (commit) => statuses.anyRunning([commit]),
        outdated: (before, after) => followsBranch(list.filter.value) && hasMoved(before, after, missing),
        read: (commits) => void loadStatuses(commits.slice(0, 100)),
      },
      view,
      statuses,
    );
    return list;
  };

/** Whether another branch is checked out, or one that the host did not have was pushed. */
const hasMoved = (before: OpenProject, after: OpenProject, missing: boolean): boolean =>
  before.branch !== after.branch ||
  before.detached !== after.detached ||
  (after.detached === true && before.head !== after.head) ||
  (missing && before.pushed !== after.pushed);

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.kind === "notFound";

/** Explains a missing ref; most often it is a branch that was never pushed, or was deleted when it was merged. */
async function notOnHost(
  client: Client,
  filter: CommitFilter,
  project: OpenProject,
  cause: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const start = startRef(filter, project);
  if (start === undefined) return cause;
  const merged = followsBranch(filter) ? await readMergedBranch(client, project, { signal }) : undefined;
  if (merged)
    return new UserError(l10n.t("{0}, and its branch is no longer on the host.", mergedText(merged)), {
      cause,
      action: switchAction(project, merged),
    });
  const action = { title: l10n.t("Filter Commits…"), command: "forgeline.commits.filter" } as const;
  return followsBranch(filter)
    ? new UserError(
        l10n.t(
          "The current branch “{0}” is not on the host yet. Push it, or select another branch to show.",
          refText(start),
        ),
        { cause, action },
      )
    : new UserError(
        l10n.t("“{0}” not found on the host. It may have been deleted. Select another branch to show.", refText(start)),
        { cause, action },
      );
}
