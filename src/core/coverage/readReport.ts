import type * as XmlLibrary from "@rgrove/parse-xml";
import { readClover } from "./clover.ts";
import { readCobertura } from "./cobertura.ts";
import { readJacoco } from "./jacoco.ts";
import { readLcov } from "./lcov.ts";
import type { CoverageReport } from "./report.ts";
import { attribute, children, parseReport, type ReportElement } from "./xmlReport.ts";

export interface ReadReportOptions {
  /** Loads the XML parser, which only some reports need. */
  readonly loadXml: () => Promise<typeof XmlLibrary>;
  readonly signal?: AbortSignal;
}

/**
 * Reads a coverage report; its content decides the format.
 * @returns undefined if it has none of the formats, or is damaged or too large
 * @throws the signal's reason
 */
export async function readReport(
  text: string,
  { loadXml, signal }: ReadReportOptions,
): Promise<CoverageReport | undefined> {
  const body = text.replace(/^\ufeff/, "");
  if (!/^\s{0,100}</.test(body.slice(0, 200))) return readLcov(body, signal);
  const library = await loadXml();
  signal?.throwIfAborted();
  const root = parseReport(library, body);
  return root && readXml(root);
}

function readXml(root: ReportElement): CoverageReport | undefined {
  if (root.name === "report") return readJacoco(root);
  if (root.name !== "coverage") return undefined;
  // Both formats have the same root element.
  const isClover = attribute(root, "clover") !== "" || !children(root, "project").next().done;
  return isClover ? readClover(root) : readCobertura(root);
}
