import { l10n } from "vscode";
import type { DiffPosition } from "../../../../api/resources/discussionTypes.ts";
import { isOnPicture } from "../../../../core/mergeRequests/review/positions.ts";

/** Returns what the button says that opens the place of a thread. @param place in words */
export const openLabel = (position: DiffPosition | null | undefined, place: string): string =>
  isOnPicture(position)
    ? l10n.t("Open the picture in the changes: {0}", position?.new_path ?? position?.old_path ?? "")
    : l10n.t("Open {0} in the changes", place);

/** Returns the place of a thread in words; undefined if it has none. */
export function placeOf(position: DiffPosition | null | undefined): string | undefined {
  const path = position?.new_path ?? position?.old_path;
  if (position == null || typeof path !== "string" || path === "") return undefined;
  if (isOnPicture(position)) return l10n.t("on the picture {0}", path);
  const line = position.new_line ?? position.old_line;
  if (typeof line !== "number") return path;
  const start = position.line_range?.start;
  const from = start?.new_line ?? start?.old_line;
  const lines = typeof from === "number" && from < line ? `${from}-${line}` : String(line);
  const isRemoved = position.new_line == null;
  return isRemoved
    ? l10n.t("{0}:{1} (removed)", position.old_path ?? path, lines)
    : `${position.new_path ?? path}:${lines}`;
}
