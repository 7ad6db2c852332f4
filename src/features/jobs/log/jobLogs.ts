import type { Uri } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Load } from "../../../core/feature.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { JobChannels } from "./jobChannels.ts";
import type { JobLogsOptions } from "./options.ts";
import type { openRawLog } from "./rawFile.ts";

/** The part of the jobs code that logs need. */
interface LogCode {
  readonly JobChannels: typeof JobChannels;
  readonly openRawLog: typeof openRawLog;
}

/** The logs of jobs, whose code is loaded with the first that is shown. */
export class JobLogs implements Disposable {
  readonly options: JobLogsOptions;
  private readonly code: Load<LogCode>;
  private readonly owned = new DisposableStore();
  private channels: JobChannels | undefined;
  /** Loads the output channels once. */
  readonly load = onceLoaded(async () => {
    const { JobChannels } = await this.code();
    return (this.channels = this.owned.add(new JobChannels(this.options)));
  });

  constructor(options: JobLogsOptions, code: Load<LogCode>) {
    this.options = options;
    this.code = code;
  }

  get following(): readonly JobRef[] {
    return this.channels?.following ?? [];
  }

  /** Shows a job's log and follows it until the job ends. A log that is followed or complete is only revealed. */
  async show(ref: JobRef): Promise<void> {
    await (await this.load()).show(ref);
  }

  /** Returns the job of an output channel's document. */
  jobOf(document: Pick<Uri, "scheme" | "path">): JobRef | undefined {
    return this.channels?.jobOf(document);
  }

  /** Stops following a job, or all jobs. Channels stay. */
  stop(ref?: JobRef): void {
    this.channels?.stop(ref);
  }

  /**
   * Opens a job's complete unmodified log in an editor.
   * @throws UserError when there is none; ApiError; CancelledError
   */
  async openRaw(ref: JobRef): Promise<void> {
    await (await this.code()).openRawLog(this.options, ref);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
