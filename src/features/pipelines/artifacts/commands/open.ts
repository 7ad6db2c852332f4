import { commands, l10n, type Uri, window } from "vscode";
import { MAX_ARTIFACT_SIZE } from "../../../../core/artifacts/artifactFiles.ts";
import { artifactError } from "../../../../core/artifacts/labels.ts";
import type { ArtifactRef } from "../../../../core/artifacts/refs.ts";
import type { JobRef } from "../../../../core/pipelines/refs.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { runCommand } from "../../../../core/ui/runCommand.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import type { PipelinesContext } from "../../context.ts";
import { pickArchive, pickArtifact, listArtifacts, pickFile } from "./pickArtifact.ts";

/** Asks for a file of a job's artifacts and opens it. */
export async function browseArtifacts(context: PipelinesContext, given?: JobRef): Promise<void> {
  const title = l10n.t("Browse Artifacts");
  const ref = await pickArchive(context, given, title);
  const { path, size } = await pickFile(await listArtifacts(context, ref), title);
  await openArtifact(context, { ...ref, artifact: { path, ...(size !== undefined && { size }) } });
}

/** Opens an artifact in its default editor, read without the rest of the archive. */
export async function openArtifact(context: PipelinesContext, given?: ArtifactRef | Uri): Promise<void> {
  const ref = await pickArtifact(context, given, l10n.t("Open Artifact"));
  const uri = await preparedUri(context, ref);
  if (uri) await commands.executeCommand("vscode.open", uri, { preview: true });
}

/**
 * Reads an artifact and returns its document; undefined, after a message, if it is too large for the editor.
 * @throws UserError, ApiError, CancelledError
 */
export async function preparedUri(context: PipelinesContext, ref: ArtifactRef): Promise<Uri | undefined> {
  const { instance, project, job, artifact } = ref;
  const files = await context.artifacts.load();
  const uri = files.uriOf({ instance, project, job: job.id, path: artifact.path });
  const name = plainText(artifact.path, 200);
  const known = artifact.size !== undefined && artifact.size > MAX_ARTIFACT_SIZE ? artifact.size : undefined;
  try {
    const size = known ?? (await withProgress(l10n.t("Loading {0}…", name), (signal) => files.prepare(uri, signal)));
    if (size <= MAX_ARTIFACT_SIZE) return uri;
    warnTooLarge(ref, name, size);
    return undefined;
  } catch (error) {
    throw artifactError(error, ref, artifact.path);
  }
}

function warnTooLarge(ref: ArtifactRef, name: string, size: number): void {
  const download = l10n.t("Download…");
  const text = l10n.t(
    "{0} is too large to open in the editor ({1}, the limit is {2}).",
    name,
    sizeText(size),
    sizeText(MAX_ARTIFACT_SIZE),
  );
  void window
    .showWarningMessage(text, download)
    .then((chosen) => (chosen === download ? runCommand("forgeline.artifact.download", ref) : undefined));
}
