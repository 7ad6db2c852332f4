import { setImmediate as breathe } from "node:timers/promises";
import { Diagnostic, DiagnosticSeverity, l10n, Uri } from "vscode";
import type { Finding, FindingSeverity } from "../../../core/findings/finding.ts";
import type { OpenFiles } from "../../../core/problems/projectFiles.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { findingTitle, sourceName } from "./labels.ts";
import type { FindingPlaces } from "./places.ts";
import { type FindingRef, findingRef, type ShownFindings } from "./shown.ts";

const severities: Readonly<Record<FindingSeverity, DiagnosticSeverity>> = {
  critical: DiagnosticSeverity.Error,
  high: DiagnosticSeverity.Error,
  medium: DiagnosticSeverity.Warning,
  unknown: DiagnosticSeverity.Warning,
  low: DiagnosticSeverity.Information,
  info: DiagnosticSeverity.Information,
};

/** Milliseconds of work before yielding. */
const turn = 8;

/** A finding in a file of the workspace. */
export interface PlacedFinding {
  readonly file: Uri;
  readonly diagnostic: Diagnostic;
  readonly ref: FindingRef;
}

/** Places the findings of a pipeline in the files of the workspace. */
export async function placeFindings(
  shown: ShownFindings,
  files: Pick<OpenFiles, "find">,
  places: FindingPlaces,
  signal: AbortSignal,
): Promise<PlacedFinding[]> {
  const fileOf = ({ file }: Finding): Uri | undefined =>
    file === undefined ? undefined : files.find({ path: file }, []);
  const found = shown.result.findings.flatMap(({ finding, isNew }) => {
    const file = fileOf(finding);
    return file ? [{ finding, isNew, file }] : [];
  });
  await places.prepare(new Map(found.map(({ file }) => [file.toString(), file])).values());
  const placed: PlacedFinding[] = [];
  let since = performance.now();
  for (const { finding, isNew, file } of found) {
    if (performance.now() - since >= turn) {
      await breathe();
      signal.throwIfAborted();
      since = performance.now();
    }
    const ref = findingRef(shown, finding, isNew);
    const diagnostic = new Diagnostic(
      await places.rangeOf(finding, file),
      messageOf(ref),
      severities[finding.severity],
    );
    diagnostic.source = sourceName(finding);
    const code = codeOf(finding);
    if (code !== undefined) diagnostic.code = code;
    placed.push({ file, diagnostic, ref });
  }
  return placed;
}

function messageOf({ finding, isNew, against }: FindingRef): string {
  const title = [findingTitle(finding), plainText(finding.subject, 120)].filter((part) => part !== "").join(" · ");
  const first = isNew === true ? l10n.t("New against {0}: {1}", plainText(against, 60), title) : title;
  const rest = [plainText(finding.description, 400), plainText(finding.solution, 300)].filter((part) => part !== "");
  return [first, ...rest].join("\n");
}

/** Returns the identifier, with the page about it if it has one. */
function codeOf({ identifiers }: Finding): Diagnostic["code"] {
  const linked = identifiers.find(({ url }) => url !== undefined);
  const first = linked ?? identifiers[0];
  if (first === undefined) return undefined;
  const value = plainText(first.name, 80);
  return linked?.url === undefined ? value : { value, target: Uri.parse(linked.url, true) };
}
