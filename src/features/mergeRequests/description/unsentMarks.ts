import { l10n, type TreeItem, type Uri } from "vscode";
import { type DescriptionAddress, readDescriptionAddress } from "../../../core/addresses/descriptions.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { isObject } from "../../../core/commands/arguments.ts";
import { isMergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { RowMarks } from "../../../core/tree/viewController.ts";
import { addWords } from "../tracking/trackedRows.ts";

interface UnsentTexts {
  readonly unsent: readonly Uri[];
  readonly onDidChangeUnsent: Event<undefined>;
  isConflicted(uri: Uri): boolean;
}

/** Marks the rows of merge requests with an unsent description: the message that offers to send it is gone after a moment. */
export class UnsentDescriptions implements RowMarks, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange = this.changed.event;
  private unsent: readonly (DescriptionAddress & { readonly isConflicted: boolean })[] = [];

  constructor(texts: UnsentTexts) {
    const read = (): void => {
      this.unsent = texts.unsent.flatMap((uri) => {
        const address = readDescriptionAddress(uri.query);
        return address ? [{ ...address, isConflicted: texts.isConflicted(uri) }] : [];
      });
      this.changed.fire(undefined);
    };
    this.owned.add(texts.onDidChangeUnsent(read));
    read();
  }

  mark(item: TreeItem, node: object): TreeItem {
    if (this.unsent.length === 0 || !isObject(node) || node["kind"] !== "mergeRequest" || !isMergeRequestRef(node))
      return item;
    const { iid } = node.mergeRequest;
    const unsent = this.unsent.find((one) => one.iid === iid && sameProject(one, node));
    if (!unsent) return item;
    return addWords(
      item,
      unsent.isConflicted ? l10n.t("description not sent, changed on the host") : l10n.t("description not sent"),
    );
  }

  dispose(): void {
    this.owned.dispose();
  }
}
