import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { NoteRecord } from "./records.ts";

/** A change of lines that a comment proposes. */
export interface SuggestionRecord {
  readonly id: number;
  /** Lines above and below that of the comment; none before the file's first line or after its last. */
  readonly above: number;
  readonly below: number;
  readonly from: string;
  readonly to: string;
  applied: boolean;
}

const BLOCK = /^(`{3,}|~{3,})suggestion(?::-(\d+)\+(\d+))?[ \t]*\n([^]*?)^\1[ \t]*$/gm;
/** Real hosts take no more lines on either side. */
const MOST = 100;
let lastId = 7000;

/** Reads the suggestions of a comment on a line of the new file: blocks of code of that kind. */
export async function readSuggestions(
  { state, repositories }: Pick<Hosting, "state" | "repositories">,
  record: MergeRequestRecord,
  note: Pick<NoteRecord, "body" | "position">,
): Promise<SuggestionRecord[]> {
  const { position } = note;
  const blocks = [...note.body.replaceAll("\r\n", "\n").matchAll(BLOCK)];
  if (blocks.length === 0 || position?.position_type !== "text" || position.new_line === null) return [];
  const project = state.projects.get(record.projectId)!;
  const lines = linesOf(
    (await repositories.at(project.path).file(position.head_sha, position.new_path))?.content.toString(),
  );
  const line = position.new_line;
  return blocks.map(([, , up = "0", down = "0", to = ""]) => {
    const above = Math.min(Number(up), MOST, line - 1);
    const below = Math.min(Number(down), MOST, lines.length - line);
    return {
      id: ++lastId,
      above,
      below,
      from: lines.slice(line - 1 - above, line + below).join(""),
      to,
      applied: false,
    };
  });
}

export function linesOf(text: string | undefined): string[] {
  return text?.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The lines that a suggestion is about, as its note is placed now. */
export function rangeOf(note: NoteRecord, { above, below }: SuggestionRecord): { from: number; to: number } {
  const line = note.position?.new_line ?? 0;
  return { from: line - above, to: line + below };
}

/** Not when it is outdated, has no effect, or the merge request has ended. */
export function isAppliable(record: MergeRequestRecord, note: NoteRecord, suggestion: SuggestionRecord): boolean {
  return (
    !suggestion.applied &&
    record.state === "opened" &&
    note.position?.head_sha === record.sha &&
    suggestion.from !== suggestion.to
  );
}
