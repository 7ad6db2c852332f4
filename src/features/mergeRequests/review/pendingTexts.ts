import { l10n } from "vscode";
import type { DiffPosition } from "../../../api/resources/discussionTypes.ts";
import type { Context } from "../../../core/context.ts";
import { FileLines } from "../../../core/files/fileLines.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { suggestionsIn, withDiffs } from "./suggestions.ts";

/** Limit of files kept. */
const maxKept = 50;

/** Shows the suggestions in pending comments as differences. The host lists those of sent comments alone, so the lines are read from the file. */
export class PendingTexts {
  private readonly context: Pick<Context, "polling" | "report">;
  private readonly read: (place: MergeRequestPlace) => void;
  private readonly files: Pick<FileLines, "of">;
  /** Lines by file and commit; undefined while they are read, and where that failed. */
  private readonly known = new Map<string, readonly string[] | undefined>();

  /** @param read called when lines were read, to show the texts anew */
  constructor(
    context: Pick<Context, "polling" | "report">,
    read: (place: MergeRequestPlace) => void,
    files: Pick<FileLines, "of"> = new FileLines(),
  ) {
    this.context = context;
    this.read = read;
    this.files = files;
  }

  /** Returns the Markdown of a pending comment. @param position where its thread is */
  of(place: MergeRequestPlace, text: string, position: DiffPosition | null | undefined): string {
    const { position_type: type, head_sha: ref, new_path: path, new_line: line } = position ?? {};
    if (type !== "text" || !ref || !path || typeof line !== "number") return text;
    if (suggestionsIn(text, [], line).length === 0) return text;
    const lines = this.linesOf(place, path, ref);
    if (lines === undefined) return text;
    const suggestions = suggestionsIn(text, lines, line);
    return withDiffs({ id: 0, body: text, suggestions }, () => `**${l10n.t("Suggested change")}**`);
  }

  private linesOf(place: MergeRequestPlace, path: string, ref: string): readonly string[] | undefined {
    const { instance, project } = place;
    const key = JSON.stringify([instance, project, ref, path]);
    if (this.known.has(key) || this.context.polling.silentUntil(instance) !== undefined) return this.known.get(key);
    this.known.set(key, undefined);
    for (const oldest of this.known.keys()) if (this.known.size > maxKept) this.known.delete(oldest);
    this.files.of({ instance, project, path, ref }, "utf8").then(
      (lines) => {
        this.known.set(key, lines);
        this.read(place);
      },
      (error: unknown) => this.context.report.background(error, "Read the lines of a pending suggestion"),
    );
    return undefined;
  }
}
