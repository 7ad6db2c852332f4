import { FileDecoration, l10n, ThemeColor, Uri } from "vscode";
import type { FileChange } from "../../git/fileChange.ts";
import { ROW_SCHEME } from "../addresses/schemes.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { statusStyle } from "../ui/statusStyle.ts";

/** Decoration of a row. */
export interface RowMark {
  readonly badge: string;
  readonly tooltip: string;
  /** Colors the whole row. */
  readonly color?: ThemeColor;
}

type Mark = { readonly change: FileChange["status"] } | { readonly pipeline: string };

/** Returns the resource URI that decorates a row; a file's icon follows from the path. */
export const markUri = (path: string, mark: Mark): Uri =>
  Uri.from({ scheme: ROW_SCHEME, path: `/${path.replace(/^\/+/, "")}`, query: JSON.stringify(mark) });

/** Returns the decoration for a resource URI: change of a file or status of a pipeline. @param query of the URI */
export function markOf(query: string): RowMark {
  const mark = JSON.parse(query) as Mark;
  return "change" in mark ? changeMark(mark.change) : pipelineMark(mark.pipeline);
}

const color = (name: string): ThemeColor => new ThemeColor(`gitDecoration.${name}ResourceForeground`);

function changeMark(change: FileChange["status"]): RowMark {
  switch (change) {
    case "added":
      return { badge: "A", color: color("added"), tooltip: l10n.t("Added") };
    case "deleted":
      return { badge: "D", color: color("deleted"), tooltip: l10n.t("Deleted") };
    case "renamed":
      return { badge: "R", color: color("renamed"), tooltip: l10n.t("Renamed") };
    case "typeChanged":
      return { badge: "T", color: color("modified"), tooltip: l10n.t("Type changed") };
    case "modified":
      return { badge: "M", color: color("modified"), tooltip: l10n.t("Modified") };
  }
}

const badges: Readonly<Record<string, string>> = {
  success: "✓",
  failed: "✗",
  canceled: "⊘",
  skipped: "»",
  manual: "▷",
};

function pipelineMark(status: string): RowMark {
  const badge =
    (Object.hasOwn(badges, status) ? badges[status] : undefined) ??
    (statusStyle(status).phase === "running" ? "●" : "○");
  return { badge, tooltip: l10n.t("Pipeline: {0}", statusLabel(status)) };
}

/** Returns the VS Code decoration for the query of a resource URI. */
export function decorationOf(query: string): FileDecoration {
  const { badge, tooltip, color } = markOf(query);
  return new FileDecoration(badge, tooltip, color);
}
