import { join } from "node:path";
import { l10n, type Uri } from "vscode";
import type { Client } from "../../../../api/client.ts";
import type { Download } from "../../../../api/request.ts";
import { saveDownload } from "../../../../api/saveDownload.ts";
import { artifactError } from "../../../../core/artifacts/labels.ts";
import { limitSize } from "../../../../core/artifacts/limited.ts";
import type { ArtifactRef } from "../../../../core/artifacts/refs.ts";
import { ArchiveError } from "../../../../core/artifacts/zipDirectory.ts";
import { applicable, runMany } from "../../../../core/commands/runMany.ts";
import { jobName } from "../../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../../core/pipelines/refs.ts";
import { hasArtifacts } from "../../../../core/pipelines/rowContext.ts";
import { plural } from "../../../../core/ui/plural.ts";
import { pickFolder, saveAs } from "../../../../core/ui/saveAs.ts";
import { saveName } from "../../../../core/ui/saveName.ts";
import type { PipelinesContext } from "../../context.ts";
import { pickArchive, pickArtifact } from "./pickArtifact.ts";

/** Downloads the artifact archive of a job, or those of several jobs to a folder. */
export async function downloadArchive(
  context: PipelinesContext,
  given?: JobRef,
  selected?: readonly JobRef[],
): Promise<void> {
  const title = l10n.t("Download Artifacts");
  const many = applicable(given, selected, ({ job }) => hasArtifacts(job));
  if (many) return downloadArchives(context, title, many);
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

async function downloadArchives(context: PipelinesContext, title: string, refs: readonly JobRef[]): Promise<void> {
  let folder = "";
  await runMany(context, refs, {
    title,
    confirm: async () => {
      folder = await pickFolder(
        context,
        plural(refs.length, (shown) => ({
          one: l10n.t("Download Artifacts of {0} Job", shown),
          other: l10n.t("Download Artifacts of {0} Jobs", shown),
        })),
      );
    },
    doing: (shown) => ({
      one: l10n.t("Downloading the artifacts of {0} job", shown),
      other: l10n.t("Downloading the artifacts of {0} jobs", shown),
    }),
    done: (shown) => ({
      one: l10n.t("Saved the artifacts of {0} job.", shown),
      other: l10n.t("Saved the artifacts of {0} jobs.", shown),
    }),
    writes: false,
    name: jobName,
    act: async (ref, signal) => {
      // Jobs of a matrix share a name, and archives their file name.
      const file = saveName(`${(ref.job.name ?? "job").replace(/[\\/]/g, "_")}-${ref.job.id}.zip`);
      try {
        await saveDownload(
          await jobsOf(context, ref).artifacts(ref.project, ref.job.id, { signal }),
          join(folder, file),
          { signal },
        );
      } catch (error) {
        throw artifactError(error, ref);
      }
    },
  });
}

/** Downloads one artifact without the rest of its archive. */
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

/** Not cached, because the account may change while the save dialog is open. */
const jobsOf = ({ connections }: PipelinesContext, { instance }: JobRef): Client["jobs"] =>
  connections.get(instance).client.jobs;

/** Limits a download to the size that the archive states, so that a wrong one cannot fill the disk. */
export const atMost = (download: Download, size: number | undefined): Download =>
  size === undefined
    ? download
    : { ...download, body: limitSize(download.body, size, () => new ArchiveError("changed")) };

/** Returns the last segment of a host's path as a valid local file name. */
export const filenameOf = (path: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what this takes out
  (path.split(/[\\/]/).at(-1) ?? "").replace(/[<>:"|?*\u0000-\u001f]/g, "_").replace(/^\.{1,2}$/, "_") || "artifact";
