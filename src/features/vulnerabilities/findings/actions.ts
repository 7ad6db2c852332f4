import { commands, env, l10n, Range, Uri, window, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { rootNames } from "../../../core/ciFile/isCiFile.ts";
import { baseName } from "../../../core/ciFile/names.ts";
import { inProjectOrFork } from "../../../core/comparisons/projectOrFork.ts";
import { openFile } from "../../../core/files/openFile.ts";
import { fileUri } from "../../../core/files/uris.ts";
import { ciJobLine } from "../../../core/findings/ciJobLine.ts";
import { readHeadPipeline, readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { latestPipeline } from "../../../core/pipelines/latestPipeline.ts";
import { isJobRef } from "../../../core/pipelines/refs.ts";
import { repositoryPath } from "../../../core/problems/paths.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { cloneOf } from "../../../git/clone.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { applyPatch } from "./applyFix.ts";
import type { FindingsRequest } from "./ciFindings.ts";
import { findingDetails } from "./details.ts";
import { pageOfFinding } from "./items.ts";
import { findingsCount, findingTitle } from "./labels.ts";
import { unreadableReports } from "./messages.ts";
import type { GapRef } from "./nodes.ts";
import { FindingPlaces } from "./places.ts";
import type { FindingsSubject } from "./refs.ts";
import type { FindingRef } from "./shown.ts";

/** Shows the findings of a pipeline, of a merge request's head pipeline, or of the current branch's latest one. */
export async function show(context: VulnerabilitiesContext, given?: FindingsSubject): Promise<void> {
  const findings = await context.findings();
  const from = given ?? (await latestHere(context));
  const { shown, placed } = await withProgress(l10n.t("Loading CI findings…"), async (signal, step) => {
    const request = "ref" in from ? from : await requestOf(context, from, signal);
    return findings.show(request, signal, (done, count) => step(l10n.t("{0} of {1} reports", done, count)));
  });
  const { findings: all, fixed, gaps } = shown.result;
  const { value } = context.current;
  const isOpen = value.kind === "ready" && sameProject(value.project, shown);
  if (isOpen) await (await context.view.load())?.revealFindings();
  else if ((placed ?? 0) > 0) await commands.executeCommand("workbench.actions.view.problems");
  if (all.length + fixed.length === 0) {
    const { instance, project, pipeline } = shown;
    const unreadable = unreadableReports(gaps, { instance, project, sha: pipeline.sha ?? undefined });
    if (unreadable) throw unreadable;
  }
  if (!isOpen && placed === undefined)
    throw new UserError(
      l10n.t(
        "Findings are shown in the Vulnerabilities view of the open project. Select {0} first.",
        String(shown.project),
      ),
      { action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" } },
    );
  const fresh = all.filter(({ isNew }) => isNew === true).length;
  notice(
    fresh > 0 && shown.target
      ? l10n.t(
          "Pipeline #{0}: {1}, {2} new against {3}.",
          shown.pipeline.id,
          findingsCount(all.length),
          fresh,
          shown.target.ref,
        )
      : l10n.t("Pipeline #{0}: {1}.", shown.pipeline.id, findingsCount(all.length)),
  );
}

/** Clears the findings that are shown. */
export async function clear(context: VulnerabilitiesContext): Promise<void> {
  const findings = await context.findings();
  if (findings.isEmpty) notice(l10n.t("No CI findings are shown."));
  findings.clear();
}

/** Opens the file of a finding at its line: in the workspace, else that of the pipeline's commit. */
export async function open(context: VulnerabilitiesContext, given?: FindingRef): Promise<void> {
  const ref = required(given);
  const { finding, instance, pipelineProject, sha } = ref;
  if (finding.file === undefined) return showDetails(context, ref);
  const { file } = finding;
  const line = (finding.startLine ?? 1) - 1;
  const place = await withProgress(l10n.t("Looking for {0}…", plainText(file, 100)), async (signal) => {
    const uri = (await (await context.findings()).filesOf(ref))?.find({ path: file }, []);
    if (!uri) return undefined;
    return {
      uri,
      selection: await new FindingPlaces({ clone: cloneOf(context, ref), sha, signal }).rangeOf(finding, uri),
    };
  });
  if (place) {
    const { start } = place.selection;
    await window.showTextDocument(place.uri, { preview: true, selection: new Range(start, start) });
    return;
  }
  const path = repositoryPath(file, { checkouts: [], project: String(pipelineProject) });
  const name = plainText(file, 200);
  if (path === undefined || sha === undefined)
    throw new UserError(l10n.t("{0} is not a file of the repository.", name));
  const uri = fileUri({ instance, project: pipelineProject, path, ref: sha });
  if ((await openFile(uri, { selection: new Range(line, 0, line, 0) })) === "missing")
    throw new UserError(l10n.t("{0} is not in commit {1}.", name, shortSha(sha)));
}

/** Shows everything that the report says about a finding. */
export async function showDetails(context: VulnerabilitiesContext, given?: FindingRef): Promise<void> {
  const ref = required(given);
  const { instance, pipeline, finding } = ref;
  const folder = encodeURIComponent(finding.fingerprint).slice(0, 150);
  const name = plainText(findingTitle(finding, 60).replace(/[\\/:]/g, " "), 60);
  const path = `${instanceHost(instance)}/findings/${pipeline}/${folder}/${finding.startLine ?? 0}/${name}.md`;
  await context.texts.show(path, findingDetails(ref));
}

/** Opens the page about a finding: of its CVE, its CWE or its rule. */
export async function openInBrowser(_context: VulnerabilitiesContext, given?: FindingRef): Promise<void> {
  const { finding } = required(given);
  const page = pageOfFinding(finding);
  if (page === undefined) throw new UserError(l10n.t("The report has no page for “{0}”.", findingTitle(finding, 80)));
  await env.openExternal(Uri.parse(page, true));
}

/** Applies the patch of a finding to the workspace. */
export async function applyFix(context: VulnerabilitiesContext, given?: FindingRef): Promise<void> {
  const ref = required(given);
  const files = await (await context.findings()).filesOf(ref);
  if (!files) throw new UserError(l10n.t("Open a folder with a clone of {0} to apply the patch.", String(ref.project)));
  await applyPatch(ref, files);
  notice(l10n.t("Applied the fix for “{0}”. Review the file and save it.", findingTitle(ref.finding, 80)));
}

/** Opens the CI file at the job whose report is not in its archive, and repeats what to add. */
export async function openCiFile(context: VulnerabilitiesContext, given?: GapRef): Promise<void> {
  if (!given) throw new UserError(l10n.t("Select a report in the Vulnerabilities view."));
  const { instance, project, sha, gap } = given;
  const files = await (await context.findings()).filesOf({ instance, project });
  const own = rootNames.map((path) => files?.find({ path }, [])).find((uri) => uri !== undefined);
  const uris = own
    ? [own]
    : sha === undefined
      ? []
      : rootNames.map((path) => fileUri({ instance, project, path, ref: sha }));
  for (const uri of uris) {
    const document = await Promise.resolve(workspace.openTextDocument(uri)).catch(() => undefined);
    if (!document) continue;
    const job = baseName(gap.job.name ?? "");
    const report = plainText(gap.file, 100);
    const line = ciJobLine(document.getText(), job);
    await window.showTextDocument(document, { preview: true, selection: new Range(line ?? 0, 0, line ?? 0, 0) });
    notice(
      line === undefined
        ? l10n.t(
            "Job {0} comes from an included file. Add it here with “artifacts: paths: [{1}]”.",
            plainText(job, 80),
            report,
          )
        : l10n.t("Add “paths: [{0}]” below “artifacts” of job {1}.", report, plainText(job, 80)),
    );
    return;
  }
  throw new UserError(l10n.t("The CI file of {0} was not found.", String(project)));
}

/** @throws UserError without a finding: these commands are on rows and in quick fixes only */
function required(given: FindingRef | undefined): FindingRef {
  if (given) return given;
  throw new UserError(l10n.t("Select a finding in the Vulnerabilities view."));
}

async function requestOf(
  context: VulnerabilitiesContext,
  given: FindingsSubject,
  signal: AbortSignal,
): Promise<FindingsRequest> {
  const { instance, project } = given;
  const { client } = context.connections.get(instance);
  if (isMergeRequestRef(given)) return ofMergeRequest(context, given, signal);
  let pipeline = isJobRef(given) ? given.job.pipeline : given.pipeline;
  if (!pipeline && isJobRef(given)) ({ pipeline } = await client.jobs.get(project, given.job.id, { signal }));
  if (!pipeline) throw new UserError(l10n.t("The server returned no pipeline for this job."));
  const [, iid] = /^refs\/merge-requests\/(\d+)\//.exec(pipeline.ref ?? "") ?? [];
  const target =
    iid === undefined ? undefined : await targetOfMergeRequest(context, { instance, project }, Number(iid), signal);
  return { ref: { instance, project, pipeline }, project, target };
}

/** Returns the latest pipeline of the current branch, or an earlier one if that has no reports. */
async function latestHere(context: VulnerabilitiesContext): Promise<FindingsRequest> {
  const ref = await latestPipeline(context, (where) =>
    l10n.t("No findings: there is no pipeline for the latest commit of “{0}” yet.", where),
  );
  return { ref, project: ref.project, orEarlier: true };
}

/** A merge request is compared with its target branch. */
async function ofMergeRequest(
  context: VulnerabilitiesContext,
  ref: MergeRequestRef,
  signal: AbortSignal,
): Promise<FindingsRequest> {
  const { instance, project } = ref;
  const mergeRequest = await readMergeRequest(context, ref, signal);
  const { client } = context.connections.get(instance);
  const pipeline = await readHeadPipeline(client, mergeRequest, project, signal);
  if (!pipeline) throw new UserError(l10n.t("Merge request !{0} has no pipeline yet.", ref.mergeRequest.iid));
  const { source_project_id: from, target_project_id: to, project_id: own, target_branch: target } = mergeRequest;
  // Pipelines of forks run there.
  const fork = from && from !== (to ?? own) ? from : undefined;
  const source = fork
    ? await inProjectOrFork(project, fork, async (one) => {
        await client.pipelines.get(one, pipeline.id, { signal });
        return one;
      })
    : project;
  return { ref: { instance, project: source, pipeline }, project, target: target ?? undefined };
}

async function targetOfMergeRequest(
  context: VulnerabilitiesContext,
  scope: { readonly instance: string; readonly project: MergeRequestRef["project"] },
  iid: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const mergeRequest = { iid, title: "", state: "opened", web_url: "" } as MergeRequestRef["mergeRequest"];
  return (await readMergeRequest(context, { ...scope, mergeRequest }, signal)).target_branch ?? undefined;
}
