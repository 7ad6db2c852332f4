import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { isRunning } from "../ui/statusStyle.ts";

/** Lists of commits do not tell their status, but the pipelines of a project do: one request tells those of its newest hundred. */
export class CommitStatuses {
  private readonly client: Pick<Client, "pipelines">;
  private readonly project: ProjectId;
  private known = new Map<string, string>();
  /** The commits that the last answer was for. */
  private asked: string | undefined;

  constructor(client: Pick<Client, "pipelines">, project: ProjectId) {
    this.client = client;
    this.project = project;
  }

  /** The status of a commit's newest pipeline: what the host tells with the commit, else what its pipelines say. */
  of({ id, status, last_pipeline }: Pick<Commit, "id"> & Partial<Commit>): string | undefined {
    return status ?? last_pipeline?.status ?? this.known.get(id);
  }

  /** Whether one of the commits has a pipeline that is not over. */
  anyRunning(commits: readonly Commit[]): boolean {
    return commits.some((commit) => {
      const status = this.of(commit);
      return status !== undefined && isRunning(status);
    });
  }

  /** Something happened to pipelines. */
  forget(): void {
    this.asked = undefined;
  }

  /** Asks when an answer may be news: of other commits than before, or of running pipelines. A host without pipelines has no statuses. */
  async update(commits: readonly Commit[], signal: AbortSignal): Promise<void> {
    const key = commits.map(({ id }) => id).join();
    if (commits.length === 0 || commits.every(({ status }) => status !== undefined)) return;
    if (key === this.asked && !this.anyRunning(commits)) return;
    const { items } = await this.client.pipelines
      .list(this.project, {}, { perPage: 100, signal, repeat: false })
      .page();
    const next = new Map<string, string>();
    // Newest first: the first of a commit is its last.
    for (const { sha, status } of items) if (!next.has(sha)) next.set(sha, status);
    this.known = next;
    this.asked = key;
  }
}
