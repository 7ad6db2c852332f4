import type { GitProgram } from "../../src/git/openGit.ts";

/** The git of the PATH, for units that are tested without an editor. */
export const gitOnPath: GitProgram = () => undefined;
