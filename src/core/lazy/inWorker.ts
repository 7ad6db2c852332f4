import { Worker } from "node:worker_threads";
import type { WorkerInput, WorkerResults } from "./worker.ts";

/** Milliseconds of a worker. */
const maxTime = 2_000;
/** Memory of a worker, in MB. */
const maxMemory = 768;

/** A text took a worker too long, or too much memory. */
export class WorkerStopped extends Error {
  constructor() {
    super(`It could not be read within ${maxTime / 1_000} seconds and ${maxMemory} MB`);
    this.name = "WorkerStopped";
  }
}

/**
 * Reads a text of the host in a thread of its own, which is ended when it takes too long: no text can hold up the extension host.
 * @param bytes belong to the worker from now on
 * @throws WorkerStopped, what the reader throws, or the signal's reason
 */
export async function inWorker<K extends WorkerInput["kind"]>(
  input: WorkerInput & { readonly kind: K },
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  milliseconds = maxTime,
): Promise<WorkerResults[K]> {
  signal.throwIfAborted();
  const worker = new Worker(program(), {
    workerData: { input, bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
    // Those of the window are not for it.
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", abort);
      worker.once("online", () => (timer = setTimeout(() => reject(new WorkerStopped()), milliseconds)));
      worker.once("message", resolve);
      worker.once("error", (error: Error & { readonly code?: unknown }) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new WorkerStopped() : error),
      );
      worker.once("exit", () => reject(new WorkerStopped()));
    });
  } finally {
    clearTimeout(timer);
    if (abort) signal.removeEventListener("abort", abort);
    // Some of the engine's own work ends before it does.
    void worker.terminate();
  }
}

/** Returns the worker's program: beside this source, or in the folder of the bundle. */
const program = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "worker.ts" : import.meta.url.replace(/(.*)\/dist\/.*/, "$1/dist/worker.js"),
    import.meta.url,
  );
