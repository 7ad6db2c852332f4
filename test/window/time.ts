/**
 * Time of windows in the process: what waits for up to five seconds, for other changes, for VS Code to redraw or for a host to recover, waits a tenth as
 * long. Nothing here draws, so that the order of such waits matters and not their length.
 */
const longest = 5_000;
const faster = 10;

/** Makes short waits shorter until it is disposed of. */
export function shortenWaits(): { dispose(): void } {
  const real = globalThis.setTimeout;
  const shorter = (call: (...given: unknown[]) => void, ms = 0, ...given: readonly unknown[]): NodeJS.Timeout =>
    real(call, ms > longest ? ms : ms / faster, ...given);
  globalThis.setTimeout = Object.assign(shorter, real);
  return {
    dispose: () => {
      globalThis.setTimeout = real;
    },
  };
}
