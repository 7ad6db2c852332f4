import { count, type CoverageReport, type FileReport, ReportBuilder } from "./report.ts";
import { attribute, children, type ReportElement } from "./xmlReport.ts";

/** Source folders of Maven and Gradle, below the folder of a module. */
export const sourceFolders = ["src/main/java", "src/main/kotlin", "src/main/scala", "src/main/groovy"];

/**
 * Reads a JaCoCo report. It names packages and source files, but no folders, and counts instructions, not executions. In reports of
 * several modules, groups have the names of the modules.
 */
export function readJacoco(root: ReportElement): CoverageReport {
  const builder = new ReportBuilder();
  for (const { element, modules } of packagesOf(root, [])) readPackage(builder, element, modules);
  return builder.finish("jacoco", false);
}

function* packagesOf(
  element: ReportElement,
  modules: readonly string[],
): Generator<{ element: ReportElement; modules: readonly string[] }> {
  for (const one of children(element, "package")) yield { element: one, modules };
  if (modules.length > 10) return;
  for (const group of children(element, "group")) yield* packagesOf(group, [...modules, attribute(group, "name")]);
}

function readPackage(builder: ReportBuilder, element: ReportElement, modules: readonly string[]): void {
  const folder = attribute(element, "name");
  const files = new Map<string, FileReport>();
  for (const source of children(element, "sourcefile")) {
    const name = attribute(source, "name");
    const file = name === "" ? undefined : builder.file(pathsOf(folder === "" ? name : `${folder}/${name}`, modules));
    if (!file) continue;
    files.set(name, file);
    for (const line of children(source, "line")) {
      const at = Number(attribute(line, "nr"));
      builder.line(file, at, count(attribute(line, "ci")) > 0 ? 1 : 0);
      const [covered, missed] = [count(attribute(line, "cb")), count(attribute(line, "mb"))];
      builder.branches(file, at, { covered, total: covered + missed });
    }
  }
  for (const one of children(element, "class")) {
    const file = files.get(attribute(one, "sourcefilename"));
    if (file) readMethods(builder, file, one);
  }
}

function pathsOf(path: string, modules: readonly string[]): readonly string[] {
  const module = modules.at(-1);
  return module ? [...sourceFolders.map((folder) => `${module}/${folder}/${path}`), path] : [path];
}

function readMethods(builder: ReportBuilder, file: FileReport, one: ReportElement): void {
  const owner = attribute(one, "name").slice(attribute(one, "name").lastIndexOf("/") + 1);
  for (const method of children(one, "method")) {
    const [counter] = [...children(method, "counter")].filter((each) => attribute(each, "type") === "METHOD");
    const name = attribute(method, "name").replace("<init>", owner);
    const hits = counter && count(attribute(counter, "covered")) > 0 ? 1 : 0;
    builder.addFunction(file, name, Number(attribute(method, "line")), hits);
  }
}
