import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import type { AllItems } from "../../api/pages.ts";
import type { CommitCommentListEntry } from "../../api/resources/commitTypes.ts";
import { isCancelled } from "../base/errors.ts";
import type { Changes } from "../comparisons/comparison.ts";
import { changedFileItem, changedFolderItem, missingItem } from "../comparisons/items.ts";
import { ChangedFileRows } from "../comparisons/rows.ts";
import { cappedRows } from "../tree/footerRows.ts";
import type { NodeRenderers, Rows } from "../tree/node.ts";
import {
  commitCommentItem,
  commitCommentsItem,
  commitFilesItem,
  commitItem,
  commitRefsItem,
  commitStatusesItem,
  commitStatusItem,
  containingRefItem,
} from "./items.ts";
import {
  commentNodes,
  type CommitCommentNode,
  type CommitCommentsNode,
  commitParts,
  type CommitsNode,
  refNodes,
  statusNodes,
} from "./nodes.ts";
import type { CommitRef } from "./refs.ts";
import { commitTooltip } from "./tooltip.ts";

export interface CommitRendererOptions {
  readonly client: Client;
  readonly changesOf: (ref: CommitRef, signal: AbortSignal) => Promise<Changes>;
  /** Whether changed files are shown as a list instead of a tree. */
  readonly asList: () => boolean;
}

const rowId = ({ row }: { readonly row: string }): string => row;
/** Limit of list items. */
const maxItems = 500;

/** Returns the renderers of the Commits view; children are loaded when a row is expanded. */
export function commitRenderers({ client, changesOf, asList }: CommitRendererOptions): NodeRenderers<CommitsNode> {
  const files = new ChangedFileRows(asList());
  const inStyle = (): ChangedFileRows => Object.assign(files, { asList: asList() });
  const readComments = async (
    { project, commit }: CommitRef,
    signal: AbortSignal,
  ): Promise<AllItems<CommitCommentListEntry>> =>
    client.commits.listComments(project, commit.id, { signal }).all({ max: maxItems, signal });

  return {
    listedCommit: {
      id: rowId,
      item: commitItem,
      children: async (node, signal) => ({
        nodes: commitParts(node, await ignoringErrors(() => readComments(node, signal))),
      }),
      detail: async ({ project, commit, status }, item, signal) => {
        const whole = await ignoringErrors(() => client.commits.get(project, commit.id, {}, { signal }));
        return Object.assign(item, {
          tooltip: commitTooltip({ ...commit, ...whole }, status),
        });
      },
    },
    commitFiles: {
      id: rowId,
      item: commitFilesItem,
      known: (node) => inStyle().known(node, node.commit.id),
      children: async (node, signal) => {
        files.keep(node.row, node.commit.id, await changesOf(node, signal));
        return { nodes: [] }; // `known` returns the rows.
      },
    },
    commitRefs: {
      id: rowId,
      item: commitRefsItem,
      children: async (node, signal) => {
        const refs = await client.commits
          .refs(node.project, node.commit.id, {}, { signal })
          .all({ max: maxItems, signal });
        return {
          nodes: refNodes(node, refs.items),
          note: l10n.t("No branch or tag contains this commit"),
          ...cappedRows(refs),
        };
      },
    },
    commitComments: {
      id: rowId,
      item: commitCommentsItem,
      known: (node) => node.comments && commentRows(node, node.comments),
      children: async (node, signal) => commentRows(node, await readComments(node, signal)),
    },
    commitStatuses: {
      id: rowId,
      item: commitStatusesItem,
      children: async (node, signal) => {
        const statuses = await client.commits
          .listStatuses(node.project, node.commit.id, {}, { signal })
          .all({ max: maxItems, signal });
        return { nodes: statusNodes(node, statuses.items), note: l10n.t("No statuses yet"), ...cappedRows(statuses) };
      },
    },
    containingRef: { id: rowId, item: containingRefItem },
    commitComment: { id: rowId, item: commitCommentItem },
    commitStatus: { id: rowId, item: commitStatusItem },
    changedFolder: { id: rowId, item: changedFolderItem, known: (node) => inStyle().below(node) },
    changedFile: { id: rowId, item: changedFileItem },
    missing: { id: rowId, item: missingItem },
  };
}

const commentRows = (
  node: CommitCommentsNode,
  comments: AllItems<CommitCommentListEntry>,
): Rows<CommitCommentNode> => ({
  nodes: commentNodes(node, comments.items),
  note: l10n.t("No comments yet"),
  ...cappedRows(comments),
});

/** Returns undefined on failure, for optional details. */
async function ignoringErrors<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isCancelled(error)) throw error;
    return undefined;
  }
}
