import { count, type CoverageReport, type FileReport, ReportBuilder } from "./report.ts";
import { attribute, children, descendants, type ReportElement } from "./xmlReport.ts";

/** Reads a Clover report, as PHPUnit, istanbul and OpenClover write it. */
export function readClover(root: ReportElement): CoverageReport {
  const builder = new ReportBuilder();
  for (const one of descendants(root, "file")) {
    // PHPUnit has the path as name.
    const paths = [...new Set([attribute(one, "path"), attribute(one, "name")])];
    const file = builder.file(paths.filter((path) => path !== "").slice(0, 1));
    if (!file) continue;
    for (const line of children(one, "line")) readLine(builder, file, line);
  }
  return builder.finish("clover");
}

function readLine(builder: ReportBuilder, file: FileReport, line: ReportElement): void {
  const at = Number(attribute(line, "num"));
  const hits = count(attribute(line, "count"));
  const [yes, no] = [count(attribute(line, "truecount")), count(attribute(line, "falsecount"))];
  switch (attribute(line, "type")) {
    case "method":
      builder.addFunction(file, attribute(line, "name") || attribute(line, "signature"), at, hits);
      break;
    case "cond":
      if (attribute(line, "count") === "") {
        // OpenClover counts how often a condition was true and false.
        builder.line(file, at, yes + no);
        builder.branches(file, at, { covered: (yes > 0 ? 1 : 0) + (no > 0 ? 1 : 0), total: 2 });
      } else {
        // istanbul counts the branches that were taken and those that were not.
        builder.line(file, at, hits);
        builder.branches(file, at, { covered: yes, total: yes + no });
      }
      break;
    default:
      builder.line(file, at, hits);
  }
}
