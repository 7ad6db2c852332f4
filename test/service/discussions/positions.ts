import { createHash } from "node:crypto";
import type { DiffEntry } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord, MergeRequestVersion } from "../mergeRequests/records.ts";
import { changesBetween } from "./changes.ts";
import { LineMap } from "./lines.ts";
import type { LineEnd, Position } from "./records.ts";

type Parts = Pick<Hosting, "state" | "repositories">;
type Lines = Pick<Position, "old_line" | "new_line">;

export function versionOf(record: MergeRequestRecord, position: Position): MergeRequestVersion | undefined {
  return record.versions.find(
    ({ base, head, start }) => base === position.base_sha && head === position.head_sha && start === position.start_sha,
  );
}

/** Whether the place is in the diff between its commits: both paths, and for lines the numbers of that kind of line. */
export async function isInDiff(parts: Parts, record: MergeRequestRecord, position: Position): Promise<boolean> {
  const changes = await changesBetween(parts, record, { base: position.base_sha, head: position.head_sha });
  const entry = entryOf(changes, position);
  if (!entry) return false;
  const { old_line, new_line, position_type } = position;
  if (position_type !== "text") return old_line === null && new_line === null;
  if (entry.too_large || entry.diff.startsWith("Binary files ")) return false;
  const lines = new LineMap(entry.diff);
  if (old_line === null) return new_line !== null && lines.added.has(new_line);
  if (new_line === null) return lines.removed.has(old_line);
  return (
    old_line > 0 &&
    lines.newOf(old_line) === new_line &&
    new_line <= (await lineCount(parts, record, position.head_sha, position.new_path))
  );
}

/** The same place in another version; undefined where the line changed since, or is no part of the changes there. */
export async function followed(
  parts: Parts,
  record: MergeRequestRecord,
  position: Position,
  version: MergeRequestVersion,
): Promise<Position | undefined> {
  const [before, since, changes] = await Promise.all([
    changesBetween(parts, record, { base: position.base_sha, head: version.base }),
    changesBetween(parts, record, { base: position.head_sha, head: version.head }),
    changesBetween(parts, record, version),
  ]);
  const moved = { old: moving(before, position.old_path), new: moving(since, position.new_path) };
  const removed = position.position_type === "text" && position.new_line === null;
  const entry = removed
    ? changes.find(({ old_path }) => old_path === moved.old.path)
    : changes.find(({ new_path, deleted_file }) => new_path === moved.new.path && !deleted_file);
  // A point of a picture that is another now says nothing.
  if (position.point && since.some(({ old_path }) => old_path === position.new_path)) return undefined;
  const gone =
    position.position_type !== "text" && changes.find((one) => one.deleted_file && one.old_path === moved.old.path);
  const found = entry ?? (gone === false ? undefined : gone);
  if (!found) return undefined;
  const placed = {
    base_sha: version.base,
    start_sha: version.start,
    head_sha: version.head,
    old_path: found.old_path,
    new_path: found.new_path,
    position_type: position.position_type,
    ...(position.point && { point: position.point }),
  };
  if (position.position_type !== "text") return { ...placed, old_line: null, new_line: null, line_range: null };
  const lines = new LineMap(found.diff);
  const at = (line: Lines): Lines | undefined => {
    if (line.new_line === null) {
      const old = line.old_line === null ? undefined : moved.old.line(line.old_line);
      return old !== undefined && lines.removed.has(old) ? { old_line: old, new_line: null } : undefined;
    }
    const current = moved.new.line(line.new_line);
    return current === undefined ? undefined : { old_line: lines.oldOf(current) ?? null, new_line: current };
  };
  const place = at(position);
  if (!place) return undefined;
  const { line_range: range } = position;
  if (!range) return { ...placed, ...place, line_range: null };
  const end = (one: LineEnd): LineEnd | undefined => {
    const lineAt = at(one);
    return (
      lineAt && {
        ...one,
        ...lineAt,
        line_code: lineCode(found, lines, lineAt),
        type:
          one.type === "expanded"
            ? one.type
            : lineAt.old_line === null
              ? "new"
              : lineAt.new_line === null
                ? "old"
                : null,
      }
    );
  };
  const [from, to] = [end(range.start), end(range.end)];
  return from && to ? { ...placed, ...place, line_range: { start: from, end: to } } : undefined;
}

/** Digest of the path and both numbers. The side without the line has the number of the next line there. */
function lineCode(entry: DiffEntry, lines: LineMap, { old_line, new_line }: Lines): string {
  const next = (of: (line: number) => number | undefined, line: number, changed: ReadonlySet<number>): number => {
    let at = line;
    while (changed.has(at)) at++;
    return of(at) ?? at;
  };
  const [old, current] = [
    old_line ?? next((line) => lines.oldOf(line), new_line ?? 0, lines.added),
    new_line ?? next((line) => lines.newOf(line), old_line ?? 0, lines.removed),
  ];
  return `${createHash("sha1").update(entry.new_path).digest("hex")}_${old}_${current}`;
}

function entryOf(changes: readonly DiffEntry[], { old_path, new_path }: Position): DiffEntry | undefined {
  return changes.find((one) => one.old_path === old_path && one.new_path === new_path);
}

/** Where a file and its unchanged lines went. */
function moving(
  changes: readonly DiffEntry[],
  path: string,
): { readonly path: string | undefined; line(line: number): number | undefined } {
  const entry = changes.find(({ old_path, new_file }) => old_path === path && !new_file);
  if (!entry) return { path, line: (line) => line };
  const lines = new LineMap(entry.diff);
  return {
    path: entry.deleted_file ? undefined : entry.new_path,
    line: (line) => (entry.deleted_file ? undefined : lines.newOf(line)),
  };
}

async function lineCount(parts: Parts, record: MergeRequestRecord, sha: string, path: string): Promise<number> {
  const project = parts.state.projects.get(record.projectId)!;
  const text = (await parts.repositories.at(project.path).file(sha, path))?.content.toString() ?? "";
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
