import { type DocumentFilter, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";

/** Selects the documents behind the boxes of comments. */
export const boxSelector: DocumentFilter = { scheme: "comment" };

/**
 * Returns what may be commented on in a box, which says no more than whose box it is: what is in the active tab, else all that is visible.
 * @param controller ID of the comment controller
 * @param subjectOf returns what is known of a document, if it can be commented on there
 */
export function subjectsOfBox<T>(
  { authority }: Pick<Uri, "authority">,
  controller: string,
  subjectOf: (document: Uri) => T | undefined,
): readonly T[] {
  // A box in which a comment is changed has no authority.
  if (authority !== "" && authority.toLowerCase() !== controller.toLowerCase()) return [];
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // The box itself is the active editor.
  const active =
    input instanceof TabInputTextDiff ? input.modified : input instanceof TabInputText ? input.uri : undefined;
  const shown = active && subjectOf(active);
  return shown ? [shown] : window.visibleTextEditors.flatMap(({ document }) => subjectOf(document.uri) ?? []);
}
