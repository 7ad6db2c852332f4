import { SUBMODULE_MODE } from "../../../git/fileChange.ts";

/** A file of the working tree that is not as its last commit has it. */
export interface WorkingChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed" | "typeChanged" | "untracked" | "unmerged";
  readonly path: string;
  /** Where the last commit has it; `path` unless git was told of a rename. */
  readonly oldPath: string;
  /** In the working tree; absent where there is no file, and for untracked ones. */
  readonly mode?: string;
  /** Sha of the content in the last commit and in the index; absent for untracked files. */
  readonly headBlob?: string;
  readonly indexBlob?: string;
  readonly submodule?: boolean;
}

/**
 * Reads what `git status --porcelain=v2 -z` writes. Paths may hold anything but NUL; an untracked folder that is a repository of its
 * own ends with a slash.
 */
export function readStatus(text: string): WorkingChange[] {
  const fields = text.split("\0");
  const changes: WorkingChange[] = [];
  for (let at = 0; at < fields.length; at++) {
    const line = fields[at] ?? "";
    switch (line.slice(0, 2)) {
      case "1 ":
        changes.push(...tracked(line, 8, undefined));
        break;
      case "2 ":
        at += 1;
        changes.push(...tracked(line, 9, fields[at]));
        break;
      case "u ": {
        const { path } = cut(line, 10);
        changes.push({ kind: "unmerged", path, oldPath: path });
        break;
      }
      case "? ": {
        const path = line.slice(2);
        changes.push({ kind: "untracked", path, oldPath: path, ...(path.endsWith("/") ? { submodule: true } : {}) });
        break;
      }
      default:
    }
  }
  return changes;
}

/** `1 XY sub mH mI mW hH hI path`, and for renames `2 XY sub mH mI mW hH hI R100 path`, NUL, the path before. */
function tracked(line: string, count: number, origin: string | undefined): WorkingChange[] {
  const { words, path } = cut(line, count);
  const [, letters = "", sub = "", headMode = "", , mode = "", headBlob = "", indexBlob = ""] = words;
  const isThere = !/^0+$/.test(mode);
  const wasThere = !/^0+$/.test(headMode);
  if (!isThere && !wasThere && origin === undefined) return []; // added to the index, then deleted: nothing is left of it
  const submodule = sub.startsWith("S") || headMode === SUBMODULE_MODE || mode === SUBMODULE_MODE;
  const renamed = origin !== undefined && letters.startsWith("R");
  return [
    {
      kind: !isThere
        ? "deleted"
        : renamed
          ? "renamed"
          : !wasThere
            ? "added"
            : headMode.slice(0, 3) === mode.slice(0, 3)
              ? "modified"
              : "typeChanged",
      path,
      oldPath: renamed ? origin : path,
      ...(isThere ? { mode } : {}),
      headBlob,
      indexBlob,
      ...(submodule ? { submodule } : {}),
    },
  ];
}

/** The first words of a line, and the rest of it. */
function cut(line: string, count: number): { words: string[]; path: string } {
  const words = line.split(" ");
  return { words: words.slice(0, count), path: words.slice(count).join(" ") };
}
