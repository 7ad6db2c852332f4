import type { ProjectId } from "../../api/path.ts";
import type { CallOptions, Download } from "../../api/request.ts";
import type { ArchiveOptions } from "../../api/resources/jobs.ts";
import { Emitter } from "../base/events.ts";
import type { ProjectScope } from "../base/refs.ts";
import { SharedWork } from "../base/sharedWork.ts";
import type { ArchiveListing } from "./listing.ts";
import { openArchive } from "./remoteArchive.ts";
import { withArchiveFile } from "./wholeArchive.ts";
import { listArchive } from "./zipDirectory.ts";

/** The archive of a job. */
export interface ArchiveRef extends ProjectScope {
  /** ID of the job. */
  readonly job: number;
  /** Size in bytes, if known. */
  readonly size?: number | undefined;
}

export interface ListOptions {
  readonly signal: AbortSignal;
  /** Limit of bytes to download if the host does not support ranges. */
  readonly whole: number;
  readonly onProgress?: CallOptions["onProgress"];
}

/** The host does not support ranges, and the archive exceeds the download limit. */
export class WholeDownloadNeeded extends Error {
  /** Size in bytes, if known. */
  readonly size: number | undefined;

  constructor(size: number | undefined) {
    super("The host sends this archive only whole");
    this.name = "WholeDownloadNeeded";
    this.size = size;
  }
}

/** Access to the hosts of archives. */
export interface ArchiveHosts {
  readonly clientFor: (instance: string) => {
    readonly jobs: { artifacts(project: ProjectId, id: number, options: ArchiveOptions): Promise<Download> };
  };
  /** Identifies the account in use on an instance: other accounts may see other jobs. */
  readonly accountFor: (instance: string) => string | undefined;
}

interface PendingList {
  readonly whole: number;
  readonly listening: Set<NonNullable<ListOptions["onProgress"]>>;
  readonly work: SharedWork<ArchiveListing>;
}

/** Limit of cached listings. */
const maxCached = 12;

/** The contents of job archives, cached because archives never change. */
export class ArchiveListings {
  private readonly hosts: ArchiveHosts;
  private readonly cached = new Map<string, ArchiveListing>();
  private readonly pending = new Map<string, PendingList>();
  private readonly listed = new Emitter<ArchiveRef>();
  /** Fires when an archive was listed. */
  readonly onDidList = this.listed.event;

  constructor(hosts: ArchiveHosts) {
    this.hosts = hosts;
  }

  /** Returns the cached contents of an archive. */
  known(of: ArchiveRef): ArchiveListing | undefined {
    return this.cached.get(this.keyOf(of));
  }

  /**
   * Lists an archive by its directory if the host supports ranges, otherwise from a temporary download. Concurrent
   * calls share the request, which is cancelled when all of them are.
   * @throws ApiError, ArchiveError, WholeDownloadNeeded, or the signal's reason
   */
  async list(of: ArchiveRef, { signal, whole, onProgress }: ListOptions): Promise<ArchiveListing> {
    const key = this.keyOf(of);
    const known = this.cached.get(key);
    if (known) return known;
    signal.throwIfAborted();
    const running = this.pending.get(key);
    const request =
      running?.work.isOpen === true && running.whole >= whole ? running : this.startRequest(key, of, whole);
    if (onProgress) request.listening.add(onProgress);
    try {
      return await request.work.join(signal);
    } finally {
      if (onProgress) request.listening.delete(onProgress);
    }
  }

  dispose(): void {
    for (const { work } of this.pending.values()) work.cancel();
    this.listed.dispose();
    this.cached.clear();
  }

  private startRequest(key: string, of: ArchiveRef, whole: number): PendingList {
    const listening: PendingList["listening"] = new Set();
    const report = (done: number, total: number | undefined): void =>
      listening.forEach((listen) => listen(done, total));
    const work = new SharedWork(async (signal) => {
      try {
        const listing = await this.read(of, whole, signal, report);
        this.keep(key, listing);
        this.listed.fire(of);
        return listing;
      } finally {
        if (this.pending.get(key) === request) this.pending.delete(key);
      }
    });
    const request: PendingList = { whole, listening, work };
    this.pending.set(key, request);
    return request;
  }

  private async read(
    { instance, project, job, size }: ArchiveRef,
    whole: number,
    signal: AbortSignal,
    onProgress: NonNullable<ListOptions["onProgress"]>,
  ): Promise<ArchiveListing> {
    const { jobs } = this.hosts.clientFor(instance);
    const archive = await openArchive(
      (range) => jobs.artifacts(project, job, { signal, onProgress, ...(range && { range }) }),
      size,
    );
    if (archive.kind === "parts") return listArchive(archive.source, signal);
    const { download } = archive;
    const bytes = download.length ?? size;
    if (bytes === undefined ? whole !== Infinity : bytes > whole) {
      await download.close();
      throw new WholeDownloadNeeded(bytes);
    }
    return withArchiveFile(download, signal, (source) => listArchive(source, signal));
  }

  private keep(key: string, listing: ArchiveListing): void {
    const [oldest] = this.cached.keys();
    if (this.cached.size >= maxCached && oldest !== undefined) this.cached.delete(oldest);
    this.cached.set(key, listing);
  }

  private keyOf({ instance, project, job }: ArchiveRef): string {
    return `${instance} ${this.hosts.accountFor(instance) ?? ""} ${String(project)} ${job}`;
  }
}
