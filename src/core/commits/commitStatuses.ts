import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { isRunning } from "../ui/statusStyle.ts";

/** Statuses of commits from the project's latest 100 pipelines, because lists of commits do not contain them. */
export class CommitStatuses {
  private readonly client: Pick<Client, "pipelines">;
  private readonly project: ProjectId;
  private known = new Map<string, string>();
  /** IDs of the commits of the last request. */
  private requestedFor: string | undefined;

  constructor(client: Pick<Client, "pipelines">, project: ProjectId) {
    this.client = client;
    this.project = project;
  }

  /** Returns the status of a commit's latest pipeline: from the commit itself, otherwise from the known pipelines. */
  of({ id, status, last_pipeline }: Pick<Commit, "id"> & Partial<Commit>): string | undefined {
    return status ?? last_pipeline?.status ?? this.known.get(id);
  }

  /** Returns whether one of the commits has a running pipeline. */
  anyRunning(commits: readonly Commit[]): boolean {
    return commits.some((commit) => {
      const status = this.of(commit);
      return status !== undefined && isRunning(status);
    });
  }

  /** Marks the statuses as outdated. */
  markOutdated(): void {
    this.requestedFor = undefined;
  }

  /** Requests the statuses if they may have changed: for other commits, or if pipelines are running. */
  async update(commits: readonly Commit[], signal: AbortSignal): Promise<void> {
    const key = commits.map(({ id }) => id).join();
    if (commits.length === 0 || commits.every(({ status }) => status !== undefined)) return;
    if (key === this.requestedFor && !this.anyRunning(commits)) return;
    const { items } = await this.client.pipelines
      .list(this.project, {}, { perPage: 100, signal, repeat: false })
      .page();
    const next = new Map<string, string>();
    // Newest first: the first one of a commit counts.
    for (const { sha, status } of items) if (sha && status && !next.has(sha)) next.set(sha, status);
    this.known = next;
    this.requestedFor = key;
  }
}
