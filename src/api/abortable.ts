/**
 * Settles like `work`, but rejects as soon as the signal is aborted; the work itself goes on, for others or because it notices late, as
 * undici does until it is connected.
 * @param reason what it rejects with; left out, the signal's own reason
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
