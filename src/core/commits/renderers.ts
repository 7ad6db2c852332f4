import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import type { CommitCommentListEntry } from "../../api/resources/commitTypes.ts";
import { isCancelled } from "../base/errors.ts";
import type { Changes } from "../comparisons/comparison.ts";
import { changedFileItem, changedFolderItem, missingItem } from "../comparisons/items.ts";
import { ChangedFileRows } from "../comparisons/rows.ts";
import type { NodeRenderers } from "../tree/node.ts";
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
import { commentNodes, commitParts, type CommitsNode, refNodes, statusNodes } from "./nodes.ts";
import type { CommitRef } from "./refs.ts";
import { commitTooltip } from "./tooltip.ts";

export interface CommitKindsParts {
  readonly client: Client;
  readonly changesOf: (ref: CommitRef, signal: AbortSignal) => Promise<Changes>;
  /** Whether changed files stand one below the other, not in folders. */
  readonly asList: () => boolean;
}

const rowId = ({ row }: { readonly row: string }): string => row;
/** As many as anybody reads in a list. */
const most = 500;

/** How the rows of the Commits view behave. Whatever stands below a commit is asked for when it is opened. */
export function commitKinds({ client, changesOf, asList }: CommitKindsParts): NodeRenderers<CommitsNode> {
  const files = new ChangedFileRows(asList());
  const inStyle = (): ChangedFileRows => Object.assign(files, { asList: asList() });
  const readComments = async (
    { project, commit }: CommitRef,
    signal: AbortSignal,
  ): Promise<readonly CommitCommentListEntry[]> =>
    (await client.commits.listComments(project, commit.id, { signal }).all({ max: most, signal })).items;

  return {
    listedCommit: {
      id: rowId,
      item: commitItem,
      children: async (node, signal) => ({
        nodes: commitParts(node, await unlessFailed(() => readComments(node, signal))),
      }),
      detail: async ({ project, commit, status }, item, signal) => {
        const whole = await unlessFailed(() => client.commits.get(project, commit.id, {}, { signal }));
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
        return { nodes: [] }; // What is known goes before it.
      },
    },
    commitRefs: {
      id: rowId,
      item: commitRefsItem,
      children: async (node, signal) => {
        const { items } = await client.commits
          .refs(node.project, node.commit.id, {}, { signal })
          .all({ max: most, signal });
        return { nodes: refNodes(node, items), note: l10n.t("No branch or tag contains it") };
      },
    },
    commitComments: {
      id: rowId,
      item: commitCommentsItem,
      known: (node) => node.comments && { nodes: commentNodes(node, node.comments), note: l10n.t("No comments yet") },
      children: async (node, signal) => ({
        nodes: commentNodes(node, await readComments(node, signal)),
        note: l10n.t("No comments yet"),
      }),
    },
    commitStatuses: {
      id: rowId,
      item: commitStatusesItem,
      children: async (node, signal) => {
        const { items } = await client.commits
          .listStatuses(node.project, node.commit.id, {}, { signal })
          .all({ max: most, signal });
        return { nodes: statusNodes(node, items), note: l10n.t("No statuses yet") };
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

/** What is only an addition must not keep the rest from being shown. */
async function unlessFailed<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isCancelled(error)) throw error;
    return undefined;
  }
}
