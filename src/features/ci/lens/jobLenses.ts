import { CodeLens, type CodeLensProvider, l10n, type TextDocument } from "vscode";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import { hasLog, jobContext } from "../../../core/pipelines/rowContext.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { markedRange } from "../language/diagnostics.ts";
import type { BranchResults } from "./branchResults.ts";
import { type JobResult, mainPart } from "./jobResults.ts";
import { resultIcon, resultRef, resultText } from "./labels.ts";

/** Shows the last result of each job on the branch above it in a CI file, with actions. */
export class JobLenses implements CodeLensProvider {
  readonly onDidChangeCodeLenses: BranchResults["onDidChange"];
  private readonly results: BranchResults;
  private readonly read: (document: TextDocument) => CiDocument | undefined;

  constructor(results: BranchResults, read: (document: TextDocument) => CiDocument | undefined) {
    this.results = results;
    this.read = read;
    this.onDidChangeCodeLenses = results.onDidChange;
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const branch = this.results.of(document);
    if (branch?.pipelines === undefined) return [];
    const jobs = this.read(document)?.entries.filter(({ isJob }) => isJob) ?? [];
    const now = Date.now();
    return jobs.flatMap(({ name, key }) => {
      const range = markedRange(document, key);
      const result = branch.lastOf(name);
      const commands = [
        ...(result ? ofResult(branch.scope, result, now) : []),
        asCommand("forgeline.pipeline.run", l10n.t("Run Pipeline")),
      ];
      return commands.map((command) => new CodeLens(range, command));
    });
  }
}

function ofResult(scope: ProjectScope, result: JobResult, now: number): CodeLens["command"][] {
  const { pipeline } = result;
  const title = `$(${resultIcon(result)}) ${resultText(result, now)} · #${pipeline.id}`;
  const ref = resultRef(scope, result);
  const job = mainPart(result);
  return [
    { ...asCommand("forgeline.pipeline.reveal", title, { ...scope, pipeline }), tooltip: l10n.t("Show Pipeline") },
    ...(ref && hasLog(ref.job) ? [asCommand("forgeline.job.showLog", l10n.t("Show Log"), ref)] : []),
    ...(ref && job && jobContext(job).split(" ").includes("retryable")
      ? [asCommand("forgeline.job.retry", l10n.t("Retry"), ref)]
      : []),
  ];
}
