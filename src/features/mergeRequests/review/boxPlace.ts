import { type DocumentFilter, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";
import { isSamePlace, type MergeRequestPlace } from "./place.ts";
import type { ReviewThreads } from "./reviewThreads.ts";

/** Selects the documents behind the boxes of comments. */
export const boxSelector: DocumentFilter = { scheme: "comment" };

/**
 * Returns the merge request that is commented on in a box, which says no more than whose box it is: that of the active tab, else the only one
 * that is visible.
 */
export function placeOfBox(
  threads: { readonly controller: { readonly id: string } } & Pick<ReviewThreads, "threadsIn">,
  { authority }: Pick<Uri, "authority">,
): MergeRequestPlace | undefined {
  // A box in which a comment is changed has no authority.
  if (authority !== "" && authority.toLowerCase() !== threads.controller.id.toLowerCase()) return undefined;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // The box itself is the active editor.
  const active =
    input instanceof TabInputTextDiff ? input.modified : input instanceof TabInputText ? input.uri : undefined;
  const shown = active && threads.threadsIn(active);
  if (shown) return shown.document.place;
  const places = window.visibleTextEditors.flatMap(
    ({ document }) => threads.threadsIn(document.uri)?.document.place ?? [],
  );
  const [first, ...others] = places;
  return first && others.every((other) => isSamePlace(first, other)) ? first : undefined;
}
