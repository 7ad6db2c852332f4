import { setImmediate as breathe } from "node:timers/promises";
import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  l10n,
  Location,
  Position,
  Range,
  Uri,
} from "vscode";
import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import { logAddress, logParts } from "../../../core/logText/address.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { Frame, LogProblem, Severity } from "../../../core/problems/matchers/problem.ts";
import type { ReadProblems } from "../../../core/problems/problemCollector.ts";
import type { OpenFiles } from "../../../core/problems/projectFiles.ts";
import { plainText } from "../../../core/ui/plainText.ts";

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Milliseconds of work before yielding. */
const TURN = 8;

/** The diagnostics of a job's log by workspace file. */
export interface FileDiagnostics {
  readonly entries: readonly (readonly [Uri, Diagnostic[]])[];
  readonly count: number;
}

/**
 * Assigns the problems of a job's log to the files of the workspace. A stack trace is shown at its innermost frame in a
 * project file.
 */
export async function createDiagnostics(
  ref: JobRef,
  { problems, checkouts, uncountedFrom = Infinity }: ReadProblems,
  files: OpenFiles,
): Promise<FileDiagnostics> {
  const log = Uri.from({ scheme: LOG_SCHEME, ...logParts(logAddress(ref)) });
  const byFile = new Map<string, { readonly file: Uri; readonly diagnostics: Diagnostic[] }>();
  let count = 0;
  let since = performance.now();
  for (const problem of problems) {
    if (performance.now() - since >= TURN) {
      await breathe();
      since = performance.now();
    }
    const hint = problem.folder === undefined ? {} : { folder: problem.folder };
    const [first, ...others] = [problem, ...(problem.frames ?? [])].flatMap((frame) => {
      const file = files.find({ path: frame.path, ...hint }, checkouts);
      return file ? [{ file, frame }] : [];
    });
    if (!first) continue;
    const diagnostic = new Diagnostic(
      first.frame === problem ? rangeOf(problem) : pointOf(first.frame),
      problem.message,
      SEVERITIES[problem.severity],
    );
    diagnostic.source = l10n.t("{0} · {1} #{2}", problem.source, plainText(ref.job.name, 60), ref.job.id);
    if (problem.code !== undefined) diagnostic.code = problem.code;
    diagnostic.relatedInformation = [
      ...others.map(
        ({ file, frame }) =>
          new DiagnosticRelatedInformation(new Location(file, pointOf(frame)), l10n.t("called from here")),
      ),
      problem.logLine < uncountedFrom
        ? new DiagnosticRelatedInformation(
            new Location(log, new Position(problem.logLine, 0)),
            l10n.t("in the job log, line {0}", problem.logLine + 1),
          )
        : new DiagnosticRelatedInformation(
            new Location(log, new Position(0, 0)),
            l10n.t("near the end of the job log"),
          ),
    ];
    const key = first.file.toString();
    const entry = byFile.get(key) ?? { file: first.file, diagnostics: [] };
    entry.diagnostics.push(diagnostic);
    byFile.set(key, entry);
    count++;
  }
  return { entries: [...byFile.values()].map(({ file, diagnostics }) => [file, diagnostics] as const), count };
}

/** Returns the whole line without a column; otherwise a position, which VS Code expands to the word there. */
function pointOf({ line, column }: Frame): Range {
  return column === undefined
    ? new Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER)
    : new Range(line - 1, column - 1, line - 1, column - 1);
}

function rangeOf(problem: LogProblem): Range {
  const { line, column = 1, endLine, endColumn } = problem;
  return endLine === undefined || endColumn === undefined
    ? pointOf(problem)
    : new Range(line - 1, column - 1, Math.max(line, endLine) - 1, endColumn - 1);
}
