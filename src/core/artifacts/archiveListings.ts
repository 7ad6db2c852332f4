import type { ProjectId } from "../../api/path.ts";
import type { CallOptions, Download } from "../../api/request.ts";
import type { ArchiveOptions } from "../../api/resources/jobs.ts";
import { settledOrAborted } from "../../api/settled.ts";
import { Emitter } from "../base/events.ts";
import type { ProjectScope } from "../base/refs.ts";
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
export class WholeNeeded extends Error {
  /** Size in bytes, if known. */
  readonly size: number | undefined;

  constructor(size: number | undefined) {
    super("The host sends this archive only whole");
    this.name = "WholeNeeded";
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

interface Flight {
  readonly controller: AbortController;
  readonly whole: number;
  readonly listening: Set<NonNullable<ListOptions["onProgress"]>>;
  readonly done: Promise<ArchiveListing>;
  waiting: number;
}

/** Limit of cached listings. */
const mostKept = 12;

/** The contents of job archives, cached because archives never change. */
export class ArchiveListings {
  private readonly hosts: ArchiveHosts;
  private readonly kept = new Map<string, ArchiveListing>();
  private readonly flights = new Map<string, Flight>();
  private readonly listed = new Emitter<ArchiveRef>();
  /** Fires when an archive was listed. */
  readonly onDidList = this.listed.event;

  constructor(hosts: ArchiveHosts) {
    this.hosts = hosts;
  }

  /** Returns the cached contents of an archive. */
  known(of: ArchiveRef): ArchiveListing | undefined {
    return this.kept.get(this.keyOf(of));
  }

  /**
   * Lists an archive by its directory if the host supports ranges, otherwise from a temporary download. Concurrent
   * calls share the request, which is cancelled when all of them are.
   * @throws ApiError, ArchiveError, WholeNeeded, or the signal's reason
   */
  async list(of: ArchiveRef, { signal, whole, onProgress }: ListOptions): Promise<ArchiveListing> {
    const key = this.keyOf(of);
    const known = this.kept.get(key);
    if (known) return known;
    signal.throwIfAborted();
    const running = this.flights.get(key);
    const flight = running && running.whole >= whole ? running : this.begin(key, of, whole);
    flight.waiting += 1;
    if (onProgress) flight.listening.add(onProgress);
    try {
      return await settledOrAborted(flight.done, signal);
    } finally {
      if (onProgress) flight.listening.delete(onProgress);
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.controller.abort();
    }
  }

  dispose(): void {
    for (const { controller } of this.flights.values()) controller.abort();
    this.listed.dispose();
    this.kept.clear();
  }

  private begin(key: string, of: ArchiveRef, whole: number): Flight {
    const controller = new AbortController();
    const listening: Flight["listening"] = new Set();
    const tell = (done: number, total: number | undefined): void => listening.forEach((listen) => listen(done, total));
    const done = this.read(of, whole, controller.signal, tell).then((listing) => {
      this.keep(key, listing);
      this.listed.fire(of);
      return listing;
    });
    const flight: Flight = { controller, whole, listening, done, waiting: 0 };
    this.flights.set(key, flight);
    const over = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    done.then(over, over);
    controller.signal.addEventListener("abort", over);
    return flight;
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
      throw new WholeNeeded(bytes);
    }
    return withArchiveFile(download, signal, (source) => listArchive(source, signal));
  }

  private keep(key: string, listing: ArchiveListing): void {
    const [oldest] = this.kept.keys();
    if (this.kept.size >= mostKept && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(key, listing);
  }

  private keyOf({ instance, project, job }: ArchiveRef): string {
    return `${instance} ${this.hosts.accountFor(instance) ?? ""} ${String(project)} ${job}`;
  }
}
