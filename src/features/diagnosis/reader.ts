import type { Job } from "../../api/resources/jobs.ts";
import { isCancelled } from "../../core/base/errors.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import type { Diagnoses } from "../../core/diagnosis/diagnoses.ts";
import type { PipelineDiagnosis } from "../../core/diagnosis/pipelineDiagnosis.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";
import { PageReader } from "../../core/webview/pageReader.ts";
import type { DiagnosisState } from "./page.ts";

/** Reads why a pipeline failed: the causes first, then what they are compared with. */
export class DiagnosisReader extends PageReader {
  protected readonly doing = "Read why a pipeline failed";
  private readonly diagnoses: Diagnoses;
  private readonly given: PipelineRef;
  private isComparing = false;
  private held: { readonly connection: Connection; readonly diagnosis: PipelineDiagnosis } | undefined;

  constructor(
    context: Pick<Context, "connections" | "report">,
    diagnoses: Diagnoses,
    ref: PipelineRef,
    changed: () => void,
  ) {
    super(context, ref.instance, changed);
    this.diagnoses = diagnoses;
    this.given = ref;
  }

  get ref(): PipelineRef {
    const { instance, project, pipeline } = this.given;
    return { instance, project, pipeline: { ...pipeline, ...this.diagnosis.value.pipeline } };
  }

  get value(): DiagnosisState {
    return {
      ref: this.ref,
      loaded: this.loaded,
      diagnosis: this.diagnosis.value,
      isComparing: this.isComparing,
      problem: this.problem,
    };
  }

  get busy(): boolean {
    return this.loaded && isRunning(this.ref.pipeline.status);
  }

  /** Reads a log that was not read without being asked for. */
  async readLog(job: Job, signal: AbortSignal): Promise<void> {
    await this.diagnosis.readLog(job, signal);
    this.changed();
  }

  async poll(signal: AbortSignal): Promise<void> {
    const { diagnosis } = this;
    const listener = diagnosis.onChange(this.changed);
    try {
      await diagnosis.poll(signal);
    } finally {
      listener.dispose();
    }
    this.failure = undefined;
    this.changed();
    if (!this.busy) await this.compare(signal);
  }

  protected async readAll(signal: AbortSignal): Promise<void> {
    const { diagnosis } = this;
    const listener = diagnosis.onChange(this.changed);
    try {
      if (this.loaded) diagnosis.renew();
      await diagnosis.readCauses(signal, this.loaded);
      signal.throwIfAborted();
      this.loaded = true;
      this.failure = undefined;
      this.changed();
      await this.compare(signal);
    } finally {
      listener.dispose();
    }
  }

  protected forget(): void {
    // The diagnosis belongs to the account that read it.
  }

  private async compare(signal: AbortSignal): Promise<void> {
    this.isComparing = true;
    try {
      await this.diagnosis.readContext(signal);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    } finally {
      this.isComparing = false;
      this.changed();
    }
  }

  /** That of the account in use; held, so that the page does not lose it when others read many pipelines. */
  private get diagnosis(): PipelineDiagnosis {
    const connection = this.context.connections.get(this.instance);
    if (this.held?.connection !== connection)
      this.held = { connection, diagnosis: this.diagnoses.of(this.given, this.given.pipeline.id) };
    return this.held.diagnosis;
  }
}
