import { l10n, Range, type TextDocumentShowOptions, window, workspace } from "vscode";
import type { ProjectScope } from "../../core/base/refs.ts";
import { openFile } from "../../core/files/openFile.ts";
import { fileUri } from "../../core/files/uris.ts";
import { repositoryPath } from "../../core/problems/paths.ts";
import type { ProjectFiles } from "../../core/problems/projectFiles.ts";
import { notice } from "../../core/ui/notice.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { runCommand } from "../../core/ui/runCommand.ts";
import type { Target } from "./targets.ts";

/** What links of a page are opened with. */
export interface TargetContext {
  readonly scope: ProjectScope;
  /** Commit of the pipeline. */
  readonly sha: string | null | undefined;
  readonly files: ProjectFiles;
}

/** Opens what a link of the page is about. Logs that are not read yet are read by the page. */
export async function openTarget(
  target: Exclude<Target, { readonly kind: "readLog" }>,
  { scope, sha, files }: TargetContext,
): Promise<void> {
  const { instance, project } = scope;
  switch (target.kind) {
    case "log":
      return runCommand("forgeline.job.showLog", { instance, project, job: target.job });
    case "compareLog":
      return runCommand("forgeline.job.compareLog", { instance, project, job: target.job });
    case "firstError":
      return runCommand("forgeline.log.showFirstError", { instance, project, job: target.job });
    case "retry":
      return runCommand("forgeline.job.retry", { instance, project, job: target.job });
    case "commit":
      return runCommand("forgeline.commit.show", { instance, project, commit: target.commit });
    case "mergeRequest":
      return runCommand("forgeline.mergeRequest.open", { instance, project, mergeRequest: target.mergeRequest });
    case "pipeline":
      return runCommand("forgeline.pipeline.reveal", { instance, project, pipeline: target.pipeline });
    case "diagnosis":
      return runCommand("forgeline.diagnosis.show", { ...target.scope, pipeline: target.pipeline });
    case "file":
      return openPlace(target, { scope, sha, files });
  }
}

/** Opens a file of the workspace at a line; the pipeline's version from the host if the workspace does not have it. */
async function openPlace(
  { path, folder, line, column, checkouts }: Extract<Target, { readonly kind: "file" }>,
  { scope, sha, files }: TargetContext,
): Promise<void> {
  const open = await files.of(scope);
  const here = open?.find({ path, ...(folder !== undefined && { folder }) }, checkouts);
  const options: TextDocumentShowOptions =
    line === undefined
      ? {}
      : { selection: new Range(line - 1, Math.max(0, (column ?? 1) - 1), line - 1, Math.max(0, (column ?? 1) - 1)) };
  if (here) {
    await window.showTextDocument(await workspace.openTextDocument(here), { preview: true, ...options });
    return;
  }
  const named = repositoryPath(path, { checkouts, project: String(scope.project) });
  const uri = named !== undefined && sha ? fileUri({ ...scope, path: named, ref: sha }) : undefined;
  if (uri && (await openFile(uri, options)) !== "missing") return;
  notice(l10n.t("{0} is not in the repository.", plainText(path, 200)));
}
