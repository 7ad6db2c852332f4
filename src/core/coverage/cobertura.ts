import { count, type CoverageReport, type FileReport, ReportBuilder } from "./report.ts";
import { attribute, children, descendants, type ReportElement, textOf } from "./xmlReport.ts";

/** Limit of source folders. */
const maxSources = 50;

/**
 * Reads a Cobertura report, as coverage.py, gcovr, istanbul, coverlet and others write it: files are those of classes, with paths
 * relative to one of the source folders.
 */
export function readCobertura(root: ReportElement): CoverageReport {
  const builder = new ReportBuilder();
  const sources = [...descendants(root, "source")].slice(0, maxSources).map(textOf);
  for (const one of descendants(root, "class")) {
    const file = builder.file([attribute(one, "filename")]);
    if (file) readClass(builder, file, one);
  }
  const folders = sources.filter((source) => source !== "" && source !== ".");
  return { ...builder.finish("cobertura"), folders: folders.map((folder) => folder.replace(/[\\/]+$/, "")) };
}

function readClass(builder: ReportBuilder, file: FileReport, one: ReportElement): void {
  const methods = [...children(one, "methods")].flatMap((all) => [...children(all, "method")]);
  const lines = linesOf(one);
  // Some tools list lines only below methods.
  for (const line of lines.length > 0 ? lines : methods.flatMap(linesOf)) readLine(builder, file, line);
  for (const method of methods) {
    const [first] = linesOf(method);
    if (first) builder.addFunction(file, attribute(method, "name"), number(first), count(attribute(first, "hits")));
  }
}

const linesOf = (element: ReportElement): ReportElement[] =>
  [...children(element, "lines")].flatMap((all) => [...children(all, "line")]);

const number = (line: ReportElement): number => Number(attribute(line, "number"));

function readLine(builder: ReportBuilder, file: FileReport, line: ReportElement): void {
  // Classes of the same file may repeat its lines.
  builder.line(file, number(line), count(attribute(line, "hits")), Math.max);
  if (attribute(line, "branch").toLowerCase() !== "true") return;
  const [, covered, total] = /\((\d{1,9})\/(\d{1,9})\)/.exec(attribute(line, "condition-coverage")) ?? [];
  if (total !== undefined) builder.branches(file, number(line), { covered: count(covered), total: count(total) });
}
