import { l10n } from "vscode";
import type { DiffPosition } from "../../../../api/resources/discussionTypes.ts";
import { isOnPicture } from "../../review/positions.ts";

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
