import { l10n, type Uri } from "vscode";
import type { Client } from "../../../../api/client.ts";
import type { Download } from "../../../../api/request.ts";
import { artifactError } from "../../../../core/artifacts/labels.ts";
import { limitSize } from "../../../../core/artifacts/limited.ts";
import type { ArtifactRef } from "../../../../core/artifacts/refs.ts";
import { ArchiveError } from "../../../../core/artifacts/zipDirectory.ts";
import type { JobRef } from "../../../../core/pipelines/refs.ts";
import { saveAs } from "../../../../core/ui/saveAs.ts";
import type { PipelinesContext } from "../../context.ts";
import { pickArchive, pickArtifact } from "./pickArtifact.ts";

/** Saves the archive of a job's artifacts, as it is on the host. */
export async function downloadArchive(context: PipelinesContext, given?: JobRef): Promise<void> {
  const title = l10n.t("Download Artifacts");
  const ref = await pickArchive(context, given, title);
  try {
    await saveAs(
      context,
      title,
      filenameOf(ref.job.artifacts_file?.filename ?? "artifacts.zip"),
      (signal, onProgress) => jobsOf(context, ref).artifacts(ref.project, ref.job.id, { signal, onProgress }),
    );
  } catch (error) {
    throw artifactError(error, ref);
  }
}

/** Saves one artifact; nothing else of its archive is downloaded. */
export async function downloadArtifact(context: PipelinesContext, given?: ArtifactRef | Uri): Promise<void> {
  const title = l10n.t("Download Artifact");
  const ref = await pickArtifact(context, given, title);
  const { path, size } = ref.artifact;
  try {
    await saveAs(context, title, filenameOf(path), async (signal, onProgress) =>
      atMost(await jobsOf(context, ref).artifactFile(ref.project, ref.job.id, path, { signal, onProgress }), size),
    );
  } catch (error) {
    throw artifactError(error, ref, path);
  }
}

/** With the account in use when it is called: another may be than before somebody said where a file goes. */
const jobsOf = ({ connections }: PipelinesContext, { instance }: JobRef): Client["jobs"] =>
  connections.get(instance).client.jobs;

/** An archive that says less of a file than comes out of it is not to fill the disk. */
export const atMost = (download: Download, size: number | undefined): Download =>
  size === undefined
    ? download
    : { ...download, body: limitSize(download.body, size, () => new ArchiveError("changed")) };

/** What a path of the host is called in the file system here: its last part, without what no system takes. */
export const filenameOf = (path: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what this takes out
  (path.split(/[\\/]/).at(-1) ?? "").replace(/[<>:"|?*\u0000-\u001f]/g, "_").replace(/^\.{1,2}$/, "_") || "artifact";
