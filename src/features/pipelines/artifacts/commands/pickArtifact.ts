import { setImmediate as breathe } from "node:timers/promises";
import { l10n, type Uri, window } from "vscode";
import type { Job } from "../../../../api/resources/jobs.ts";
import { type ArtifactPlace, isPlainPath } from "../../../../core/artifacts/address.ts";
import { artifactError } from "../../../../core/artifacts/labels.ts";
import { type ArchiveListing, inOrder, type ListedFile } from "../../../../core/artifacts/listing.ts";
import type { ArtifactRef } from "../../../../core/artifacts/refs.ts";
import { UserError } from "../../../../core/base/errors.ts";
import { pickJob, jobName } from "../../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../../core/pipelines/refs.ts";
import { hasArtifacts } from "../../../../core/pipelines/rowContext.ts";
import { type Choice, pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { byteProgress } from "../../../../core/ui/saveAs.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import type { PipelinesContext } from "../../context.ts";

/** Maximum number of files in the quick pick; others can be typed. */
const mostOffered = 20_000;

/** Returns the given job, or one with artifacts that the user picks. */
export async function pickArchive(
  context: PipelinesContext,
  given: JobRef | undefined,
  title: string,
): Promise<JobRef> {
  const ref = await pickJob(context, given, {
    title,
    placeholder: l10n.t("Select a job"),
    applies: hasArtifacts,
    empty: l10n.t("No jobs with artifacts"),
  });
  // A given job may lack the fields for this check.
  if (!given && !hasArtifacts(ref.job))
    throw new UserError(l10n.t("Job “{0}” has no artifacts.", plainText(ref.job.name, 100)));
  return ref;
}

/** Returns the given artifact, that of the active editor, or one that the user picks. */
export async function pickArtifact(
  context: PipelinesContext,
  given: ArtifactRef | Uri | undefined,
  title: string,
): Promise<ArtifactRef> {
  if (given && "job" in given) {
    if (isPlainPath(given.artifact.path)) return given;
    throw new UserError(l10n.t("{0} is not a valid path in an archive.", plainText(given.artifact.path, 200)));
  }
  const files = await context.artifacts.load();
  const uri = given ?? window.activeTextEditor?.document.uri ?? activeUri();
  const place = uri && files.placeOf(uri);
  if (place && place.path !== "") return refOf(place);
  if (given)
    throw new UserError(
      l10n.t("This is not a job artifact. Open an artifact below a job in the Pipelines view first."),
    );
  const ref = await pickArchive(context, undefined, title);
  const { path, size } = await pickFile(await listArtifacts(context, ref), title);
  return { ...ref, artifact: { path, ...(size !== undefined && { size }) } };
}

/** Returns the document of a custom editor, such as an image. */
function activeUri(): Uri | undefined {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return typeof input === "object" && input !== null && "uri" in input ? (input.uri as Uri) : undefined;
}

/** Returns the artifact of a document; only the ID of its job is known. */
function refOf({ instance, project, job, path }: ArtifactPlace): ArtifactRef {
  return { instance, project, job: { id: job, name: `#${job}`, status: "", web_url: "" }, artifact: { path } };
}

/** Returns an artifact's job, read from the host unless known. @throws ApiError */
export async function wholeJob(context: PipelinesContext, { instance, project, job }: JobRef): Promise<Job> {
  if (job.ref !== undefined && job.status !== "") return job;
  return withProgress(l10n.t("Looking for job #{0}…", job.id), (signal) =>
    context.connections.get(instance).client.jobs.get(project, job.id, { signal }),
  );
}

/** Lists a job's archive, which is downloaded if the host does not support ranges. @throws UserError, ApiError, CancelledError */
export async function listArtifacts(context: PipelinesContext, ref: JobRef): Promise<ArchiveListing> {
  const { instance, project, job } = ref;
  const { listings } = await context.artifacts.load();
  const of = { instance, project, job: job.id, size: job.artifacts_file?.size ?? undefined };
  try {
    return await withProgress(l10n.t("Loading artifacts of {0}…", jobName(ref)), (signal, step) =>
      listings.list(of, { signal, whole: Infinity, onProgress: byteProgress(step) }),
    );
  } catch (error) {
    throw artifactError(error, ref);
  }
}

/** A picked file. */
type PickedFile = Pick<ListedFile, "path"> & Partial<ListedFile>;

/** Rows to create before yielding to other work. */
const rowsPerTurn = 1000;

async function fileChoices(listing: ArchiveListing, signal: AbortSignal): Promise<Choice<PickedFile>[]> {
  const files: ListedFile[] = [];
  for (const file of listing.all()) {
    if (files.length >= mostOffered) break;
    files.push(file);
  }
  const choices: Choice<PickedFile>[] = [];
  for (const file of inOrder(files, ({ path }) => path)) {
    const folder = file.path.slice(0, -file.name.length - 1);
    choices.push({
      label: plainText(file.name, 200),
      description: [plainText(folder, 200), sizeText(file.size)].filter((part) => part !== "").join(" · "),
      value: file,
    });
    if (choices.length % rowsPerTurn === 0) {
      await breathe();
      signal.throwIfAborted();
    }
  }
  return choices;
}

/** Asks for a file of an archive. @throws UserError if it is empty, CancelledError */
export async function pickFile(listing: ArchiveListing, title: string): Promise<PickedFile> {
  if (listing.fileCount === 0)
    throw new UserError(
      listing.refusedCount > 0
        ? l10n.t("The archive contains no files that can be opened. Download it to inspect it.")
        : l10n.t("The archive is empty."),
    );
  const rest = listing.fileCount > mostOffered;
  return pickOne<PickedFile>({
    title,
    placeholder: rest
      ? l10n.t("Enter a file name or path (showing {0} of {1} files)", mostOffered, listing.fileCount)
      : l10n.t("Enter a file name or path"),
    choices: (signal) => fileChoices(listing, signal),
    typed: (text) => {
      const file = listing.file(text.trim().replace(/^\/+/, ""));
      return file && { label: plainText(file.path, 300), description: sizeText(file.size), value: file };
    },
  });
}
