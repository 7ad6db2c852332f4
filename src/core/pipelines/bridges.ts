import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { isCancelled } from "../base/errors.ts";
import { isRunning } from "../ui/statusStyle.ts";

interface Known {
  readonly project: ProjectId;
  bridges: readonly Bridge[];
  seenAt: number;
}

/**
 * The jobs of open pipelines that start other pipelines, and what they started. Hosts may have no route for them: then there are none,
 * and none are asked for.
 */
export class Bridges {
  private readonly client: Client;
  private readonly now: () => number;
  private readonly failed: (error: unknown) => void;
  private readonly known = new Map<number, Known>();
  /** Pipelines that were not closed since they were asked about: what comes for others later is dropped, or it would count as running for good. */
  private readonly open = new Set<number>();

  /** @param failed hears why those of a pipeline are not shown */
  constructor(client: Client, now: () => number, failed: (error: unknown) => void) {
    this.client = client;
    this.now = now;
    this.failed = failed;
  }

  /** Those of a pipeline, in the order of its file; empty before they were read. */
  of(pipeline: number): readonly Bridge[] {
    return this.known.get(pipeline)?.bridges ?? [];
  }

  /** The pipeline with this id, where one of them started it. */
  started(id: number): Pipeline | undefined {
    for (const { bridges } of this.known.values())
      for (const { downstream_pipeline: started } of bridges) if (started?.id === id) return started;
    return undefined;
  }

  /** Open pipelines some of whose bridges, or of what they started, change by themselves, and when each was last looked at. */
  get running(): { readonly pipeline: number; readonly seenAt: number }[] {
    const runs = ({ status, downstream_pipeline: started }: Bridge): boolean =>
      isRunning(status) || isRunning(started?.status ?? "success");
    return [...this.known]
      .filter(([, { bridges }]) => bridges.some(runs))
      .map(([pipeline, { seenAt }]) => ({ pipeline, seenAt }));
  }

  /** Reads those of a pipeline, with one request. Without them its jobs are still worth showing, so that nothing but being called off is thrown. */
  async load(project: ProjectId, pipeline: number, signal: AbortSignal): Promise<void> {
    this.open.add(pipeline);
    try {
      await this.read(project, pipeline, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.failed(error);
    }
  }

  /** Looks again at those of a pipeline. A failure is not sent again. @throws ApiError */
  async refresh(pipeline: number, signal: AbortSignal): Promise<void> {
    const known = this.known.get(pipeline);
    if (known) await this.read(known.project, pipeline, signal, false);
  }

  /** Takes over a newer status of what one of them started. */
  patch(id: number, status: string): void {
    for (const known of this.known.values()) {
      known.bridges = known.bridges.map((bridge) =>
        bridge.downstream_pipeline?.id === id
          ? { ...bridge, downstream_pipeline: { ...bridge.downstream_pipeline, status } }
          : bridge,
      );
    }
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
