import { l10n, type TreeItem } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { isObject } from "../../../core/commands/arguments.ts";
import type { Context } from "../../../core/context.ts";
import { isMergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { RowMarks } from "../../../core/tree/viewController.ts";
import { numberText } from "../../../core/ui/plural.ts";
import { addWords } from "../tracking/trackedRows.ts";
import { isKeptOf, type KeptReview, keptReviews, pendingCount } from "./keptReviews.ts";

/** Marks the rows of merge requests whose review is pending, from what is kept on disk: nothing is requested. */
export class PendingMarks implements RowMarks, Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "connections" | "drafts">;
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange = this.changed.event;
  private kept: readonly KeptReview[];

  constructor(context: Pick<Context, "changes" | "connections" | "drafts">) {
    this.context = context;
    this.kept = keptReviews(context.drafts);
    this.owned.add(
      context.changes.event(({ subject }) => {
        if (subject !== "review") return;
        this.kept = keptReviews(context.drafts);
        this.changed.fire(undefined);
      }),
    );
  }

  mark(item: TreeItem, node: object): TreeItem {
    if (this.kept.length === 0 || !isObject(node) || node["kind"] !== "mergeRequest" || !isMergeRequestRef(node))
      return item;
    const { instance, project, mergeRequest } = node;
    const user = this.context.connections.get(instance).session?.user.id;
    if (user === undefined) return item;
    const place = { instance, project, projectId: mergeRequest.project_id ?? undefined, iid: mergeRequest.iid };
    const kept = this.kept.find((one) => isKeptOf(one, place, user));
    const count = kept ? pendingCount(kept) : 0;
    if (count === 0) return item;
    item.contextValue = `${item.contextValue ?? ""} pending`;
    return addWords(item, l10n.t("{0} pending", numberText(count)));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
