import { FileDecoration, l10n, ThemeColor, Uri } from "vscode";
import type { FileChange } from "../../git/fileChange.ts";
import { ROW_SCHEME } from "../addresses/schemes.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { statusStyle } from "../ui/statusStyle.ts";

/** What is drawn at the end of a row. */
export interface RowMark {
  readonly badge: string;
  readonly tooltip: string;
  /** Of the whole row. */
  readonly color?: ThemeColor;
}

type Mark = { readonly change: FileChange["status"] } | { readonly pipeline: string };

/** An address that marks the row which carries it as its resource; the path gives a file its icon. */
export const markUri = (path: string, mark: Mark): Uri =>
  Uri.from({ scheme: ROW_SCHEME, path: `/${path.replace(/^\/+/, "")}`, query: JSON.stringify(mark) });

/** The mark that an address stands for: what became of a file, how a pipeline stands. @param query of the address */
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

/** Returns what VS Code draws for the query of an address that marks a row. */
export function decorationOf(query: string): FileDecoration {
  const { badge, tooltip, color } = markOf(query);
  return new FileDecoration(badge, tooltip, color);
}
