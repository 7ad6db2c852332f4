import { l10n, Uri } from "vscode";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import { type PlacedFile, placeReports } from "../../core/coverage/placing.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { latestPipeline } from "../../core/pipelines/latestPipeline.ts";
import { ProjectFiles } from "../../core/problems/projectFiles.ts";
import { notice, offer } from "../../core/ui/notice.ts";
import { withProgress } from "../../core/ui/progress.ts";
import { runCommand } from "../../core/ui/runCommand.ts";
import { cloneOf } from "../../git/clone.ts";
import { coverageOfChanges, type RequestCoverage } from "./changed.ts";
import type { CoverageContext } from "./context.ts";
import { currentMergeRequest } from "./currentMergeRequest.ts";
import { changedText, coverageText, gapTexts } from "./labels.ts";
import type { CoverageRef } from "./refs.ts";
import { type FoundReports, readReports } from "./reports.ts";
import { type CoverageSource, sourceOf } from "./source.ts";
import { pickUncovered } from "./uncovered.ts";

/** Shows the coverage of a pipeline, a job or a merge request, or of the latest pipeline of the current branch. */
export async function show(context: CoverageContext, given?: CoverageRef): Promise<void> {
  const ref =
    given ??
    (await latestPipeline(context, (where) =>
      l10n.t("No coverage: there is no pipeline for the latest commit of “{0}” yet.", where),
    ));
  const { source, found, changed } = await load(context, ref, async (loading) => {
    try {
      return await loading;
    } catch (error) {
      if (isCancelled(error)) throw error;
      // The coverage itself is there.
      context.report.background(error, "Compare the changes of a merge request with its coverage");
      return undefined;
    }
  });
  const files = await new ProjectFiles(context).of(source);
  if (files === undefined)
    throw new UserError(
      l10n.t("Coverage is shown in the files of a clone. Open a clone of the project, then show the coverage again."),
    );
  const placed = await withProgress(l10n.t("Loading coverage…"), (signal) =>
    placeReports(found.reports, files, (uri) => uri.toString(), signal),
  );
  if (placed.files.length === 0)
    throw new UserError(
      l10n.t(
        "None of the files in the coverage report of {0} are in the workspace, for example {1}.",
        source.name,
        placed.missing[0] ?? "",
      ),
    );
  const controller = await context.coverage();
  const executions = found.reports.every(({ report }) => report.counted);
  await controller.show({ ref, source, files: placed.files, executions });
  const gaps = gapTexts({
    missing: placed.missing.length,
    unreadable: found.unreadable.length,
    failed: found.failed,
    cut: found.reports.some(({ report }) => report.cut),
    ...(await differingCommits(context, source, placed.files)),
  });
  const text = [
    coverageText(source.name, placed.files),
    ...(changed ? [changedText(changed.changes.comparison.mergeRequest ?? 0, changed)] : []),
    ...gaps,
  ].join(" ");
  if (changed && changed.files.length > 0)
    offer(text, l10n.t("Show Uncovered Lines"), () => pickUncovered(context, changed));
  else if (changed || gaps.length > 0)
    offer(text, l10n.t("Clear Coverage"), () => runCommand("forgeline.coverage.clear"));
  else notice(text);
}

/** Returns the commits of the jobs and of the workspace if covered files differ between them, as far as is known. */
async function differingCommits(
  context: CoverageContext,
  source: CoverageSource,
  files: readonly PlacedFile<Uri>[],
): Promise<{ readonly commit?: string; readonly head?: string }> {
  const { commit } = source;
  const clone = cloneOf(context, source);
  const head = await clone?.resolve("HEAD");
  if (commit === undefined || clone === undefined || head === undefined || commit === head) return {};
  if (!(await clone.has(commit))) return { commit, head };
  const changed = new Set((await clone.changes(commit, head)).map(({ path }) => path));
  const root = Uri.file(clone.root).path;
  return files.some(({ file }) => changed.has(file.path.slice(root.length + 1))) ? { commit, head } : {};
}

/** Lists the changed lines of a merge request that no test ran, to go to them. */
export async function showUncovered(context: CoverageContext, given?: MergeRequestRef): Promise<void> {
  const ref = given ?? (await currentMergeRequest(context));
  const { changed } = await load(context, ref, (loading) => loading);
  if (!changed) return;
  if (changed.files.length === 0) notice(changedText(ref.mergeRequest.iid, changed));
  else await pickUncovered(context, changed);
}

/** Closes the coverage of a pipeline. */
export async function clear(context: CoverageContext): Promise<void> {
  await (await context.coverage()).clear();
}

interface Loaded {
  readonly source: CoverageSource;
  readonly found: FoundReports;
  /** Of a merge request. */
  readonly changed: RequestCoverage | undefined;
}

/** @param ofChanges decides what to do if the changes of a merge request cannot be read */
function load(
  context: CoverageContext,
  ref: CoverageRef,
  ofChanges: (loading: Promise<RequestCoverage>) => Promise<RequestCoverage | undefined>,
): Promise<Loaded> {
  return withProgress(l10n.t("Loading coverage…"), async (signal, step) => {
    const source = await sourceOf(context, ref, signal);
    const found = await readReports(context, source, signal, step);
    const changed =
      "mergeRequest" in ref
        ? await ofChanges(coverageOfChanges(context, ref, source, found.reports, signal))
        : undefined;
    if (changed) keepKnown(context, source, found, changed);
    return { source, found, changed };
  });
}

/** Keeps the coverage of changed lines for the page of the merge request, unless jobs may still add to it. */
function keepKnown(
  context: CoverageContext,
  { instance, pipeline, isRunning }: CoverageSource,
  { failed, unreadable, reports }: FoundReports,
  { covered, total, cut, changes }: RequestCoverage,
): void {
  const { mergeRequest: iid, head } = changes.comparison;
  if (iid === undefined || pipeline === undefined || isRunning) return;
  const isPartial = cut || failed > 0 || unreadable.length > 0 || reports.some(({ report }) => report.cut);
  context.connections.get(instance).pipelineJobs.coverage.keep({ iid, head, pipeline }, { covered, total, isPartial });
}
