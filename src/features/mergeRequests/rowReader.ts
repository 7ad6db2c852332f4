import { isCancelled } from "../../core/base/errors.ts";
import type { Logger } from "../../core/base/log.ts";
import type { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { Folder } from "../../core/mergeRequests/folders.ts";
import type { CommitsNode } from "../../core/mergeRequests/nodes.ts";
import type {
  MergeRequestTask,
  OpenedRows,
  ProjectMergeRequests,
} from "../../core/mergeRequests/projectMergeRequests.ts";
import { versionOf } from "../../core/mergeRequests/renderers.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import type { ViewContext } from "../../core/tree/viewModel.ts";
import type { ViewNode } from "./updates/rows.ts";

/** The time that the host needs to check mergeability, in ms. */
const recheckTime = 3_000;

export interface RowReaderOptions {
  readonly view: ViewContext<ViewNode>;
  readonly data: ProjectMergeRequests;
  readonly files: ChangedFileRows;
  readonly log: Pick<Logger, "debug">;
  /** Returns the folders of the view. */
  readonly folders: () => readonly Folder[];
}

/**
 * Runs the requests of the Merge Requests view, and then those that their answers call for: pipelines, fork names,
 * outdated rows.
 */
export class RowReader {
  private readonly options: RowReaderOptions;
  /** Version of the merge request whose commits were read, by row. */
  private readonly commitVersions = new Map<string, string>();
  private readingHeads = false;

  constructor(options: RowReaderOptions) {
    this.options = options;
  }

  /** Returns the expanded rows. */
  opened(): OpenedRows {
    const nodes = this.options.view.tree.opened();
    return {
      folders: nodes.flatMap((node) =>
        node.kind === "folder" && node.folder.query !== undefined ? [node.folder] : [],
      ),
      pipelines: nodes.flatMap((node) =>
        node.kind === "headPipeline" && node.pipeline
          ? [{ instance: node.instance, project: node.project, pipeline: node.pipeline }]
          : [],
      ),
    };
  }

  /** Sends one request. @throws any failure once it is shown in the rows; failures to read pipelines are only logged */
  async run(task: MergeRequestTask, signal: AbortSignal): Promise<void> {
    const { view, log } = this.options;
    const rows = { nodes: () => this.nodesOf(task), ask: task.run, forget: () => this.forget(task) };
    try {
      if (!(await refreshRows(view, rows, signal))) return;
    } catch (error) {
      if (task.of !== "heads" || view.signal.aborted || isCancelled(error) || signal.aborted) throw error;
      log.debug("Reading the pipelines of merge requests failed", error);
      return;
    }
    for (const node of this.nodesOf(task)) {
      if (node.kind !== "folder") continue;
      this.learnProjectId(node.folder);
      void this.readForkNames(node.folder);
    }
    this.pollMergeability();
    view.read();
    this.refreshOutdated();
  }

  /** Called after a folder was read from its beginning. @param again manually, not for the first time */
  folderRead(folder: Folder, again: boolean): void {
    const { view, data } = this.options;
    this.learnProjectId(folder);
    data.share(folder);
    view.pollHandle.loaded();
    if (again || data.heads.seenAt === 0) void this.readHeads();
    void this.readForkNames(folder);
    this.pollMergeability(folder);
    view.read();
    this.refreshOutdated();
  }

  /** Called after the commits below this row were read. */
  commitsRead(node: CommitsNode): void {
    this.commitVersions.set(node.row, versionOf(node));
  }

  private forget(task: MergeRequestTask): void {
    const { data } = this.options;
    for (const node of this.nodesOf(task)) {
      if (node.kind === "folder") data.list(node.folder).clear();
      if (node.kind === "headPipeline" && node.pipeline) data.close(node.pipeline.id);
    }
  }

  /** Returns the nodes whose rows a request reads. */
  private nodesOf({ of }: MergeRequestTask): readonly ViewNode[] {
    if (of === "heads") return [];
    return this.options.view.tree
      .opened()
      .filter((node) =>
        "folder" in of
          ? node.kind === "folder" && node.folder.id === of.folder
          : node.kind === "headPipeline" && node.pipeline?.id === of.pipeline,
      );
  }

  /**
   * Polls again soon while the host checks mergeability: an answer shows the state before the check.
   * @param folder one that was read just now and may not be expanded yet
   */
  private pollMergeability(folder?: Folder): void {
    const { view, data } = this.options;
    const { folders } = this.opened();
    if (data.isAwaited({ folders: folder ? [...folders, folder] : folders })) view.pollHandle.soon(recheckTime);
  }

  /** Reads the project's pipelines, in one request for all rows; failures are only logged. */
  private async readHeads(): Promise<void> {
    const { view, data, log, folders } = this.options;
    if (this.readingHeads || view.silent() || !data.heads.worthwhile || !data.hasOwnOpen(folders())) return;
    this.readingHeads = true;
    try {
      await data.heads.refresh(view.signal);
      view.read();
    } catch (error) {
      if (!isCancelled(error)) log.debug("Reading the pipelines of merge requests failed", error);
    } finally {
      this.readingHeads = false;
    }
  }

  /** Reads the names of forks; failures are only logged. */
  private async readForkNames(folder: Folder): Promise<void> {
    const { view, data, log } = this.options;
    if (view.silent()) return;
    try {
      if (await data.forks.learn(data.list(folder).items ?? [], view.signal)) view.read();
    } catch (error) {
      if (!isCancelled(error)) log.debug("Reading the forks of merge requests failed", error);
    }
  }

  /** Refreshes expanded files and commits of merge requests whose branches have moved. */
  private refreshOutdated(): void {
    const { view, files } = this.options;
    for (const node of view.tree.opened()) {
      if (node.kind === "files" && files.isOutdated(node.row, versionOf(node))) void view.tree.refresh(node);
      if (node.kind === "commits" && this.commitVersions.get(node.row) !== versionOf(node))
        void view.tree.refresh(node);
    }
  }

  private learnProjectId(folder: Folder): void {
    const { view, data } = this.options;
    const [first] = data.list(folder).items ?? [];
    if (first && !folder.everywhere && typeof first.project_id === "number") view.learn(first.project_id);
  }
}
