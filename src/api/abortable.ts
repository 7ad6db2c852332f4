/**
 * Settles like `work`, but rejects as soon as the signal is aborted. The work itself continues: others may share it,
 * and undici ignores the signal until it is connected.
 * @param reason returns the error; by default the signal's reason
 */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  reason: () => Error = () => signal?.reason as Error,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reason());
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
