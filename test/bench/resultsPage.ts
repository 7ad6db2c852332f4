/** RESULTS.md: what all benchmarks measured, on which machine, with which versions, and when. */
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { editorPrograms } from "../../tools/install/editor.mjs";
import { root } from "../../tools/root.ts";
import { type CollectedResult, shownValue } from "./results.ts";

export interface Benchmark {
  readonly name: string;
  /** What it measures, in a sentence. */
  readonly about: string;
}

export interface Surroundings {
  readonly machine: string;
  readonly versions: string;
  /** ISO 8601, in days. */
  readonly date: string;
}

/** Returns the first sentence of the comment that a benchmark's file begins with. @throws Error where there is none */
export function aboutOf(name: string, source: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//
    .exec(source)?.[1]
    ?.replace(/^ *\* ?/gm, "")
    .trim();
  const sentence = comment?.replaceAll("\n", " ").match(/^.*?[.:](?=\s|$)/)?.[0];
  if (sentence === undefined) throw new Error(`${name}.ts does not begin with a comment of what it measures`);
  return sentence.replace(/:$/, ".");
}

/** Returns the text of RESULTS.md. @param benchmarks in their order; those without results are left out */
export function resultsPage(
  benchmarks: readonly Benchmark[],
  results: readonly CollectedResult[],
  { machine, versions, date }: Surroundings,
): string {
  const sections = benchmarks.flatMap(({ name, about }) => {
    const own = results.filter(({ benchmark }) => benchmark === name);
    if (own.length === 0) return [];
    const rows = own.map(({ name: what, goal, met, note = "", ...value }) =>
      row([what, shownValue(value), goal ?? "", met === undefined ? "" : met ? "yes" : "**no**", note]),
    );
    const table = [row(["", "measured", "goal", "met", ""]), "|---|--:|--:|---|---|", ...rows].join("\n");
    return [`## ${name}\n\n${about}\n\n${table}\n`];
  });
  const head = [
    "# Results of the benchmarks",
    "Written by `npm run bench`. Figures in × are ratios of two measurements in the same run.",
    [`- Machine: ${machine}`, `- Versions: ${versions}`, `- Date: ${date}`].join("\n"),
  ].join("\n\n");
  return [`${head}\n`, ...sections].join("\n");
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

/** Returns where the benchmarks run. */
export function surroundings(): Surroundings {
  const version = (folder: string): string =>
    (JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string }).version;
  const processors = cpus();
  return {
    machine: `${processors[0]?.model.trim() ?? process.arch}, ${processors.length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${process.platform}`,
    versions: `Node ${process.versions.node}, VS Code ${version(path.join(editorPrograms().server, "../.."))}, Forgeline ${version(root)}`,
    date: new Date().toISOString().slice(0, 10),
  };
}
