import type { TextDocument, Uri } from "vscode";
import { assemblePipeline, type IncludedFile, type IncludeReader } from "../../../core/ciFile/assemble.ts";
import { rootNames } from "../../../core/ciFile/isCiFile.ts";
import type { CiPipeline, PipelineFile } from "../../../core/ciFile/pipeline.ts";
import { includeProblems } from "./includeProblems.ts";
import type { Problem } from "./problem.ts";
import { findProblems } from "./problems.ts";
import { maxText, type RepositoryFiles } from "./repositoryFiles.ts";
import { templateUri } from "./templateAddress.ts";
import type { TemplateSource } from "./templateSource.ts";

/** The analysis of one version of a document. */
export interface Analysis {
  readonly version: number;
  readonly pipeline: CiPipeline;
  readonly problems: readonly Problem[];
}

/** Analyzes CI files together with the files they include. */
export class Analyzer {
  private readonly files: RepositoryFiles;
  private readonly templates: TemplateSource;
  private readonly asked: "any" | "listed";

  /** @param asked templates that the host may be asked for: any, or only those that it lists */
  constructor(files: RepositoryFiles, templates: TemplateSource, asked: "any" | "listed" = "any") {
    this.files = files;
    this.templates = templates;
    this.asked = asked;
  }

  /** Returns the problems of a document's current text; undefined if it is too large. */
  async analyze(document: Pick<TextDocument, "uri" | "version" | "getText">): Promise<Analysis | undefined> {
    const { uri, version } = document;
    const [id, text] = [uri.toString(), document.getText()];
    if (text.length > maxText) return undefined;
    const own: IncludedFile = { id, document: this.files.parse(id, text), editable: true };
    const root = await this.files.rootOf(uri);
    const pipeline = await this.pipelineOf(own, uri, root);
    const file = pipeline.files.find((each) => each.id === id);
    if (!file) return undefined;
    return {
      version,
      pipeline,
      problems: [...findProblems(pipeline, file), ...(await this.includeProblems(file, root))],
    };
  }

  /**
   * Returns the pipeline of a file: its own, or that of the project's CI file if this includes the file; otherwise an
   * incomplete one.
   */
  private async pipelineOf(own: IncludedFile, uri: Uri, root: Uri | undefined): Promise<CiPipeline> {
    const reader = this.reader(root);
    const main = root && (await this.files.mainFile(root));
    const isMain = main
      ? main.toString() === own.id
      : rootNames.includes(uri.path.slice(uri.path.lastIndexOf("/") + 1));
    if (isMain || uri.scheme === "untitled") return assemblePipeline(own, reader);
    const document = main && (await this.files.read(main));
    if (main && document) {
      const pipeline = await assemblePipeline({ id: main.toString(), document, editable: true }, reader);
      // Files read meanwhile may be newer than the document; the caller drops such results.
      if (pipeline.files.some(({ id }) => id === own.id)) return pipeline;
    }
    // Files with these keys work without being included.
    const alone = !own.document.entries.some(({ name }) => name === "stages" || name === "workflow");
    return assemblePipeline(own, reader, { alone });
  }

  private reader(root: Uri | undefined): IncludeReader {
    return {
      local: async (path) => {
        const found = root && (await this.files.find(root, path));
        if (!found) return undefined;
        const read = await Promise.all(
          found.map(async (uri) => ({ id: uri.toString(), document: await this.files.read(uri), editable: true })),
        );
        const whole = read.filter((file): file is IncludedFile => file.document !== undefined);
        return whole.length === read.length ? whole : undefined;
      },
      template: async (name) => {
        const kept = await this.templates.cachedText(name, this.asked);
        if (!kept) return undefined;
        const id = templateUri(kept.instance, name).toString();
        return { id, document: this.files.parse(id, kept.text), editable: false };
      },
    };
  }

  private async includeProblems({ id, document }: PipelineFile, root: Uri | undefined): Promise<Problem[]> {
    const [templates, near, files] = [
      new Map<string, boolean | undefined>(),
      new Map<string, string | undefined>(),
      new Map<string, boolean | undefined>(),
    ];
    for (const { kind, name } of [...document.includes, ...document.childIncludes]) {
      if (kind === "template") templates.set(name, await this.templates.has(name));
      if (templates.get(name) === false) near.set(name, await this.templates.nearest(name));
      if (kind === "local" && root) files.set(name, await this.files.has(root, name));
    }
    return includeProblems(document, id, {
      hasTemplate: (name) => templates.get(name),
      nearestTemplate: (name) => near.get(name),
      hasFile: (path) => files.get(path),
    });
  }
}
