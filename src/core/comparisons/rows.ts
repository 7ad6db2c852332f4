import { l10n } from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { ChangedFolderNode, ChangeNode } from "../mergeRequests/nodes.ts";
import type { MergeRequestRef } from "../mergeRequests/refs.ts";
import type { Rows } from "../tree/node.ts";
import type { Changes, FileChange } from "./comparison.ts";
import { type ChangedFolder, folderTree, inOrder } from "./folderTree.ts";

/** The parent row of changed files. */
export interface ChangesPlace extends ProjectScope {
  readonly row: string;
  readonly mergeRequest?: MergeRequest;
  /** URL of the host's page with all changes; may be empty. */
  readonly webUrl?: string | undefined;
}

/** Returns a test for the files of a merge request that are shown. */
export type FileTest = (ref: MergeRequestRef, changes: Changes) => (file: FileChange) => boolean;

/** Number of rows shown at once. */
const portion = 500;
/** Number of files above which folders are initially collapsed. */
const maxExpanded = 100;
/** Limit of cached changes. */
const maxCached = 20;

/** Rows of changed files as tree or list, cached so that switching needs no request. */
export class ChangedFileRows {
  /** Whether files are shown as a list instead of a tree. */
  asList: boolean;
  /** Which files of merge requests are shown; all without one. */
  filter: FileTest | undefined;
  private readonly kept = new Map<string, { readonly version: string; readonly changes: Changes }>();
  private readonly trees = new WeakMap<Changes, ChangedFolder>();
  private readonly shown = new Map<string, number>();

  constructor(asList: boolean) {
    this.asList = asList;
  }

  /**
   * Caches the changes of a row.
   * @param version commit that the changes belong to
   */
  keep(row: string, version: string, changes: Changes): void {
    this.kept.delete(row);
    this.kept.set(row, { version, changes });
    for (const oldest of [...this.kept.keys()].slice(0, -maxCached)) this.kept.delete(oldest);
  }

  /** Returns whether a row shows changes of another version. */
  isOutdated(row: string, version: string): boolean {
    const kept = this.kept.get(row);
    return kept !== undefined && kept.version !== version;
  }

  /** Returns the changes of a row, if cached for this version. */
  changesOf(row: string, version: string): Changes | undefined {
    const kept = this.kept.get(row);
    return kept?.version === version ? kept.changes : undefined;
  }

  /** Returns the child rows, if cached for this version. */
  known(place: ChangesPlace, version: string): Rows<ChangeNode> | undefined {
    const changes = this.changesOf(place.row, version);
    return changes && this.rows(place, changes);
  }

  /** Returns the child rows of these changes. */
  rows(place: ChangesPlace, changes: Changes): Rows<ChangeNode> {
    const { instance, project, row, mergeRequest, webUrl = "" } = place;
    const { missing } = changes;
    const filtered = mergeRequest && this.filtered({ instance, project, mergeRequest }, changes);
    const files = filtered ?? changes.files;
    const tree = this.asList
      ? { path: "", name: "", folders: [], files: inOrder(files) }
      : filtered
        ? folderTree(filtered)
        : this.treeOf(changes);
    const { nodes, ...more } = this.below({
      kind: "changedFolder",
      instance,
      project,
      row,
      changes,
      folder: tree,
      mergeRequest,
      open: true,
    });
    if (filtered && changes.files.length > 0 && missing === undefined)
      return {
        nodes,
        ...more,
        note: l10n.t("No changed files match the filter"),
        noteAction: { title: l10n.t("Clear Filter"), command: "forgeline.mergeRequests.clearFileFilter" },
      };
    if (missing === undefined) return { nodes, ...more, note: l10n.t("No changed files") };
    return {
      nodes: [
        {
          kind: "missing",
          instance,
          project,
          row: `${row}/missing`,
          mergeRequest,
          webUrl: webUrl === "" ? undefined : webUrl,
          missing,
        },
        ...nodes,
      ],
      ...more,
    };
  }

  /** Returns the files of a merge request that are shown; undefined without a filter. */
  filtered(ref: MergeRequestRef, changes: Changes): readonly FileChange[] | undefined {
    return this.filter && changes.files.filter(this.filter(ref, changes));
  }

  /** Returns the rows of a folder, limited to a number of items. */
  below({ instance, project, row, changes, folder, mergeRequest }: ChangedFolderNode): Rows<ChangeNode> {
    const limit = this.shown.get(row) ?? portion;
    const open = changes.files.length <= maxExpanded;
    const folders = folder.folders.map((one): ChangeNode => ({
      kind: "changedFolder",
      instance,
      project,
      row: `${row}/${one.name}/`,
      changes,
      folder: one,
      ...(mergeRequest && { mergeRequest }),
      open,
    }));
    const files = folder.files.slice(0, Math.max(0, limit - folders.length)).map((file): ChangeNode => ({
      kind: "changedFile",
      instance,
      project,
      row: `${row}/${file.path}`,
      changes,
      file,
      ...(mergeRequest && { mergeRequest }),
      inTree: !this.asList,
    }));
    const hasMore = folders.length + folder.files.length > limit;
    const more = (): Promise<Rows<ChangeNode>> => {
      this.shown.set(row, limit + portion);
      return Promise.resolve({ nodes: [] }); // What is known has grown; the rows are made from it.
    };
    return { nodes: [...folders.slice(0, limit), ...files], more: hasMore ? more : undefined };
  }

  private treeOf(changes: Changes): ChangedFolder {
    const known = this.trees.get(changes) ?? folderTree(changes.files);
    this.trees.set(changes, known);
    return known;
  }
}
