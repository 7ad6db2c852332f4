/** What changed with one file. Paths have no leading slash. */
export interface FileChange {
  readonly status: "added" | "modified" | "deleted" | "renamed" | "typeChanged";
  /** Where it is now; where it was, when it is deleted. */
  readonly path: string;
  /** Where it was; the same as `path` unless it is renamed. */
  readonly oldPath: string;
  /** As git writes it: `100644`, `100755` for programs, `120000` for links, `160000` for submodules. Absent where there is no file. */
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly binary?: boolean;
  /** It is a submodule, before or after. */
  readonly submodule?: boolean;
  /** Commits of the submodule, where they are known. */
  readonly oldSubmodule?: string;
  readonly newSubmodule?: string;
  /** Lines; absent for binary files and where nobody counted. */
  readonly additions?: number;
  readonly deletions?: number;
}

/** Mode of a submodule in a tree. */
export const SUBMODULE_MODE = "160000";

/** A mode as git or a host writes it; undefined where there is no file (`0`, `000000`). */
export const fileMode = (mode: string | null | undefined): string | undefined =>
  mode === undefined || mode === null || /^0*$/.test(mode) ? undefined : mode;
