import { SUBMODULE_MODE } from "../../../git/fileChange.ts";

/** A file of the working tree that differs from the last commit. */
export interface WorkingChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed" | "typeChanged" | "untracked" | "unmerged";
  readonly path: string;
  /** Path in the last commit; `path` unless renamed in git. */
  readonly oldPath: string;
  /** Mode in the working tree; absent for deleted and untracked files. */
  readonly mode?: string;
  /** SHA of the content in the last commit; absent for untracked files. */
  readonly headBlob?: string;
  /** SHA of the content in the index; absent for untracked files. */
  readonly indexBlob?: string;
  readonly submodule?: boolean;
}

/**
 * Parses the output of `git status --porcelain=v2 -z`. Paths may contain anything but NUL; an untracked folder that is
 * itself a repository ends with a slash.
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

/** Parses `1 XY sub mH mI mW hH hI path`, and for renames `2 XY sub mH mI mW hH hI R100 path`, NUL, the former path. */
function tracked(line: string, count: number, origin: string | undefined): WorkingChange[] {
  const { words, path } = cut(line, count);
  const [, letters = "", sub = "", headMode = "", , mode = "", headBlob = "", indexBlob = ""] = words;
  const isThere = !/^0+$/.test(mode);
  const wasThere = !/^0+$/.test(headMode);
  if (!isThere && !wasThere && origin === undefined) return []; // added to the index, then deleted
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

/** Splits a line into its first words and the path. */
function cut(line: string, count: number): { words: string[]; path: string } {
  const words = line.split(" ");
  return { words: words.slice(0, count), path: words.slice(count).join(" ") };
}
