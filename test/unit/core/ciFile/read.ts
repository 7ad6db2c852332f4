/** What tests of the language of CI files share: pipelines of texts, and what is wrong with them in short. */
import { assemblePipeline, type IncludedFile, type IncludeReader } from "../../../../src/core/ciFile/assemble.ts";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import type { CiPipeline } from "../../../../src/core/ciFile/pipeline.ts";
import type { Problem, Fix } from "../../../../src/features/ci/language/problem.ts";
import { findProblems } from "../../../../src/features/ci/language/problems.ts";

export interface Texts {
  /** Files of the repository by their path; `*` in includes names those of its folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly templates?: Readonly<Record<string, string>>;
  readonly alone?: boolean;
}

const found = (id: string, text: string | undefined, editable: boolean): IncludedFile | undefined =>
  text === undefined ? undefined : { id, document: parseCi(text), editable };

export function reader({ files = {}, templates = {} }: Texts = {}): IncludeReader {
  return {
    local: (path) => {
      const names = path.includes("*")
        ? Object.keys(files).filter((name) => name.startsWith(path.slice(0, path.indexOf("*"))))
        : [path.replace(/^\//, "")];
      const all = names.map((name) => found(name, files[name], true));
      return Promise.resolve(all.every((file) => file !== undefined) ? all : undefined);
    },
    template: (name) => Promise.resolve(found(name, templates[name], false)),
  };
}

export const pipelineOf = (text: string, { alone = false, ...texts }: Texts = {}): Promise<CiPipeline> => {
  const own = found("main", text, true);
  if (!own) throw new Error("no text");
  return assemblePipeline(own, reader(texts), { alone });
};

export async function problems(text: string, texts: Texts = {}, of = "main"): Promise<Problem[]> {
  const pipeline = await pipelineOf(text, texts);
  const file = pipeline.files.find(({ id }) => id === of);
  if (!file) throw new Error(`${of} is no part of it`);
  return findProblems(pipeline, file);
}

/** Kind and place of each problem: `unknownStage deplyo`. */
export async function told(text: string, texts: Texts = {}, of = "main"): Promise<string[]> {
  const source = of === "main" ? text : (texts.files?.[of] ?? "");
  return (await problems(text, texts, of)).map(({ kind, start, end }) => `${kind} ${source.slice(start, end)}`);
}

/** A text after a fix. */
export function fixed(text: string, fix: Fix | undefined, file = "main"): string {
  if (!fix) throw new Error("There is no such fix");
  return fix.edits
    .filter((edit) => edit.file === file)
    .reduce((result, { start, end, text: words }) => result.slice(0, start) + words + result.slice(end), text);
}
