/** The rows of updates in the Merge Requests view. */
import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { MergeRequestsNode } from "../../../core/mergeRequests/nodes.ts";
import type { NodeRenderers } from "../../../core/tree/node.ts";
import { time, tooltip } from "../../../core/tree/tooltipText.ts";
import { age } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { numberText, plural } from "../../../core/ui/plural.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import type { Update, UpdateKind } from "./update.ts";

/** What others did, above the queries; only there while something is unread. */
export interface UpdatesNode extends ProjectScope {
  readonly kind: "updates";
  readonly row: string;
  readonly updates: readonly Update[];
}

/** Is an UpdateRef, for commands. */
export interface UpdateNode extends ProjectScope {
  readonly kind: "update";
  readonly row: string;
  readonly update: Update;
  /** Whether it is about the open project, which then needs no name. */
  readonly here: boolean;
}

/** A row of the Merge Requests view. */
export type ViewNode = MergeRequestsNode | UpdatesNode | UpdateNode;

const icons: Readonly<Record<UpdateKind, string>> = {
  reviewRequest: "eye",
  reply: "comment-discussion",
  comment: "comment",
  comments: "comment",
  mention: "mention",
  approval: "pass",
  revoked: "circle-slash",
  requestedChanges: "request-changes",
  push: "repo-push",
};

/** Returns the number of updates in words. */
export const updatesCount = (count: number): string =>
  plural(count, (shown) => ({
    one: l10n.t("{0} update to merge requests", shown),
    other: l10n.t("{0} updates to merge requests", shown),
  }));

/** Returns what happened, in one line. */
export function updateLabel({ kind, who, text, count }: Update): string {
  const name = plainText(who, 100) || l10n.t("Someone");
  const said = plainText(text, 200);
  switch (kind) {
    case "reviewRequest":
      return who === undefined ? l10n.t("Review requested") : l10n.t("{0} requested your review", name);
    case "reply":
      return l10n.t("{0} replied: {1}", name, said);
    case "comment":
      return l10n.t("{0} commented: {1}", name, said);
    case "mention":
      return l10n.t("{0} mentioned you: {1}", name, said);
    case "comments":
      return plural(count ?? 1, (shown) => ({
        one: l10n.t("{0} new comment", shown),
        other: l10n.t("{0} new comments", shown),
      }));
    case "approval":
      return l10n.t("{0} approved", name);
    case "revoked":
      return l10n.t("{0} revoked their approval", name);
    case "requestedChanges":
      return l10n.t("{0} requested changes", name);
    case "push":
      return count === undefined
        ? l10n.t("New commits")
        : plural(count, (shown) => ({
            one: l10n.t("{0} pushed {1} commit", name, shown),
            other: l10n.t("{0} pushed {1} commits", name, shown),
          }));
  }
}

const referenceOf = ({ update: { reference, iid }, here }: UpdateNode): string =>
  here || reference === undefined ? `!${iid}` : plainText(reference, 100);

function updatesItem({ updates }: UpdatesNode): TreeItem {
  const item = new TreeItem(l10n.t("Updates"), TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon("bell-dot");
  item.description = numberText(updates.length);
  item.contextValue = "updates";
  item.accessibilityInformation = { label: [l10n.t("Updates"), updatesCount(updates.length)].join(", ") };
  return item;
}

function updateItem(node: UpdateNode): TreeItem {
  const { update } = node;
  const label = updateLabel(update);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const when = age(new Date(update.at).toISOString(), Date.now(), env.language);
  const details = [referenceOf(node), when].filter((part) => part !== undefined);
  item.iconPath = new ThemeIcon(icons[update.kind]);
  item.description = details.join(" · ");
  item.contextValue = "update";
  item.accessibilityInformation = { label: [label, ...details].join(", ") };
  const { instance, project } = node;
  item.command = asCommand("forgeline.mergeRequests.openUpdate", l10n.t("Open Update"), { instance, project, update });
  return item;
}

const rowOf = ({ row }: { readonly row: string }): string => row;

/** The renderers of updates. @param isHere returns whether an update is about the open project */
export const updateRenderers = (isHere: (update: Update) => boolean): NodeRenderers<UpdatesNode | UpdateNode> => ({
  updates: {
    id: rowOf,
    item: updatesItem,
    remembered: true,
    known: ({ instance, row, updates }) => ({
      nodes: updates.map((update): UpdateNode => ({
        kind: "update",
        instance,
        project: update.project,
        row: `${row}/${update.mergeRequest}/${encodeURIComponent(update.id)}`,
        update,
        here: isHere(update),
      })),
    }),
  },
  update: {
    id: rowOf,
    item: updateItem,
    detail: ({ update }, item) =>
      Object.assign(item, {
        tooltip: tooltip(
          updateLabel(update),
          [
            [l10n.t("Merge request"), `!${update.iid} ${update.title}`],
            [l10n.t("Comment"), update.text],
            [l10n.t("File"), update.path],
            [l10n.t("Time"), time(new Date(update.at).toISOString(), Date.now())],
          ],
          update.webUrl,
        ),
      }),
  },
});
