import { Uri } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { ciFileNames } from "../../../core/ciFile/names.ts";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";
import type { Context } from "../../../core/context.ts";
import { Analyzer } from "./analysis.ts";
import { problemText } from "./labels.ts";
import { RepositoryFiles } from "./repositoryFiles.ts";
import { TemplateSource } from "./templateSource.ts";

/** A CI file to check. */
export interface CiFileToCheck {
  /** Folder of the repository. */
  readonly root: Uri | undefined;
  /** Below the root; the project's CI file by default. */
  readonly path: string | undefined;
  /** Checked instead of what the file contains. */
  readonly text: string | undefined;
}

/** A CI file that was checked. */
export interface CheckedCiFile {
  readonly text: string;
  /** Together with the files that it includes. */
  readonly pipeline: CiPipeline;
  /** Lines are counted from 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Checks CI files that no editor shows, for other features. */
export class CiFileChecker implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly files = new RepositoryFiles();
  private readonly analyzer: Analyzer;

  constructor(context: Pick<Context, "templates" | "connections" | "current" | "log">) {
    this.analyzer = new Analyzer(this.files, this.owned.add(new TemplateSource(context)));
  }

  /** Returns the problems of a file, with unsaved changes; undefined if there is no such file, or it is too large. */
  async check({ root, path, text }: CiFileToCheck): Promise<CheckedCiFile | undefined> {
    const uri = await this.uriOf(root, path);
    const checked = text ?? (await this.files.read(uri))?.text;
    if (checked === undefined) return undefined;
    const analysis = await this.analyzer.analyze({ uri, version: 0, getText: () => checked });
    if (!analysis) return undefined;
    const problems = analysis.problems
      .map((problem) => ({ start: problem.start, message: problemText(problem) }))
      .sort((a, b) => a.start - b.start);
    const lineOf = linesIn(checked);
    return {
      text: checked,
      pipeline: analysis.pipeline,
      problems: problems.map(({ start, message }) => ({ line: lineOf(start), message })),
    };
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async uriOf(root: Uri | undefined, path: string | undefined): Promise<Uri> {
    if (root === undefined) return Uri.from({ scheme: "untitled", path: path ?? ciFileNames.gitlab });
    if (path !== undefined) return Uri.joinPath(root, path);
    return (await this.files.mainFile(root)) ?? Uri.joinPath(root, ciFileNames.gitlab);
  }
}

/** Returns how to find the line of an offset, counted from 1; for ascending offsets. */
function linesIn(text: string): (offset: number) => number {
  let [line, next] = [1, text.indexOf("\n")];
  return (offset) => {
    while (next >= 0 && next < offset) [line, next] = [line + 1, text.indexOf("\n", next + 1)];
    return line;
  };
}
