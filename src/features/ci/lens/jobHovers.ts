import {
  type CancellationToken,
  env,
  Hover,
  type HoverProvider,
  l10n,
  MarkdownString,
  type Position,
  type TextDocument,
} from "vscode";
import { isCancelled } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import { hasLog } from "../../../core/pipelines/rowContext.ts";
import { age } from "../../../core/ui/age.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { inert } from "../../../core/ui/inertMarkdown.ts";
import { commandTarget } from "../../../core/ui/runCommand.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { markedRange } from "../language/diagnostics.ts";
import type { BranchResults } from "./branchResults.ts";
import { type JobResult, mainPart } from "./jobResults.ts";
import { resultIcon, resultRef, resultText } from "./labels.ts";

const showLog = "forgeline.job.showLog";

/** Shows the last results of a job on the branch when hovering its name in a CI file, with links to the logs. */
export class JobHovers implements HoverProvider {
  private readonly results: BranchResults;
  private readonly read: (document: TextDocument) => CiDocument | undefined;

  constructor(results: BranchResults, read: (document: TextDocument) => CiDocument | undefined) {
    this.results = results;
    this.read = read;
  }

  async provideHover(document: TextDocument, position: Position, token: CancellationToken): Promise<Hover | undefined> {
    const branch = this.results.of(document);
    const offset = document.offsetAt(position);
    const entry =
      branch &&
      this.read(document)?.entries.find(({ key, isJob }) => isJob && key.start <= offset && offset <= key.end);
    if (!entry) return undefined;
    let failure: unknown;
    try {
      await this.results.readOlder();
    } catch (error) {
      failure = error;
    }
    if (token.isCancellationRequested || (failure !== undefined && isCancelled(failure))) return undefined;
    const results = branch.resultsOf(entry.name);
    const now = Date.now();
    const rows = results.map((result) => row(branch.scope, result, now));
    if (failure !== undefined) rows.push(inert(describeError(failure).message));
    else if (rows.length === 0)
      rows.push(inert(l10n.t("This job did not run in recent pipelines of {0}.", placeOf(branch.target))));
    const text = new MarkdownString(
      [`**${inert(l10n.t("{0} on {1}", entry.name, placeOf(branch.target)))}**`, ...rows].join("\n\n"),
      true,
    );
    text.isTrusted = { enabledCommands: [showLog] };
    return new Hover(text, markedRange(document, entry.key));
  }
}

const placeOf = (target: { readonly ref: string } | { readonly sha: string }): string =>
  "ref" in target ? target.ref : shortSha(target.sha);

function row(scope: ProjectScope, result: JobResult, now: number): string {
  const words = inert(resultText(result, now));
  const ref = resultRef(scope, result);
  const linked = ref && hasLog(ref.job) ? `[${words}](${commandTarget(showLog, ref)} "${l10n.t("Show Log")}")` : words;
  const job = mainPart(result);
  const when = age(job?.finished_at ?? job?.started_at ?? result.pipeline.created_at, now, env.language);
  return [
    `$(${resultIcon(result).replace(/~.*/, "")}) ${linked}`,
    `#${result.pipeline.id}`,
    ...(when === undefined ? [] : [inert(when)]),
  ].join(" · ");
}
