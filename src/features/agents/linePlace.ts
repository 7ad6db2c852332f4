import { isDeepStrictEqual } from "node:util";
import type { MergeRequestDiff, NewDiffPosition } from "../../api/resources/discussionTypes.ts";
import { readFileText } from "../../core/ciFile/ciFileText.ts";
import { diffLines } from "../../core/comparisons/hunks.ts";
import { type LineSpan, positionOf } from "../../core/mergeRequests/review/positions.ts";
import { readFileDiff, readNewestVersion } from "../../core/mergeRequests/review/version.ts";
import type { AgentsContext } from "./context.ts";
import { toolError } from "./input.ts";
import type { MergeRequestSubject } from "./subject.ts";

/** Lines of a changed file. */
export interface FileLines {
  readonly path: string;
  /** `old` for removed lines. */
  readonly side: "old" | "new";
  readonly span: LineSpan;
}

/** Lines of a changed file, found in the newest version of a merge request. */
export interface PlacedLines {
  readonly position: NewDiffPosition;
  /** Their text; undefined for a file that is too large to be read. */
  readonly text: readonly string[] | undefined;
  /** @throws UserError if the merge request has a newer version by now; ApiError */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

/**
 * Returns the position and the text of lines in the newest version of a merge request.
 * @param fork ID of the project with the source branch, if it is another one
 * @throws UserError if the file is not changed or has no such lines; ApiError
 */
export async function placeOnLines(
  context: AgentsContext,
  { instance, project, iid, connection }: MergeRequestSubject,
  { path, side, span }: FileLines,
  fork: number | undefined,
  signal: AbortSignal,
): Promise<PlacedLines> {
  const { client } = connection;
  const shas = await readNewestVersion(client, project, iid, signal);
  if (!shas) throw toolError(`Merge request !${iid} has no version to comment on.`);
  const file = await readFileDiff(client, project, { iid, side, path }, signal);
  if (!file) throw toolError(`${path} is not among the changed files of !${iid}.`);
  if (!file.diff) throw toolError(`The host does not show the diff of ${path}, so its lines cannot be commented on.`);
  const ref = side === "new" ? shas.head : shas.base;
  const dialect = context.templates.dialect(instance);
  const read = (home: typeof project): Promise<string | undefined> =>
    readFileText({ client, project: home, ref, dialect }, path, signal);
  const text = (await read(project)) ?? (fork === undefined ? undefined : await read(fork));
  const all = text === undefined ? undefined : linesOf(text);
  if (all && span.end > all.length) throw toolError(`${path} has ${all.length} lines.`);
  const diff = { iid, side, base: shas.base, head: shas.head, otherPath: otherPath(file, side) };
  const position = positionOf({ path, diff }, shas, diffLines(file.diff), span);
  const check = async (within: AbortSignal): Promise<void> => {
    if (isDeepStrictEqual(await readNewestVersion(client, project, iid, within), shas)) return;
    throw toolError(`Merge request !${iid} has new commits since the user was asked. Nothing was sent.`);
  };
  return { position, text: all?.slice(span.start - 1, span.end), check };
}

const otherPath = ({ old_path: oldPath, new_path: newPath }: MergeRequestDiff, side: "old" | "new"): string =>
  side === "new" ? oldPath : newPath;

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (text.endsWith("\n")) lines.pop();
  return lines;
}
