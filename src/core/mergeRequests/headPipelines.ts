import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { RecordStore } from "../records/recordStore.ts";
import type { HeadPipeline } from "./nodes.ts";

type Subject = Pick<MergeRequest, "id" | "iid"> & { readonly sha?: string | null | undefined };

const maxCached = 200;

/**
 * The pipelines of merge requests, which lists lack: one request for the project's newest pipelines covers many rows. Pipelines read for a
 * single merge request are kept too. Free of VS Code.
 */
export class HeadPipelines {
  private readonly client: Client;
  private readonly scope: ProjectScope;
  private readonly records: RecordStore;
  private readonly now: () => number;
  /** Pipelines of merge request refs, by iid. */
  private byNumber = new Map<number, HeadPipeline>();
  private bySha = new Map<string, HeadPipeline>();
  private readonly single = new Map<
    number,
    { readonly sha: string | null | undefined; readonly pipeline: HeadPipeline }
  >();
  private lastSeen = 0;
  private refused = false;

  constructor(client: Client, scope: ProjectScope, records: RecordStore, now: () => number) {
    this.client = client;
    this.records = records;
    this.scope = scope;
    this.now = now;
  }

  /** Time of the last request, ms since 1970. */
  get seenAt(): number {
    return this.lastSeen;
  }

  /** Whether a request makes sense: not after a lasting refusal, as without the right to see pipelines. */
  get worthwhile(): boolean {
    return !this.refused;
  }

  /** Returns the pipeline of a merge request of the open project, if known. */
  of(mergeRequest: Subject): HeadPipeline | undefined {
    const { id, iid, sha } = mergeRequest;
    const seen = this.byNumber.get(iid) ?? (sha ? this.bySha.get(sha) : undefined);
    const single = this.learned({ id, sha });
    const head = seen !== undefined && (single === undefined || seen.id >= single.id) ? seen : single;
    return head && this.records.newest("pipeline", head);
  }

  /** Returns the pipeline that was read for this merge request alone, while its head stays the same. */
  learned({ id, sha }: Pick<Subject, "id" | "sha">): HeadPipeline | undefined {
    const single = this.single.get(id);
    return single?.sha === sha ? single && this.records.newest("pipeline", single.pipeline) : undefined;
  }

  /** Records the pipeline of one merge request. */
  learn({ id, sha }: Subject, pipeline: HeadPipeline): void {
    this.single.delete(id);
    this.single.set(id, { sha, pipeline });
    for (const oldest of [...this.single.keys()].slice(0, -maxCached)) this.single.delete(oldest);
  }

  /** Records the status of a pipeline, as its jobs report it. */
  note(pipelineId: number, status: string): void {
    const patched = (pipeline: HeadPipeline): HeadPipeline =>
      pipeline.id === pipelineId ? { ...pipeline, status } : pipeline;
    for (const [iid, pipeline] of this.byNumber) this.byNumber.set(iid, patched(pipeline));
    for (const [sha, pipeline] of this.bySha) this.bySha.set(sha, patched(pipeline));
    for (const [id, known] of this.single) this.single.set(id, { ...known, pipeline: patched(known.pipeline) });
  }

  /** Reads the newest pipelines with one request, which is not retried. @throws ApiError, after which known pipelines are kept */
  async refresh(signal: AbortSignal): Promise<void> {
    // A failure counts as an attempt: the next poll comes at the usual time.
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
      if (pipeline.sha) this.bySha.set(pipeline.sha, pipeline);
      const [, iid] = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(pipeline.ref ?? "") ?? [];
      if (iid !== undefined) this.byNumber.set(Number(iid), pipeline);
    }
  }
}
