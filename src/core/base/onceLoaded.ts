/** A function that loads with its first call. */
export interface OnceLoaded<T> {
  (): Promise<T>;
  /** What was loaded; undefined before. */
  readonly loaded: T | undefined;
}

/**
 * Returns a function that loads with its first call and then returns the same promise; after a failure the next call
 * retries.
 */
export function onceLoaded<T>(load: () => Promise<T>): OnceLoaded<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const once = (): Promise<T> =>
    (loading ??= load()
      .then((value) => (loaded = value))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      }));
  return Object.defineProperty(once, "loaded", { get: () => loaded }) as OnceLoaded<T>;
}
