import type { ProjectScope } from "../base/refs.ts";
import type { Connection, Connections } from "../connections.ts";
import { PipelineDiagnosis } from "./pipelineDiagnosis.ts";

/** Most pipelines whose diagnosis is kept per account. */
const maxKept = 30;

/** The diagnoses of pipelines, for all who show them: what one of them has read, the others do not request. */
export class Diagnoses {
  private readonly connections: Pick<Connections, "get">;
  private readonly failed: (error: unknown, doing: string) => void;
  /** By the pipeline's ID, which is unique on the host; the least recently used first. */
  private readonly kept = new WeakMap<Connection, Map<number, PipelineDiagnosis>>();

  /** @param failed called with failures of parts that a diagnosis can do without */
  constructor(connections: Pick<Connections, "get">, failed: (error: unknown, doing: string) => void) {
    this.connections = connections;
    this.failed = failed;
  }

  /** Returns the diagnosis of a pipeline for the account in use, which may not have been read yet. */
  of({ instance, project }: ProjectScope, pipeline: number): PipelineDiagnosis {
    const connection = this.connections.get(instance);
    const known = this.kept.get(connection) ?? new Map<number, PipelineDiagnosis>();
    this.kept.set(connection, known);
    const { client, records, pipelineJobs } = connection;
    const found = known.get(pipeline);
    // Another project is tried where the first one turned out not to have the pipeline.
    const one =
      found?.project === project || found?.mayExist === true
        ? found
        : new PipelineDiagnosis({ client, records, pipelineJobs, failed: this.failed }, project, pipeline);
    known.delete(pipeline);
    known.set(pipeline, one);
    for (const oldest of [...known.keys()].slice(0, -maxKept)) known.delete(oldest);
    return one;
  }
}
