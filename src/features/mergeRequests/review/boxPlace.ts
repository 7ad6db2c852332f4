import { type DocumentFilter, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";
import type { ThreadDocument } from "./diffThreads.ts";
import { isSamePlace, type MergeRequestPlace } from "./place.ts";
import type { ReviewThreads } from "./reviewThreads.ts";

/** Selects the documents behind the boxes of comments. */
export const boxSelector: DocumentFilter = { scheme: "comment" };

type Threads = { readonly controller: { readonly id: string } } & Pick<ReviewThreads, "threadsIn">;

/**
 * Returns the document that is commented on in a box, which says no more than whose box it is: that of the active tab, else the first one that
 * is visible, if all of them are of one merge request.
 */
export function documentOfBox(threads: Threads, { authority }: Pick<Uri, "authority">): ThreadDocument | undefined {
  // A box in which a comment is changed has no authority.
  if (authority !== "" && authority.toLowerCase() !== threads.controller.id.toLowerCase()) return undefined;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // The box itself is the active editor.
  const active =
    input instanceof TabInputTextDiff ? input.modified : input instanceof TabInputText ? input.uri : undefined;
  const shown = active && threads.threadsIn(active);
  if (shown) return shown.document;
  const visible = window.visibleTextEditors.flatMap(({ document }) => threads.threadsIn(document.uri)?.document ?? []);
  const [first, ...others] = visible;
  return first && others.every(({ place }) => isSamePlace(first.place, place)) ? first : undefined;
}

/** Returns the merge request that is commented on in a box. */
export const placeOfBox = (threads: Threads, box: Pick<Uri, "authority">): MergeRequestPlace | undefined =>
  documentOfBox(threads, box)?.place;
