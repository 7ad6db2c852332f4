import type { TextDocument, Uri } from "vscode";
import { assemble, type FoundFile, type IncludeReader } from "../../../core/ciFile/assemble.ts";
import { rootNames } from "../../../core/ciFile/isCiFile.ts";
import type { Pipeline, PipelineFile } from "../../../core/ciFile/pipeline.ts";
import { includeProblems } from "./includeProblems.ts";
import type { Problem } from "./problem.ts";
import { problemsOf } from "./problems.ts";
import { mostText, type RepositoryFiles } from "./repositoryFiles.ts";
import { templateUri } from "./templateAddress.ts";
import type { TemplateSource } from "./templateSource.ts";

/** What was found out about one version of a document. */
export interface Analysis {
  readonly version: number;
  readonly pipeline: Pipeline;
  readonly problems: readonly Problem[];
}

/** Reads CI files together with what they include. */
export class Analyzer {
  private readonly files: RepositoryFiles;
  private readonly templates: TemplateSource;

  constructor(files: RepositoryFiles, templates: TemplateSource) {
    this.files = files;
    this.templates = templates;
  }

  /** What is wrong with a document as it is now; undefined for one that is too large. */
  async analyze(document: TextDocument): Promise<Analysis | undefined> {
    const { uri, version } = document;
    const [id, text] = [uri.toString(), document.getText()];
    if (text.length > mostText) return undefined;
    const own: FoundFile = { id, document: this.files.parse(id, text), editable: true };
    const root = await this.files.rootOf(uri);
    const pipeline = await this.pipelineOf(own, uri, root);
    const file = pipeline.files.find((each) => each.id === id);
    if (!file) return undefined;
    return {
      version,
      pipeline,
      problems: [...problemsOf(pipeline, file), ...(await this.includeProblems(file, root))],
    };
  }

  /** The pipeline that a file belongs to: its own, that of the project's CI file when this includes it, or one that is not known as a whole. */
  private async pipelineOf(own: FoundFile, uri: Uri, root: Uri | undefined): Promise<Pipeline> {
    const reader = this.reader(root);
    const main = root && (await this.files.mainFile(root));
    const isMain = main
      ? main.toString() === own.id
      : rootNames.includes(uri.path.slice(uri.path.lastIndexOf("/") + 1));
    if (isMain || uri.scheme === "untitled") return assemble(own, reader);
    const document = main && (await this.files.read(main));
    if (main && document) {
      const pipeline = await assemble({ id: main.toString(), document, editable: true }, reader);
      // What was read on the way may be newer than what is being looked at; that result is dropped later.
      if (pipeline.files.some(({ id }) => id === own.id)) return pipeline;
    }
    // Files with these are made to stand on their own.
    const alone = !own.document.entries.some(({ name }) => name === "stages" || name === "workflow");
    return assemble(own, reader, { alone });
  }

  private reader(root: Uri | undefined): IncludeReader {
    return {
      local: async (path) => {
        const found = root && (await this.files.find(root, path));
        if (!found) return undefined;
        const read = await Promise.all(
          found.map(async (uri) => ({ id: uri.toString(), document: await this.files.read(uri), editable: true })),
        );
        const whole = read.filter((file): file is FoundFile => file.document !== undefined);
        return whole.length === read.length ? whole : undefined;
      },
      template: async (name) => {
        const kept = await this.templates.keptText(name);
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
    for (const { kind, name } of [...document.includes, ...document.started]) {
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
