import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { HeadPipeline } from "./nodes.ts";

type Subject = Pick<MergeRequest, "id" | "iid"> & { readonly sha?: string | null | undefined };

const mostLearned = 200;

/**
 * The pipelines of merge requests, which lists of merge requests lack: one look at the project's newest pipelines tells those of
 * many rows. What was read of one merge request is kept beside it. Free of VS Code.
 */
export class HeadPipelines {
  private readonly client: Client;
  private readonly scope: ProjectScope;
  private readonly now: () => number;
  /** Those of merge requests' own refs, by number. */
  private byNumber = new Map<number, HeadPipeline>();
  private bySha = new Map<string, HeadPipeline>();
  private readonly told = new Map<
    number,
    { readonly sha: string | null | undefined; readonly pipeline: HeadPipeline }
  >();
  private lastSeen = 0;
  private refused = false;

  constructor(client: Client, scope: ProjectScope, now: () => number) {
    this.client = client;
    this.scope = scope;
    this.now = now;
  }

  /** When they were last read, ms since 1970. */
  get seenAt(): number {
    return this.lastSeen;
  }

  /** Whether asking makes sense: not where it failed for good, as without the right to see pipelines. */
  get worthwhile(): boolean {
    return !this.refused;
  }

  /** The pipeline of a merge request of the open project, as far as it is known. */
  of(mergeRequest: Subject): HeadPipeline | undefined {
    const { id, iid, sha } = mergeRequest;
    const seen = this.byNumber.get(iid) ?? (sha ? this.bySha.get(sha) : undefined);
    const told = this.learned({ id, sha });
    return seen !== undefined && (told === undefined || seen.id >= told.id) ? seen : told;
  }

  /** What was read of this merge request alone, as long as its head stays. */
  learned({ id, sha }: Pick<Subject, "id" | "sha">): HeadPipeline | undefined {
    const told = this.told.get(id);
    return told?.sha === sha ? told?.pipeline : undefined;
  }

  /** Notes what was read of one merge request. */
  learn({ id, sha }: Subject, pipeline: HeadPipeline): void {
    this.told.delete(id);
    this.told.set(id, { sha, pipeline });
    for (const oldest of [...this.told.keys()].slice(0, -mostLearned)) this.told.delete(oldest);
  }

  /** Notes the status of a pipeline that its jobs told. */
  note(pipelineId: number, status: string): void {
    const patched = (pipeline: HeadPipeline): HeadPipeline =>
      pipeline.id === pipelineId ? { ...pipeline, status } : pipeline;
    for (const [iid, pipeline] of this.byNumber) this.byNumber.set(iid, patched(pipeline));
    for (const [sha, pipeline] of this.bySha) this.bySha.set(sha, patched(pipeline));
    for (const [id, known] of this.told) this.told.set(id, { ...known, pipeline: patched(known.pipeline) });
  }

  /** Reads them anew with one request, which is not repeated. @throws ApiError, after which what is known stays */
  async refresh(signal: AbortSignal): Promise<void> {
    // A failure counts as a look: it comes round again like any other.
    this.lastSeen = this.now();
    try {
      const { items } = await this.client.pipelines
        .list(this.scope.project, {}, { perPage: 100, signal, repeat: false })
        .page();
      signal.throwIfAborted();
      this.sort(items);
      this.refused = false;
    } catch (error) {
      this.refused =
        error instanceof Error && "kind" in error && (error.kind === "forbidden" || error.kind === "notFound");
      throw error;
    }
  }

  /** @param pipelines newest first */
  private sort(pipelines: readonly HeadPipeline[]): void {
    this.byNumber = new Map();
    this.bySha = new Map();
    for (const pipeline of [...pipelines].reverse()) {
      this.bySha.set(pipeline.sha, pipeline);
      const [, iid] = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(pipeline.ref) ?? [];
      if (iid !== undefined) this.byNumber.set(Number(iid), pipeline);
    }
  }
}
