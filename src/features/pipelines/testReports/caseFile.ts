import { repositoryPath } from "../../../core/problems/paths.ts";
import type { ReportedCase } from "./cases.ts";
import { messageText } from "./shownText.ts";
import { type StackFrame, stackFrames } from "./stackFrames.ts";

/** Where a case's file is in the repository, with the line that failed as far as known. */
export interface CaseFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

/**
 * Returns the file of a case by what the report says, whether or not it is in the workspace: the one that the report names, else the
 * innermost stack frame with a path of the repository.
 * @param project full path of the project, with which checkouts on runners end
 */
export function caseFile({ file, output, stack }: ReportedCase, project: string): CaseFile | undefined {
  const pathOf = (path: string): string | undefined => repositoryPath(path, { checkouts: [], project });
  const frames = stackFrames(messageText(`${stack}\n${output}`)).flatMap(({ path, line }: StackFrame) => {
    const found = path === undefined ? undefined : pathOf(path);
    return found === undefined ? [] : [{ path: found, ...(line !== undefined && { line }) }];
  });
  const named = file === undefined ? undefined : pathOf(file);
  if (named === undefined) return frames[0];
  return frames.find(({ path }) => path === named) ?? { path: named };
}
