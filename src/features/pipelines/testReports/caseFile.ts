import type { ReportedCase } from "../../../core/pipelines/testCases.ts";
import { repositoryPath } from "../../../core/problems/paths.ts";
import { messageText } from "./shownText.ts";
import { type StackFrame, stackFrames } from "./stackFrames.ts";

/** File of a test case in the repository, with the line that failed if it is known. */
export interface CaseFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

/**
 * Returns the file of a test case, whether or not it is in the workspace: the one that the report names, else that of the innermost stack
 * frame in the repository.
 * @param project full path of the project, which the paths of checkouts on runners end with
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
