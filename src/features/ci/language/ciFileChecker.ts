import { Uri, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { ciFileNames } from "../../../core/ciFile/names.ts";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";
import type { Context } from "../../../core/context.ts";
import { Analyzer } from "./analysis.ts";
import { ConfiguredPath } from "./configuredPath.ts";
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
  /** Whether the working tree has this text: it was not given, and there are no unsaved changes. */
  readonly isSaved: boolean;
  /** Together with the files that it includes. */
  readonly pipeline: CiPipeline;
  /** Lines are counted from 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Checks CI files that no editor shows, for other features. */
export class CiFileChecker implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly configured: ConfiguredPath;
  private readonly files = new RepositoryFiles((root) => this.configured.of(root));
  private readonly analyzer: Analyzer;
  private readonly ofGivenTexts: Analyzer;

  constructor(context: Pick<Context, "templates" | "connections" | "current" | "log" | "polling">) {
    this.configured = this.owned.add(new ConfiguredPath(context));
    const templates = this.owned.add(new TemplateSource(context));
    this.analyzer = new Analyzer(this.files, templates);
    this.ofGivenTexts = new Analyzer(this.files, templates, "listed");
  }

  /**
   * Returns the problems of a file, with unsaved changes; undefined if the repository has no such file, or it is too large. Of a text that
   * is given, no name is sent to the host: templates are those that the host lists, or that were read before.
   */
  async check({ root, path, text }: CiFileToCheck): Promise<CheckedCiFile | undefined> {
    const uri = await this.uriOf(root, path);
    const checked = text ?? (await this.textOf(root, uri));
    if (checked === undefined) return undefined;
    const document = { uri, version: 0, getText: () => checked };
    const analysis = await (text === undefined ? this.analyzer : this.ofGivenTexts).analyze(document);
    if (!analysis) return undefined;
    const problems = analysis.problems
      .map((problem) => ({ start: problem.start, message: problemText(problem) }))
      .sort((a, b) => a.start - b.start);
    const lineOf = linesIn(checked);
    return {
      text: checked,
      isSaved: text === undefined && !isChanged(uri),
      pipeline: analysis.pipeline,
      problems: problems.map(({ start, message }) => ({ line: lineOf(start), message })),
    };
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async textOf(root: Uri | undefined, uri: Uri): Promise<string | undefined> {
    if (root === undefined || (await this.files.isFileOf(root, uri)) !== true) return undefined;
    return (await this.files.read(uri))?.text;
  }

  private async uriOf(root: Uri | undefined, path: string | undefined): Promise<Uri> {
    if (root === undefined) return Uri.from({ scheme: "untitled", path: path ?? ciFileNames.gitlab });
    if (path !== undefined) return Uri.joinPath(root, path);
    await this.configured.request(root);
    return (await this.files.mainFile(root)) ?? Uri.joinPath(root, ciFileNames.gitlab);
  }
}

const isChanged = (uri: Uri): boolean =>
  workspace.textDocuments.some((one) => one.isDirty && !one.isClosed && one.uri.toString() === uri.toString());

/** Returns how to find the line of an offset, counted from 1; for ascending offsets. */
function linesIn(text: string): (offset: number) => number {
  let [line, next] = [1, text.indexOf("\n")];
  return (offset) => {
    while (next >= 0 && next < offset) [line, next] = [line + 1, text.indexOf("\n", next + 1)];
    return line;
  };
}
