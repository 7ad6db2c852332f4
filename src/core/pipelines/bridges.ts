import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { isCancelled } from "../base/errors.ts";
import type { RecordStore } from "../records/recordStore.ts";
import { isRunning } from "../ui/statusStyle.ts";

interface OpenBridges {
  readonly project: ProjectId;
  bridges: readonly Bridge[];
  seenAt: number;
}

/** The trigger jobs of open pipelines and their downstream pipelines. Empty if the host has no route for them. */
export class Bridges {
  private readonly client: Client;
  private readonly records: RecordStore;
  private readonly now: () => number;
  private readonly onError: (error: unknown) => void;
  private readonly known = new Map<number, OpenBridges>();
  /**
   * Pipelines that are still open: late responses for closed ones are dropped, or they would count as running forever.
   */
  private readonly open = new Set<number>();

  /**
   * Creates an empty cache.
   * @param onError called when the trigger jobs of a pipeline cannot be read
   */
  constructor(client: Client, records: RecordStore, now: () => number, onError: (error: unknown) => void) {
    this.client = client;
    this.records = records;
    this.now = now;
    this.onError = onError;
  }

  /** Returns the trigger jobs of a pipeline in the order of its file; empty before they were read. */
  of(pipeline: number): readonly Bridge[] {
    return (this.known.get(pipeline)?.bridges ?? []).map((bridge) => this.newest(bridge));
  }

  /** Returns a downstream pipeline by ID. */
  downstream(id: number): Pipeline | undefined {
    for (const { bridges } of this.known.values())
      for (const { downstream_pipeline: started } of bridges)
        if (started?.id === id) return this.records.newest("pipeline", started);
    return undefined;
  }

  /** Returns the open pipelines with running trigger jobs or downstream pipelines, and when each was last read. */
  get running(): { readonly pipeline: number; readonly seenAt: number }[] {
    const runs = ({ status, downstream_pipeline: started }: Bridge): boolean =>
      isRunning(status) || isRunning(started?.status ?? "success");
    return [...this.known]
      .filter(([, { bridges }]) => bridges.some((bridge) => runs(this.newest(bridge))))
      .map(([pipeline, { seenAt }]) => ({ pipeline, seenAt }));
  }

  /**
   * Reads the trigger jobs of a pipeline with one request. Errors are reported and not thrown, because the jobs can be
   * shown without them.
   * @throws CancelledError
   */
  async load(project: ProjectId, pipeline: number, signal: AbortSignal): Promise<void> {
    this.open.add(pipeline);
    try {
      await this.read(project, pipeline, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.onError(error);
    }
  }

  /**
   * Reads the trigger jobs of a pipeline again, without retries.
   * @throws ApiError
   */
  async refresh(pipeline: number, signal: AbortSignal): Promise<void> {
    const known = this.known.get(pipeline);
    if (known) await this.read(known.project, pipeline, signal, false);
  }

  /** Updates the status of a downstream pipeline. */
  patch(id: number, status: string): void {
    for (const known of this.known.values()) {
      known.bridges = known.bridges.map((bridge) =>
        bridge.downstream_pipeline?.id === id
          ? { ...bridge, downstream_pipeline: { ...bridge.downstream_pipeline, status } }
          : bridge,
      );
    }
  }

  private newest(bridge: Bridge): Bridge {
    const newest = this.records.newest("job", bridge);
    const { downstream_pipeline: started } = bridge;
    return started ? { ...newest, downstream_pipeline: this.records.newest("pipeline", started) } : newest;
  }

  close(pipeline: number): void {
    this.open.delete(pipeline);
    this.known.delete(pipeline);
  }

  private async read(project: ProjectId, pipeline: number, signal: AbortSignal, repeat = true): Promise<void> {
    if (this.client.extras.available("bridges") === false) return;
    const { items } = await this.client.extras.bridges(project, pipeline, { perPage: 100, signal, repeat }).page();
    signal.throwIfAborted();
    if (this.open.has(pipeline))
      this.known.set(pipeline, { project, bridges: [...items].sort((a, b) => a.id - b.id), seenAt: this.now() });
  }
}
