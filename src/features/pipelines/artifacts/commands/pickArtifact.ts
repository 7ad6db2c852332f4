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

/** Files that a quick pick offers by name; others can be typed. */
const mostOffered = 20_000;

/** The job a command is about: the given one, or one with artifacts that the person picks or types. */
export async function pickArchive(
  context: PipelinesContext,
  given: JobRef | undefined,
  title: string,
): Promise<JobRef> {
  const ref = await pickJob(context, given, {
    title,
    placeholder: l10n.t("Job whose artifacts are meant"),
    applies: hasArtifacts,
    empty: l10n.t("No job has artifacts"),
  });
  // What is known of a job that was given may be less than whether it has any.
  if (!given && !hasArtifacts(ref.job))
    throw new UserError(l10n.t("Job “{0}” has no artifacts.", plainText(ref.job.name, 100)));
  return ref;
}

/** The artifact a command is about: a row's, a document's, that of the active editor, or one that the person picks. */
export async function pickArtifact(
  context: PipelinesContext,
  given: ArtifactRef | Uri | undefined,
  title: string,
): Promise<ArtifactRef> {
  if (given && "job" in given) {
    if (isPlainPath(given.artifact.path)) return given;
    throw new UserError(
      l10n.t("{0} is no path in an archive: it could lead out of it.", plainText(given.artifact.path, 200)),
    );
  }
  const files = await context.artifacts.load();
  const uri = given ?? window.activeTextEditor?.document.uri ?? activeUri();
  const place = uri && files.placeOf(uri);
  if (place && place.path !== "") return refOf(place);
  if (given)
    throw new UserError(
      l10n.t("This is no artifact of a job. Open one from the rows of a job, and use the command there."),
    );
  const ref = await pickArchive(context, undefined, title);
  const { path, size } = await pickFile(await listArtifacts(context, ref), title);
  return { ...ref, artifact: { path, ...(size !== undefined && { size }) } };
}

/** What an editor shows that is no text: a picture, say. */
function activeUri(): Uri | undefined {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return typeof input === "object" && input !== null && "uri" in input ? (input.uri as Uri) : undefined;
}

/** An artifact by its document alone: of its job, only the number is known. */
function refOf({ instance, project, job, path }: ArtifactPlace): ArtifactRef {
  return { instance, project, job: { id: job, name: `#${job}`, status: "", web_url: "" }, artifact: { path } };
}

/** All that is to be known of the job of an artifact. @throws ApiError */
export async function wholeJob(context: PipelinesContext, { instance, project, job }: JobRef): Promise<Job> {
  if (job.ref !== undefined && job.status !== "") return job as Job;
  return withProgress(l10n.t("Looking for job #{0}…", job.id), (signal) =>
    context.connections.get(instance).client.jobs.get(project, job.id, { signal }),
  );
}

/** What the archive of a job holds. Where the host sends archives only whole, that is downloaded, with progress. @throws UserError, ApiError, CancelledError */
export async function listArtifacts(context: PipelinesContext, ref: JobRef): Promise<ArchiveListing> {
  const { instance, project, job } = ref;
  const { listings } = await context.artifacts.load();
  const of = { instance, project, job: job.id, size: job.artifacts_file?.size ?? undefined };
  try {
    return await withProgress(l10n.t("Reading what the artifacts of {0} are…", jobName(ref)), (signal, step) =>
      listings.list(of, { signal, whole: Infinity, onProgress: byteProgress(step) }),
    );
  } catch (error) {
    throw artifactError(error, ref);
  }
}

/** A file that was picked; one that was typed has a path alone. */
type PickedFile = Pick<ListedFile, "path"> & Partial<ListedFile>;

/** Rows after which other work gets a turn. */
const turn = 1000;

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
    if (choices.length % turn === 0) {
      await breathe();
      signal.throwIfAborted();
    }
  }
  return choices;
}

/** Asks for a file of an archive, by its path. @throws UserError where there is none, CancelledError */
export async function pickFile(listing: ArchiveListing, title: string): Promise<PickedFile> {
  if (listing.fileCount === 0)
    throw new UserError(
      listing.refusedCount > 0
        ? l10n.t("The archive holds nothing that can be opened. Download it to look for yourself.")
        : l10n.t("The archive is empty."),
    );
  const rest = listing.fileCount > mostOffered;
  return pickOne<PickedFile>({
    title,
    placeholder: rest
      ? l10n.t("Name of a file, or the whole path: only {0} of {1} files are offered", mostOffered, listing.fileCount)
      : l10n.t("Name of a file, or the whole path"),
    choices: (signal) => fileChoices(listing, signal),
    typed: (text) => {
      const file = listing.file(text.trim().replace(/^\/+/, ""));
      return file && { label: plainText(file.path, 300), description: sizeText(file.size), value: file };
    },
  });
}
