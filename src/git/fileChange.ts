/** The change of one file. Paths have no leading slash. */
export interface FileChange {
  readonly status: "added" | "modified" | "deleted" | "renamed" | "typeChanged";
  /** The new path; the old one for deleted files. */
  readonly path: string;
  /** The old path; equal to `path` unless renamed. */
  readonly oldPath: string;
  /**
   * Mode: `100644`, `100755` for executables, `120000` for links, `160000` for submodules. Absent if the file does not
   * exist.
   */
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly binary?: boolean;
  /** Whether it is a submodule before or after. */
  readonly submodule?: boolean;
  /** Commits of the submodule, if known. */
  readonly oldSubmodule?: string;
  readonly newSubmodule?: string;
  /** Line counts; absent for binary files and if unknown. */
  readonly additions?: number;
  readonly deletions?: number;
}

/** Mode of a submodule in a tree. */
export const SUBMODULE_MODE = "160000";

/** Returns a mode; undefined if there is no file (`0`, `000000`). */
export const fileMode = (mode: string | null | undefined): string | undefined =>
  mode === undefined || mode === null || /^0*$/.test(mode) ? undefined : mode;
