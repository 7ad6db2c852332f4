import { l10n, MarkdownString, type TreeItem, TreeItemCheckboxState } from "vscode";
import type { Reviewer } from "../../../api/resources/discussionTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Changes, FileChange } from "../../../core/comparisons/comparison.ts";
import type { ChangedFolder } from "../../../core/comparisons/folderTree.ts";
import { filteredWords } from "../../../core/mergeRequests/items.ts";
import type {
  ChangedFileNode,
  ChangedFolderNode,
  FilesNode,
  MergeRequestsNode,
} from "../../../core/mergeRequests/nodes.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Conversation } from "../../../core/mergeRequests/review/conversation.ts";
import { openThreads } from "../../../core/mergeRequests/review/conversation.ts";
import { type MergeRequestPlace, placeOf } from "../../../core/mergeRequests/review/place.ts";
import { who } from "../../../core/tree/tooltipText.ts";
import type { RowMarks } from "../../../core/tree/viewController.ts";
import { inert } from "../../../core/ui/inertMarkdown.ts";
import { numberText } from "../../../core/ui/plural.ts";
import { reviewStateLabel } from "./reviewers.ts";
import { openLong, openShort, type ThreadCount, threadsOn, threadsWords } from "./threadCounts.ts";
import type { ViewedFiles } from "./viewedFiles.ts";

/** Reads the reviewers of a merge request; undefined where they are not known. Never throws. */
export type ReadReviewers = (ref: MergeRequestRef, signal: AbortSignal) => Promise<readonly Reviewer[] | undefined>;

const present = (part: string | undefined): part is string => part !== undefined && part !== "";

/** Returns all files in a folder, at any depth. */
export const filesIn = ({ files, folders }: ChangedFolder): FileChange[] => [...files, ...folders.flatMap(filesIn)];

/** What the rows of merge requests show of a review: which files were viewed, and threads of conversations that were read. */
export class TrackedRows implements RowMarks, Disposable {
  private readonly owned = new DisposableStore();
  private readonly viewed: ViewedFiles;
  private readonly reviewers: ReadReviewers;
  private readonly conversation: (place: MergeRequestPlace) => Conversation | undefined;
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange = this.changed.event;

  /**
   * @param conversation returns what was read of a conversation, without a request
   * @param reviewers reads how far reviewers are, for tooltips
   */
  constructor(
    viewed: ViewedFiles,
    conversation: (place: MergeRequestPlace) => Conversation | undefined,
    reviewers: ReadReviewers,
  ) {
    this.reviewers = reviewers;
    this.viewed = viewed;
    this.conversation = conversation;
    this.owned.add(viewed.onDidChange(() => this.changed.fire(undefined)));
  }

  isViewed(place: MergeRequestPlace, changes: Changes, file: FileChange): boolean {
    return this.viewed.isViewed(place, changes, file);
  }

  /** Returns the threads on a file, as far as they were read. */
  threadsOn(place: MergeRequestPlace, file: FileChange): ThreadCount {
    return threadsOn(this.conversation(place), file);
  }

  /** Draws rows anew. */
  update(): void {
    this.changed.fire(undefined);
  }

  mark(item: TreeItem, node: object): TreeItem {
    const row = node as MergeRequestsNode;
    switch (row.kind) {
      case "mergeRequest": {
        if (row.mergeRequest.state === "merged") this.viewed.forget(placeOf(row));
        const open = this.openOf(row);
        return addWords(item, openShort(open), openLong(open));
      }
      case "files":
        return this.markAll(item, row);
      case "changedFolder":
        return row.mergeRequest ? this.markFolder(item, row, { ...row, mergeRequest: row.mergeRequest }) : item;
      case "changedFile":
        return row.mergeRequest ? this.markFile(item, row, { ...row, mergeRequest: row.mergeRequest }) : item;
      default:
        return item;
    }
  }

  async check(checks: readonly (readonly [node: object, checked: boolean])[]): Promise<void> {
    for (const [node, checked] of checks) {
      const row = node as MergeRequestsNode;
      if ((row.kind !== "changedFile" && row.kind !== "changedFolder") || !row.mergeRequest) continue;
      const place = placeOf({ ...row, mergeRequest: row.mergeRequest });
      const files = row.kind === "changedFile" ? [row.file] : filesIn(row.folder);
      await this.viewed.mark(place, row.changes, files, checked);
    }
  }

  async detail(item: TreeItem, node: object, signal: AbortSignal): Promise<void> {
    const row = node as MergeRequestsNode;
    const { tooltip } = item;
    if (row.kind !== "mergeRequest" || !(tooltip instanceof MarkdownString)) return;
    const states = (await this.reviewers(row, signal))?.flatMap(({ user, state }) => {
      const [name, words] = [who(user), reviewStateLabel(state)];
      return name === undefined || words === undefined ? [] : [`${name}: ${words}`];
    });
    if (states !== undefined && states.length > 0)
      tooltip.appendMarkdown(`  \n**${inert(l10n.t("Review"))}** ${inert(states.join(", "))}`);
    const open = this.openOf(row);
    if (open > 0) tooltip.appendMarkdown(`  \n**${inert(l10n.t("Open threads"))}** ${numberText(open)}`);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private openOf(ref: MergeRequestRef): number {
    const conversation = this.conversation(placeOf(ref));
    return conversation ? openThreads(conversation) : 0;
  }

  private markAll(item: TreeItem, row: FilesNode): TreeItem {
    const { changes } = row;
    const place = placeOf(row);
    if (!changes || !this.isTracked(row, place)) return item;
    const count = this.viewed.count(place, changes);
    if (count === 0) return item;
    const [viewed, total] = [numberText(count), numberText(changes.files.length)];
    const filtered = filteredWords(row);
    item.description = [l10n.t("{0}/{1} viewed", viewed, total), filtered].filter(present).join(" · ");
    const words = l10n.t("{0}, {1} of {2} viewed", labelOf(item), viewed, total);
    item.accessibilityInformation = { label: [words, filtered].filter(present).join(", ") };
    return item;
  }

  private markFolder(item: TreeItem, row: ChangedFolderNode, ref: MergeRequestRef): TreeItem {
    const place = placeOf(ref);
    if (!this.isTracked(ref, place)) return item;
    const files = filesIn(row.folder);
    const isViewed = files.every((file) => this.viewed.isViewed(place, row.changes, file));
    return addCheckbox(item, isViewed);
  }

  private markFile(item: TreeItem, row: ChangedFileNode, ref: MergeRequestRef): TreeItem {
    const place = placeOf(ref);
    const { open, threads } = this.threadsOn(place, row.file);
    const marked = addWords(
      item,
      openShort(open) ?? threadsWords(threads),
      [openLong(open), open < threads ? threadsWords(threads) : undefined].filter(present).join(", "),
    );
    return this.isTracked(ref, place)
      ? addCheckbox(marked, this.viewed.isViewed(place, row.changes, row.file))
      : marked;
  }

  /** Merge requests that are no longer reviewed have no checkboxes. */
  private isTracked({ mergeRequest: { state } }: MergeRequestRef, place: MergeRequestPlace): boolean {
    return state === "opened" && this.viewed.isKept(place);
  }
}

const labelOf = ({ label }: TreeItem): string => (typeof label === "object" ? label.label : (label ?? ""));

/** Adds to what an item shows and says. Narrow side bars cut the end, so it comes first. */
export function addWords(item: TreeItem, short: string | undefined, long = short): TreeItem {
  if (!present(short) || !present(long)) return item;
  const { description, accessibilityInformation: spoken, tooltip } = item;
  item.description = [short, typeof description === "string" ? description : undefined].filter(present).join(" · ");
  if (spoken) item.accessibilityInformation = { ...spoken, label: `${spoken.label}, ${long}` };
  if (typeof tooltip === "string") item.tooltip = `${tooltip}\n${long}`;
  return item;
}

function addCheckbox(item: TreeItem, isViewed: boolean): TreeItem {
  item.contextValue = `${item.contextValue ?? ""} ${isViewed ? "viewed" : "notViewed"}`;
  item.checkboxState = {
    state: isViewed ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
    tooltip: isViewed ? l10n.t("Mark as Not Viewed") : l10n.t("Mark as Viewed"),
    accessibilityInformation: { label: l10n.t("Viewed") },
  };
  return item;
}
