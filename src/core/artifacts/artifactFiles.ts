import { FilePermission, type FileStat, FileSystemError, FileType, l10n, Uri } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { ARTIFACT_SCHEME } from "../addresses/schemes.ts";
import type { Context } from "../context.ts";
import type { FileWork } from "../lazy/lazyFiles.ts";
import { describeError } from "../ui/describeError.ts";
import { plainText } from "../ui/plainText.ts";
import { sizeText } from "../ui/size.ts";
import { unavailable } from "../ui/unavailable.ts";
import { artifactAddress, type ArtifactPlace, readArtifactAddress } from "./address.ts";
import { ArchiveListings } from "./archiveListings.ts";
import { artifactError } from "./labels.ts";
import { limitSize } from "./limited.ts";

/** Largest file that is opened in the editor, in bytes. */
export const MAX_ARTIFACT_SIZE = 50 * 1024 * 1024;
/** Largest archive that is downloaded without asking if the host does not support ranges, in bytes. */
export const MAX_AUTO_DOWNLOAD = 8 * 1024 * 1024;
/** Largest file that is read when its size is requested, and kept for the next read, in bytes. */
const maxReadAhead = 4 * 1024 * 1024;
const maxReadAheadFiles = 4;
const maxSizes = 2000;

/** The files in job archives. Single files are requested without the rest of the archive. */
export class ArtifactFiles implements FileWork {
  readonly listings: ArchiveListings;
  private readonly context: Pick<Context, "connections">;
  /** The file selected for comparison. */
  selected: ArtifactPlace | undefined;
  /** Sizes in bytes of files in unlisted archives. Artifacts never change, but accounts may see different ones. */
  private readonly sizes = new Map<string, number>();
  private readonly readAhead = new Map<string, Uint8Array>();

  constructor(context: Pick<Context, "connections">) {
    this.context = context;
    this.listings = new ArchiveListings({
      clientFor: (instance) => context.connections.get(instance).client,
      accountFor: (instance) => context.connections.get(instance).session?.id,
    });
  }

  uriOf(place: ArtifactPlace): Uri {
    return Uri.from({ scheme: ARTIFACT_SCHEME, ...artifactAddress(place) });
  }

  /** Returns the place of a document; undefined for others. */
  placeOf(uri: Uri): ArtifactPlace | undefined {
    return uri.scheme === ARTIFACT_SCHEME ? readArtifactAddress(uri) : undefined;
  }

  /**
   * Returns size and type.
   * @throws FileSystemError
   */
  async stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    const place = this.require(uri);
    const base = { ctime: 0, mtime: place.job, permissions: FilePermission.Readonly };
    if (place.path === "") return { ...base, type: FileType.Directory, size: 0 };
    const listing = this.listings.known(place);
    if (listing?.rows(place.path)) return { ...base, type: FileType.Directory, size: 0 };
    if (listing) {
      const size = listing.file(place.path)?.size;
      if (size === undefined) throw FileSystemError.FileNotFound(uri);
      return { ...base, type: FileType.File, size };
    }
    const size =
      this.sizes.get(this.keyOf(uri, place)) ??
      (await this.withFileErrors(uri, place, () => this.requestSize(uri, place, signal)));
    return { ...base, type: FileType.File, size };
  }

  /**
   * Checks that a file is available before an editor opens it; small files are read ahead.
   * @returns its size in bytes
   * @throws ApiError
   */
  async prepare(uri: Uri, signal: AbortSignal): Promise<number> {
    const place = this.require(uri);
    const key = this.keyOf(uri, place);
    const size = this.listings.known(place)?.file(place.path)?.size ?? this.sizes.get(key);
    if (size !== undefined && (size > maxReadAhead || this.readAhead.has(key))) return size;
    return this.requestSize(uri, place, signal);
  }

  /**
   * Returns the content of a file.
   * @throws FileSystemError, also for files over MAX_ARTIFACT_SIZE
   */
  async readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    const place = this.require(uri);
    const key = this.keyOf(uri, place);
    const taken = this.readAhead.get(key);
    this.readAhead.delete(key);
    if (taken) return taken;
    const listing = this.listings.known(place);
    if (listing?.rows(place.path) !== undefined) throw FileSystemError.FileIsADirectory(uri);
    const file = listing?.file(place.path);
    if (listing && !file) throw FileSystemError.FileNotFound(uri);
    if (file && file.size > MAX_ARTIFACT_SIZE) throw tooLarge(place.path, file.size);
    return this.withFileErrors(uri, place, async () => {
      const download = await this.request(place, signal);
      if (download.length !== undefined && download.length > MAX_ARTIFACT_SIZE) {
        await download.close();
        throw tooLarge(place.path, download.length);
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of limitSize(download.body, MAX_ARTIFACT_SIZE, () =>
        tooLarge(place.path, MAX_ARTIFACT_SIZE + 1),
      ))
        chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      this.keepSize(key, bytes.length);
      return bytes;
    });
  }

  /**
   * Lists a folder.
   * @throws FileSystemError
   */
  async readDirectory(uri: Uri, signal: AbortSignal): Promise<[string, FileType][]> {
    const place = this.require(uri);
    const listing = await this.withFileErrors(uri, place, () =>
      this.listings.list(place, { signal, whole: MAX_AUTO_DOWNLOAD }),
    );
    const rows = listing.rows(place.path);
    if (rows) return rows.map(({ name, kind }) => [name, kind === "folder" ? FileType.Directory : FileType.File]);
    throw listing.file(place.path) ? FileSystemError.FileNotADirectory(uri) : FileSystemError.FileNotFound(uri);
  }

  dispose(): void {
    this.listings.dispose();
    this.readAhead.clear();
  }

  /** Requests a file for its size; small files are kept, so that opening them takes one request. */
  private async requestSize(uri: Uri, place: ArtifactPlace, signal: AbortSignal): Promise<number> {
    const key = this.keyOf(uri, place);
    const download = await this.request(place, signal);
    const { length } = download;
    if (length !== undefined && length > maxReadAhead) {
      await download.close();
      return this.keepSize(key, length);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of limitSize(download.body, MAX_ARTIFACT_SIZE, () =>
      tooLarge(place.path, MAX_ARTIFACT_SIZE + 1),
    )) {
      size += chunk.length;
      if (size <= maxReadAhead) chunks.push(chunk);
    }
    if (size <= maxReadAhead) this.keepReadAhead(key, Buffer.concat(chunks));
    return this.keepSize(key, size);
  }

  private request({ instance, project, job, path }: ArtifactPlace, signal: AbortSignal) {
    return this.context.connections.get(instance).client.jobs.artifactFile(project, job, path, { signal });
  }

  private keyOf(uri: Uri, { instance }: ArtifactPlace): string {
    return `${this.context.connections.get(instance).session?.id ?? ""} ${uri.toString()}`;
  }

  private require(uri: Uri): ArtifactPlace {
    const place = this.placeOf(uri);
    if (!place) throw FileSystemError.FileNotFound(l10n.t("This address does not belong to a job artifact."));
    return place;
  }

  private keepSize(key: string, size: number): number {
    drop(this.sizes, maxSizes);
    this.sizes.set(key, size);
    return size;
  }

  private keepReadAhead(key: string, bytes: Uint8Array): void {
    drop(this.readAhead, maxReadAheadFiles);
    this.readAhead.set(key, bytes);
  }

  /** Converts errors to FileSystemError with a message for the editor. */
  private async withFileErrors<T>(
    uri: Uri,
    { instance, project, job, path }: ArtifactPlace,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileSystemError) throw error;
      const ref = { instance, project, job: { id: job, name: `#${job}`, status: "", web_url: "" } };
      const { message } = describeError(artifactError(error, ref, path === "" ? undefined : path));
      if (error instanceof ApiError && error.kind === "notFound")
        throw FileSystemError.FileNotFound(path === "" ? message : uri);
      if (error instanceof ApiError && ["forbidden", "unauthorized", "insufficientScope"].includes(error.kind))
        throw FileSystemError.NoPermissions(message);
      throw unavailable(message);
    }
  }
}

function drop(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
}

const tooLarge = (path: string, size: number): FileSystemError =>
  unavailable(
    l10n.t(
      "{0} is too large to open in the editor ({1}, the limit is {2}). Use “Download Artifact…” to save it.",
      plainText(path, 200),
      sizeText(size),
      sizeText(MAX_ARTIFACT_SIZE),
    ),
  );
